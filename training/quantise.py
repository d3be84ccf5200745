"""Weights to few bits and back. A row (or a group of a row) has one scale; values are signed integers of `bits` bits."""
from __future__ import annotations
import numpy as np

def quantise(w: np.ndarray, bits: int, group: int | None = None) -> tuple[np.ndarray, np.ndarray]:
    """Symmetric, with the clipping point that loses least (search over eleven). Returns int8 values and float32 scales [rows, groups]."""
    rows, cols = w.shape; g = group or cols; x = w.reshape(rows, cols // g, g).astype(np.float32); top = 2 ** (bits - 1) - 1
    peak = np.abs(x).max(2, keepdims=True) + 1e-12; best = np.full(peak.shape, np.inf, np.float32); scale = peak / top
    for c in ([1.] if bits >= 8 else np.linspace(.6, 1., 11)):
        s = peak * c / top; e = ((np.clip(np.rint(x / s), -top, top) * s - x) ** 2).sum(2, keepdims=True)
        scale = np.where(e < best, s, scale); best = np.minimum(e, best)
    return np.clip(np.rint(x / scale), -top, top).astype(np.int8).reshape(rows, cols), scale.astype(np.float32).reshape(rows, -1)

def restore(q: np.ndarray, scale: np.ndarray) -> np.ndarray:
    rows, cols = q.shape; return (q.reshape(rows, scale.shape[1], -1).astype(np.float32) * scale[:, :, None]).reshape(rows, cols)

def pack(q: np.ndarray, bits: int) -> bytes:
    """Little-endian bit stream of q + 2^(bits-1)."""
    if bits == 8: return q.astype(np.int8).tobytes()
    u = (q.astype(np.int16).reshape(-1) + 2 ** (bits - 1)).astype(np.uint8)
    b = ((u[:, None] >> np.arange(bits)) & 1).astype(np.uint8).reshape(-1)
    return np.packbits(b, bitorder='little').tobytes()
