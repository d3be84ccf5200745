"""Packs training rows and rows to score as token ids, so that the GPU has nothing to do but train (students.py).

pack.py POOL.jsonl.gz TEACHER.npz REAL.jsonl.gz BASE [CAP]   (run in the work folder; writes pack_BASE.npz)
POOL: the rows the teacher graded, in its order (dump_pool.py), followed by rows it has not graded. REAL: all labelled sources. Both as
voice-rows.ts writes them.
"""
from __future__ import annotations
import random, sys
from concurrent.futures import ProcessPoolExecutor
import numpy as np
from tokenizers import Tokenizer
from load_sources import TRAIN
from rows_for_training import read
from stages import RELIABLE, arrays, sig
from window import pair

TESTS = ['cymulten_multiturn', 'past_tense', 'flipattack', 'dna_harmful', 'dna_refusal', 'beavertails_test', 'saferlhf_mini', 'saferlhf_test', 'safetyj_jade_zh']
SIZE = 256
_tok = None
def _init(path):
    global _tok; _tok = Tokenizer.from_file(path); _tok.no_padding(); _tok.no_truncation()
def _enc(p): return pair(lambda t: _tok.encode(t, add_special_tokens=False).ids, p[0], p[1], SIZE)

def tokens(ex, rows, name, out):
    got = list(ex.map(_enc, [(r['A'], r['R']) for r in rows], chunksize=256))
    for k, part in (('a', 0), ('r', 1)):
        out[f'{name}_{k}'] = np.concatenate([np.array(g[part], np.uint16) for g in got]); out[f'{name}_{k}n'] = np.array([len(g[part]) for g in got], np.uint16)

def main(pool, teacher, real, base, cap='700'):
    P, t = read(pool), sig(np.load(teacher)['P'].astype(np.float32)); n = len(t); rng = random.Random(6)
    # What no teacher grades is used only where its label is trusted
    late, rows, own = P[n:], P, [r for r in P[n:] if r['src'] == 'written' and 'aug' not in r]; y0, w0 = arrays(late); out = {}
    trusted = np.array([r['src'] != 'generated' or r.get('manner') in RELIABLE for r in P[:n]]); yl, wl = arrays(P[:n]); wl[~trusted] = 0; yt, wt = arrays(P[:n], t)
    for name, y, w in (('label', yl, wl), ('teach', yt, wt)): out['y_' + name], out['w_' + name] = np.concatenate([y, y0]).astype(np.float16), np.concatenate([w, w0]).astype(np.float16)
    lang = np.array([r['lang'] for r in rows]); roll = np.array([rng.random() for _ in rows]); out['train_src'] = np.array([r['src'] for r in rows])
    out['train_e5'] = (lang != 'zh') | (roll < .1); out['train_bgezh'] = (lang == 'zh') | ((lang == 'en') & (roll < .35))
    R = read(real); by = {}
    for r in R: by.setdefault(r['src'], []).append(r)
    ev = [r for s in TRAIN for r in by[s]] + own; pick = random.Random(1)
    for s in TESTS: ev += pick.sample(by[s], min(int(cap), len(by[s])))
    out['eval_src'], out['eval_kind'] = np.array([r['src'] for r in ev]), np.array([r['kind'] for r in ev]); out['eval_label'] = np.array([-1 if r['label'] is None else r['label'] for r in ev], np.int8)
    out['eval_test'] = np.isin(out['eval_src'], TESTS); out['eval_id'] = np.array([str(r['id']) for r in ev]); out['special'] = np.array([101, 102])
    with ProcessPoolExecutor(2, initializer=_init, initargs=(f'base/{base}/tokenizer.json',)) as ex: tokens(ex, rows, 'train', out); tokens(ex, ev, 'eval', out)
    np.savez_compressed(f'pack_{base}.npz', **out); print(base, len(rows), 'rows,', len(own), 'written,', len(ev), 'to score')

if __name__ == '__main__':
    main(*sys.argv[1:])
