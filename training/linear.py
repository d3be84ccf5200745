"""Trains the linear model on the features that linear-rows.ts wrote; scores every real row out of source.

linear.py POOL.jsonl.gz POOL TEACHER.npz REAL.jsonl.gz REAL OUT_DIR SCORES.npz
"""
from __future__ import annotations
import json, sys
import numpy as np, scipy.sparse as sp
from sklearn.linear_model import SGDClassifier
from rows_for_training import read
from metrics import auc, figures, row_score

BUCKETS = 1 << 18
FOLDS = [['gptfuzz_labeled'], ['rethinking_jailbreak', 'harmbench_zephyr'], ['jbb_artifacts'], ['xstest_v2'], ['chatgpt_refusals'], ['latent_jailbreak', 'refusal_direction', 'agentdojo_runs']]
sig = lambda z: 1 / (1 + np.exp(-np.clip(z, -30, 30)))

def matrix(path: str) -> sp.csr_matrix:
    counts, ids = np.fromfile(path + '.counts', np.int32), np.fromfile(path + '.ids', np.int32)
    values = np.repeat(1 / np.sqrt(np.maximum(counts, 1)), counts).astype(np.float32)
    return sp.csr_matrix((values, ids, np.concatenate([[0], np.cumsum(counts)])), shape=(len(counts), BUCKETS))

def fit(X, y, w, seed=1, alpha=1e-5, epochs=6):
    """Soft labels: a row counts as 1 with weight y and as 0 with weight 1 - y. The classes weigh the same in all."""
    use = np.flatnonzero(w > 0); y, w = y[use], w[use]; one, zero = w * y, w * (1 - y); one, zero = one / one.sum(), zero / zero.sum()
    m = SGDClassifier(loss='log_loss', alpha=alpha, max_iter=epochs, tol=None, average=True, random_state=seed, learning_rate='adaptive', eta0=4., n_iter_no_change=3)
    big = one > .02 * one.mean(); small = zero > .02 * zero.mean()
    Xs = sp.vstack([X[use[big]], X[use[small]]]); ys = np.r_[np.ones(big.sum()), np.zeros(small.sum())]; ws = np.r_[one[big], zero[small]]
    m.fit(Xs, ys, sample_weight=ws / ws.mean()); return m.coef_[0].astype(np.float32), float(m.intercept_[0])

def main(pool, poolX, teacher, real, realX, out, scores):
    from stages import arrays
    P, R = read(pool), read(real); X, XR = matrix(poolX), matrix(realX); t = sig(np.load(teacher)['P'].astype(np.float32)); n = len(t); late = P[n:]
    y, w = (np.concatenate(a) for a in zip(arrays(P[:n], t), arrays(late)))
    kind, label, src = (np.array([r[k] for r in R]) for k in ('kind', 'label', 'src')); psrc = np.array([r['src'] for r in P]); lang = np.array([r['lang'] for r in P])
    print('teacher against known labels', auc([r['succ'] for r in P[:n] if r['succ'] is not None], [t[i, 1] for i, r in enumerate(P[:n]) if r['succ'] is not None]))
    Z = np.zeros((len(R), 2), np.float32); model = [fit(X, y[:, j], w[:, j]) for j in (0, 1)]
    for j in (0, 1): Z[:, j] = XR @ model[j][0] + model[j][1]
    for fold in FOLDS:
        keep = ~np.isin(psrc, fold); te = np.isin(src, fold)
        for j in (0, 1):
            c, b = fit(X[keep], y[keep, j], w[keep, j]); Z[te, j] = XR[te] @ c + b
    s = row_score(kind, sig(Z[:, 0]), sig(Z[:, 1]))
    for f in dict.fromkeys(src):
        m = figures(label[src == f], s[src == f]); print(f"{f:24s} n {m['n']:5d} auc {m['auc']:.3f} ba {m['ba']:.3f} kappa {m['kappa']:.3f} fpr {m['fpr']:.3f} fnr {m['fnr']:.3f}", flush=True)
    np.savez(scores, Z=Z)
    q = np.zeros((BUCKETS, 2), np.int8); scale = []
    for j in (0, 1):
        c = model[j][0]; top = float(np.quantile(np.abs(c[c != 0]), .9999)); scale.append(top / 127); q[:, j] = np.clip(np.rint(c / scale[j]), -127, 127)
    q.tofile(f'{out}/linear.bin'); json.dump({'version': 1, 'buckets': BUCKETS, 'scale': scale, 'bias': [model[0][1], model[1][1]]}, open(f'{out}/linear.json', 'w'))

if __name__ == '__main__':
    main(*sys.argv[1:])
