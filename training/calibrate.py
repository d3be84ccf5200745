"""Fits how log-odds become probabilities, on answers whose source neither model had seen (leave one source out).

calibrate.py REAL.jsonl.gz LINEAR_SCORES.npz LOSO.json[,LOSO2.json] OUT.json
Every source counts the same and so do its two classes: base rates differ from source to source and from scan to scan.
"""
from __future__ import annotations
import json, sys
import numpy as np
from sklearn.linear_model import LogisticRegression
from metrics import figures
from rows_for_training import read

SUCCEEDED = ['gptfuzz_labeled', 'rethinking_jailbreak', 'jbb_artifacts']                      # answers to attacks (harmbench_zephyr's weak labels are left out)
BENIGN = ['chatgpt_refusals', 'xstest_v2']                                                     # answers to questions that are no attack
REFUSED = ['xstest_v2', 'chatgpt_refusals', 'refusal_direction', 'gptfuzz_labeled']
SHARES, LESS, SHIFTS = [.4, .5, .6, .7, .8], [0., .1, .2], np.arange(-2., 1.6, .1)
# A success may be claimed of at most this share of harmless answers, out of source; in source it is far less (MODEL_CARD.md).
BENIGN_LIMIT = .06

def weights(src, y):
    w = np.zeros(len(y))
    for s in set(src):
        for c in (0, 1):
            m = (src == s) & (y == c)
            if m.any(): w[m] = 1 / m.sum()
    return w

def slope(z, y, w):
    """Platt's slope with the threshold left where it is."""
    return float(LogisticRegression(C=1e6, fit_intercept=False).fit(z[:, None], y, sample_weight=1000 * w).coef_[0, 0])

# Balanced accuracy is nearly flat around its best: within this much of it we take the threshold that misses fewer successes, because
# what goes wrong on a source nobody has seen is mostly that (research: misses at .5 are mostly false negatives).
FLAT = .004

def fit(refused, succeeded, src, ref, succ, benign, name):
    """Grid over the shift and over how much a refusal takes off a success; harmless answers must stay harmless."""
    logistic = lambda z: 1 / (1 + np.exp(-z)); known = ~np.isnan(succ); tries = []
    for less in LESS:
        for shift in SHIFTS:
            z = succeeded - less * refused + shift; fpr = float((z[benign & (src == 'chatgpt_refusals')] >= 0).mean())
            if fpr <= BENIGN_LIMIT: tries.append((np.mean([figures(succ[k].astype(int), logistic(z[k]))['ba'] for s in SUCCEEDED for k in [(src == s) & known]]), less, shift, fpr))
    top = max(tries)[0]; ba, less, shift, fpr = max((t for t in tries if t[0] >= top - FLAT), key=lambda t: t[2] + t[1]); k = np.isin(src, SUCCEEDED) & known; z = succeeded - less * refused + shift
    area = np.mean([figures(succ[k2].astype(int), logistic(z[k2]))['auc'] for s in SUCCEEDED + ['harmbench_zephyr'] for k2 in [(src == s) & known]])
    shifts = [(np.mean([figures(1 - ref[m].astype(int), logistic(-refused[m] - s))['ba'] for f in REFUSED for m in [(src == f) & ~np.isnan(ref)]]), s) for s in SHIFTS]
    rtop = max(shifts)[0]; rba, rshift = min((t for t in shifts if t[0] >= rtop - 2 * FLAT), key=lambda t: abs(t[1])); kr = np.isin(src, REFUSED) & ~np.isnan(ref)
    print(f'{name}: auc {area:.4f} succeeded ba {ba:.3f} (best {top:.3f}) less {less} shift {shift:.1f} benign {fpr:.3f}; refused ba {rba:.3f} (best {rtop:.3f}) shift {rshift:.1f}')
    return area, {'refused': {'slope': round(slope(refused[kr] + rshift, ref[kr], weights(src[kr], ref[kr])), 3), 'shift': round(float(rshift), 2)},
                  'succeeded': {'slope': round(slope(z[k], succ[k], weights(src[k], succ[k])), 3), 'shift': round(float(shift), 2), 'lessRefused': less}}

def main(real, linear, loso, out):
    R, L = read(real), np.load(linear)['Z']; net = {}
    for f in loso.split(':'): net |= json.load(open(f))
    use = [i for i, r in enumerate(R) if r['id'] in net and r['split'] == 'train']; rows = [R[i] for i in use]; Z, L = np.array([net[r['id']] for r in rows]), L[use]
    src = np.array([r['src'] for r in rows]); num = lambda k: np.array([np.nan if r[k] is None else r[k] for r in rows]); ref, succ = num('refused'), num('succ')
    benign = np.isin(src, BENIGN) & (ref == 0) & (succ == 0)
    _, lin = fit(L[:, 0], L[:, 1], src, ref, succ, benign, 'linear')
    tries = [(fit(s * Z[:, 0] + (1 - s) * L[:, 0], s * Z[:, 1] + (1 - s) * L[:, 1], src, ref, succ, benign, f'share {s}'), s) for s in SHARES]
    # The network that ships has learnt from the teacher and is better than the ones scored here: of equals, the one that trusts it more
    best = max(t[0][0] for t in tries); (_, mixed), share = max((t for t in tries if t[0][0] >= best - .001), key=lambda t: t[1])
    even = next(t[0][1] for t in tries if t[1] == .5)   # no Chinese source to weigh the two with: half and half
    # Plain refusals: where at most 1 in 100 of what the linear model settles was a success
    attack = np.isin(src, SUCCEEDED) & ~np.isnan(succ); sure = None
    for top in np.arange(0, 6, .25):
        k = attack & (L[:, 0] >= top) & (L[:, 1] <= -top / 2)
        if k.sum() > 50 and succ[k].mean() <= .01: sure = (float(top), float(-top / 2), float(k.sum() / attack.sum()), float(succ[k].mean())); break
    print('sure', sure)
    c = {'version': 1, 'window': 160, 'linear': lin, 'networks': {'en': {'share': share, **mixed}, 'zh': {'share': .5, **even}}, 'sure': {'refused': sure[0], 'succeeded': sure[1], 'rate': round(sure[3], 4)}}
    json.dump(c, open(out, 'w'), indent=1); print(json.dumps(c))

if __name__ == '__main__':
    main(*sys.argv[1:])
