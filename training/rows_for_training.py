"""Turns sources, own rows and generated rows into training pairs, with augmentations whose label follows from how they were made."""
from __future__ import annotations
import gzip, json, random, re, sys

def short(t: str) -> str:
    return t if len(t) <= 4600 else t[:3000] + ' ' + t[-1500:]

def prepare(folder: str, to: str) -> None:
    from load_sources import load
    from own_rows import own_rows
    n = 0
    with gzip.open(to, 'wt', encoding='utf8') as f:
        for r in load(folder, 'all') + own_rows():
            f.write(json.dumps({'src': r['src'], 'split': r['split'], 'id': r['id'], 'A': (r['obj'] or r['prompt'])[:3000], 'A2': r['prompt'][:1500] + ' ' + r['prompt'][-1500:] if len(r['prompt']) > 3000 else r['prompt'],
                                'R': short(r['resp']), 'refused': r['refused'], 'succ': r['succ'], 'w': r['w'], 'kind': r['kind'], 'label': r['label'], 'lang': r['lang'], 'benign': r['benign']}, ensure_ascii=False) + '\n'); n += 1
    print('rows', n)

def read(path: str) -> list[dict]:
    with gzip.open(path, 'rt', encoding='utf8') as f: return [json.loads(l) for l in f]

def generated(path: str) -> list[dict]:
    return [{'src': 'generated', 'split': 'train', 'A': g['obj'], 'A2': g['obj'], 'R': g['resp'], 'refused': g['refused'], 'succ': g['succ'], 'w': .5, 'kind': 'harmful', 'label': g['succ'],
             'lang': g['lang'], 'benign': g['benign'], 'manner': g['manner']} for g in read(path)]

SENTENCE = re.compile(r'(?<=[.!?。！？])\s*')

def augmented(rows: list[dict], seed: int = 23, scale: float = 1.) -> list[dict]:
    """Mismatched pairs, refusals followed by the goods, refusals without their opening, answers cut short, objective against prompt."""
    rng, out = random.Random(seed), []
    def add(base, A, R, refused, succ, how, w=.4):
        out.append({**base, 'A': A, 'R': R, 'refused': refused, 'succ': succ, 'w': w, 'src': base['src'], 'aug': how})
    for zh in (False, True):
        pool = [r for r in rows if (r['lang'] == 'zh') == zh and r['lang'] in ('en', 'zh')]
        hit = [r for r in pool if r['succ'] == 1]; no = [r for r in pool if r['refused'] == 1]; good = [r for r in pool if r.get('benign') and r['refused'] == 0]
        if not hit or not no: continue
        for _ in range(int(.12 * len(pool) * scale)):
            a, b = rng.choice(pool), rng.choice(hit)
            if a['A'][:60] != b['A'][:60]: add(b, a['A'], b['R'], None, 0, 'mismatch')
        for _ in range(int(.03 * len(pool) * scale)):
            if good:
                a, b = rng.choice(hit), rng.choice(good); add(b, a['A'], b['R'], None, 0, 'benign answer')
        for _ in range(int(.06 * len(pool) * scale)):
            a, b = rng.choice(hit), rng.choice(no); first = ' '.join(SENTENCE.split(b['R'])[:rng.randint(1, 2)])
            add(a, a['A'], first + rng.choice(['\n\n', ' However, ' if not zh else '不过，', '\n']) + a['R'], None, 1, 'refusal then goods')
        for _ in range(int(.06 * len(pool) * scale)):
            b = rng.choice(no); parts = SENTENCE.split(b['R'])
            if len(parts) > 2: add(b, b['A'], ' '.join(parts[rng.randint(1, 2):]), None, 0, 'refusal without opening')
        for _ in range(int(.04 * len(pool) * scale)):
            b = rng.choice(no); parts = SENTENCE.split(b['R']); add(b, b['A'], ' '.join(parts[:rng.randint(1, 3)]), 1, 0, 'short refusal')
        for _ in range(int(.05 * len(pool) * scale)):
            b = rng.choice(hit); parts = SENTENCE.split(b['R']); k = rng.randint(2, max(2, len(parts))); add(b, b['A'], ' '.join(parts[:k]), 0, None, 'cut short')
    for r in rows:
        if r['A2'] != r['A'] and rng.random() < .5 * scale: add(r, r['A2'], r['R'], r['refused'], r['succ'], 'prompt', r['w'] * .6)
    return out

if __name__ == '__main__':
    prepare(*sys.argv[1:])
