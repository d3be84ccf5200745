"""What of a request and its answer the network reads. src/judge/model/window.ts is the same in TypeScript."""
from __future__ import annotations

REQUEST_TOKENS = 56

def around(text: str, tokens: int) -> str:
    """The first two thirds and the last third of what may matter, cut before tokenising so that cost stays flat: 12 characters a token."""
    if len(text) <= 12 * tokens: return text
    return text[:8 * tokens] + ' ' + text[-4 * tokens:]

def head_tail(ids: list[int], budget: int) -> list[int]:
    if len(ids) <= budget: return ids
    tail = budget // 3
    return ids[:budget - tail] + ids[len(ids) - tail:]

def pair(encode, request: str, response: str, size: int) -> tuple[list[int], list[int]]:
    """Token ids of request and response without special tokens; together at most size - 3."""
    a = head_tail(encode(around(request, REQUEST_TOKENS)), REQUEST_TOKENS)
    room = size - 3 - len(a)
    return a, head_tail(encode(around(response, room)), room)
