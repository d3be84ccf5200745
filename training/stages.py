"""The large teacher and a baseline, on a GPU (students.py trains the small readers). Reads rows.jsonl.gz (+ generated.jsonl.gz), writes under out/."""
from __future__ import annotations
import json, os, random, sys, time
import numpy as np, torch
from network import Judge, tokenise, train, score
from rows_for_training import read, generated, augmented
from metrics import figures, row_score

torch.backends.cuda.matmul.allow_tf32 = True
SMALL = bool(os.environ.get('SMALL')); DEV = 'cpu' if SMALL else 'cuda'
RELIABLE = {'refuse_own', 'refuse_long', 'comply'}
import re
PRE = re.compile(r'^(Sure, here is|Of course! Here|Here is|Title:|Step 1:|1\. |To do this,|First,|Certainly\.|Okay,|好的，以下是|当然，|首先，|以下是|可以，|标题：|要做到这一点，)[ ：:]*')
sig = lambda z: 1 / (1 + np.exp(-np.clip(z, -30, 30)))

def test_rows(cap=1500):
    rng = random.Random(1); by = {}
    for r in read('rows.jsonl.gz'):
        if r['split'] == 'test': by.setdefault(r['src'], []).append(r)
    return [r for rows in by.values() for r in (rng.sample(rows, cap) if len(rows) > cap else rows)][::40 if SMALL else 1]

def show(name, rows, z):
    p = sig(z); s = row_score([r['kind'] for r in rows], p[:, 0], p[:, 1]); y = np.array([r['label'] for r in rows]); src = np.array([r['src'] for r in rows]); line = []
    for f in dict.fromkeys(src):
        m = figures(y[src == f], s[src == f]); line.append(m); print(f"  {name:10s} {f:24s} n {m['n']:5d} auc {m['auc']:.3f} ba {m['ba']:.3f} kappa {m['kappa']:.3f} fpr {m['fpr']:.3f} fnr {m['fnr']:.3f} brier {m['brier']:.3f}")
    print(f"  {name:10s} macro auc {np.nanmean([m['auc'] for m in line]):.4f} ba {np.mean([m['ba'] for m in line]):.4f}", flush=True)

def real_rows():
    rows = [r for r in read('rows.jsonl.gz') if r['split'] == 'train']; rng = random.Random(2)
    return [r for r in rows if not (r['src'] == 'gptfuzz_labeled' and r['refused'] == 1 and rng.random() < .4)][::60 if SMALL else 1]

def gen_rows():
    g, rng = generated('generated.jsonl.gz'), random.Random(9)
    for r in g:
        if r['manner'] == 'comply' and rng.random() < .6: r['R'] = PRE.sub('', r['R']) or r['R']
        if r['manner'] not in RELIABLE and not (r['benign'] and r['manner'] == 'natural'): r['refused'] = r['succ'] = None
        if r['benign']: r['refused'] = 1 if r['manner'].startswith('refuse') else None; r['succ'] = 0
    return g

def arrays(rows, teacher=None, mix=.5, filtered=True):
    """Targets and weights. Where a teacher's opinion is given: label and teacher are mixed; where only the teacher knows, it decides at less weight."""
    y, w = np.zeros((len(rows), 2), np.float32), np.zeros((len(rows), 2), np.float32)
    for i, r in enumerate(rows):
        for j, k in enumerate(('refused', 'succ')):
            own = r['src'] in ('generated',) or 'aug' in r
            if r[k] is not None: y[i, j], w[i, j] = r[k], r['w']
            if teacher is not None:
                t = teacher[i, j]
                if r[k] is None: y[i, j], w[i, j] = t, .5 * max(r['w'], .4)
                elif own and filtered and abs(t - r[k]) > .8: y[i, j], w[i, j] = t, .5 * r['w']   # made to order, but the teacher is sure it is not so
                else: y[i, j] = (1 - mix) * r[k] + mix * t
    return y, w

def fit(base, rows, teacher=None, *, size=256, epochs=3, lr=6e-5, batch=64, seed=1, cuts=(None,), log=None, mix=.5):
    m = Judge(f'base/{base}'); pairs = tokenise(f'base/{base}/tokenizer.json', [(r['A'], r['R']) for r in rows], size, 2 if SMALL else 6); y, w = arrays(rows, teacher, mix)
    return train(m, pairs, y, w, epochs=epochs, lr=lr, batch=batch, seed=seed, cuts=cuts, device=DEV, log=log or base)

def apply(m, base, rows, size=256, cut=None):
    return score(m, tokenise(f'base/{base}/tokenizer.json', [(r['A'], r['R']) for r in rows], size, 2 if SMALL else 6), device=DEV, cut=cut)

def pool():
    rows = real_rows() + gen_rows(); return rows + augmented(rows)

def baseline(base):
    rows = real_rows(); rows += augmented(rows); m = fit(base, rows, log='baseline ' + base); T = test_rows(); show(base, T, apply(m, base, T))

def teacher(base):
    """Trains on everything whose label is known, scores the whole pool and the tests."""
    P, T, t0 = pool(), test_rows(), time.time(); known = [r for r in P if r['src'] != 'generated' or r.get('manner') in RELIABLE]
    known = [r for r in known if r['refused'] is not None or r['succ'] is not None]
    if base == 'qwen':
        import qwen
        rng = random.Random(4); keep = [r for r in known if 'aug' not in r or rng.random() < .25]; rng.shuffle(keep); keep = keep[:22000]
        q = qwen.load_raw('qwen.raw', 'qwen_index.json', dtype=torch.float32); q.gradient_checkpointing_disable(); m = Judge('', q); q.lm_head = None
        tk = 'qtok/tokenizer.json'; enc = lambda rows: tokenise(tk, [(r['A'], r['R']) for r in rows], 320, 8)
        print('qwen loaded', time.time() - t0, len(keep), flush=True); y, w = arrays(keep)
        train(m, enc(keep), y, w, epochs=1, lr=1.2e-5, batch=48, log='qwen', head_lr=1e-4); m = m.bfloat16(); m.head.float()
        zT = score(m, enc(T), 256); show('qwen', T, zT); print(time.time() - t0, flush=True); zP = score(m, enc(P), 256)
    else:
        m = fit(base, known, size=320, epochs=3, lr=4e-5, log='teacher ' + base); zT = apply(m, base, T, 320); show(base, T, zT); zP = apply(m, base, P, 320)
    np.savez_compressed(f'out/teacher_{base}.npz', P=zP.astype(np.float16), T=zT.astype(np.float16)); print('teacher done', base, time.time() - t0, flush=True)

if __name__ == '__main__':
    os.makedirs('out', exist_ok=True)
    globals()[sys.argv[1]](*sys.argv[2:])
