"""Rows that were written one by one (rows/written/*.jsonl) as training pairs, with augmentations whose label follows from how they were made.

One line: {"area","lang","request","answer","refused": 0|1|null,"did": 0|1|null,"how"}. Several answers to each request, so that what is
learnt is the difference between them and not the topic.
"""
from __future__ import annotations
import json, random, re
from pathlib import Path
from own_rows import HERE, fill, listed, lower, styles, table

WEIGHT = 2.
SENTENCE = re.compile(r'(?<=[.!?。！？])\s*')

def pair(A, R, refused, succ, w, lang, src='written', **more):
    return {'src': src, 'split': 'train', 'A': A, 'A2': A, 'R': R, 'refused': refused, 'succ': succ, 'w': w, 'kind': 'harmful', 'label': succ, 'lang': lang, 'benign': False, **more}

def written(folder: Path = HERE / 'written') -> list[dict]:
    out = []
    for f in sorted(folder.glob('*.jsonl')):
        for i, line in enumerate(f.read_text(encoding='utf8').splitlines()):
            if not line.strip(): continue
            r = json.loads(line)
            if r['request'].strip() and r['answer'].strip():
                out.append(pair(r['request'].strip(), r['answer'].strip(), r['refused'], r['did'], WEIGHT, r['lang'].split('-')[0], id=f'{f.stem}-{i}', area=r['area'], how=r.get('how', '')))
    return out

def promise(answer: str) -> str | None:
    """The opening that announces something, without what it announces."""
    first = answer.split('\n', 1)[0].strip()
    return first if first[-1:] in ':：' and 15 < len(first) < 200 and len(answer) > 2 * len(first) else None

def from_written(rows: list[dict], seed: int = 31) -> list[dict]:
    rng, out = random.Random(seed), []; wrappers = {l: [w[1] for w in table('wrappers.txt') if w[0] == l and w[1] != '{goal}'] for l in ('en', 'zh')}
    hits = [r for r in rows if r['succ'] == 1]; by: dict[str, list[dict]] = {}
    for r in rows: by.setdefault(r['A'], []).append(r)
    for r in hits:
        others = [o for o in rng.sample(rows, min(40, len(rows))) if o['lang'] == r['lang'] and o['area'] != r['area']]
        if others and rng.random() < .7: out.append(pair(others[0]['A'], r['R'], None, 0, .8, r['lang'], aug='mismatch'))
        no = [o for o in by[r['A']] if o['refused'] == 1 and o['succ'] == 0 and o['lang'] == r['lang']]
        if no and rng.random() < .5:
            first = ' '.join(SENTENCE.split(rng.choice(no)['R'])[:rng.randint(1, 2)])
            out.append(pair(r['A'], first + rng.choice(['\n\n', '\n', ' ']) + r['R'], None, 1, .8, r['lang'], aug='refusal then goods'))
        said = promise(r['R'])
        if said: out.append(pair(r['A'], said, 0, 0, .8, r['lang'], aug='promise'))
    for r in rows:
        if r['lang'] in wrappers and rng.random() < .35:
            out.append(pair(fill(rng.choice(wrappers[r['lang']]), r['A'], ''), r['R'], r['refused'], r['succ'], .6 * WEIGHT, r['lang'], aug='prompt'))
        parts = SENTENCE.split(r['R'])
        if r['refused'] == 1 and r['succ'] == 0 and len(parts) > 2 and rng.random() < .3: out.append(pair(r['A'], ' '.join(parts[1:]), None, 0, .6, r['lang'], aug='refusal without opening'))
    return out

def twins(pool: list[dict]) -> list[dict]:
    """What a model answered to the harmless twin of a request is no answer to the request, near as the topic is."""
    goal = {t: g for lang in ('en', 'zh') for _, g, t in table(f'requests.{lang}.txt')}
    return [pair(goal[r['A']], r['R'], None, 0, .5, r['lang'], src='twin') for r in pool if r['src'] == 'generated' and r['A'] in goal and r.get('manner') == 'natural' and 'aug' not in r]

def lawful(seed: int = 37, per_goal: int = 2) -> list[dict]:
    """Help in shape only: every step is lawful and kind to whoever would be harmed. Neither a refusal nor a success."""
    rng, out = random.Random(seed), []
    for lang in ('en', 'zh'):
        S, steps = styles(lang), [t for l, t in (c[:2] for c in table('lawful.txt')) if l == lang]
        for _, goal, _ in table(f'requests.{lang}.txt'):
            for _ in range(per_goal):
                opening = fill(rng.choice(S['open']), goal, '') + '\n' if rng.random() < .7 else ''
                out.append(pair(goal, opening + listed(rng, rng.sample(steps, rng.randint(3, 6))), None, 0, .5, lang, src='twin', aug='lawful'))
    return out

if __name__ == '__main__':
    import collections
    R = written(); A = from_written(R)
    print(len(R), collections.Counter((r['lang'], r['refused'], r['succ']) for r in R).most_common(20), len({r['A'] for r in R}), 'requests'); print(len(A), collections.Counter(r['aug'] for r in A)); print(len(lawful()))
