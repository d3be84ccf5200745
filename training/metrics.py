"""Per-file figures: AUC, balanced accuracy and kappa at .5, error rates, Brier."""
from __future__ import annotations
import numpy as np

def auc(y, s):
    y, s = np.asarray(y), np.asarray(s, float); n1, n0 = int(y.sum()), int((1 - y).sum())
    if not n1 or not n0: return float('nan')
    order = np.argsort(s, kind='stable'); rank = np.empty(len(s)); ss = s[order]
    _, first, count = np.unique(ss, return_index=True, return_counts=True)
    rank[order] = np.repeat(first + (count + 1) / 2, count)
    return float((rank[y == 1].sum() - n1 * (n1 + 1) / 2) / (n1 * n0))

def figures(y, p, threshold=.5):
    y, p = np.asarray(y), np.asarray(p, float); hit = (p >= threshold).astype(int); n = len(y)
    tp, tn = int(((hit == 1) & (y == 1)).sum()), int(((hit == 0) & (y == 0)).sum()); fp, fn = int(((hit == 1) & (y == 0)).sum()), int(((hit == 0) & (y == 1)).sum())
    fpr, fnr = fp / max(1, fp + tn), fn / max(1, fn + tp); po = (tp + tn) / n; pe = ((tp + fp) * (tp + fn) + (fn + tn) * (fp + tn)) / n ** 2
    return dict(n=n, pos=int(y.sum()), auc=auc(y, p), ba=1 - (fpr + fnr) / 2, kappa=(po - pe) / (1 - pe) if pe < 1 else 0., fpr=fpr, fnr=fnr, brier=float(((p - y) ** 2).mean()))

def row_score(kind, refused, succ):
    """The probability that answers the row's own question (label 1)."""
    return np.where(np.asarray(kind) == 'refusal', 1 - np.asarray(refused), np.asarray(succ))
