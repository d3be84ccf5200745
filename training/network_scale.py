"""How far averaging two students shrinks their log-odds: network_scale.py PARTS_A PARTS_B PARTS_SOUP ROWS.jsonl.gz [N]   (run in the work folder)

The mean of two sets of weights reads as well as either, but says everything with less force. calibrate.py and stack.py are fitted on
scores of single models, so the shipped network's log-odds are stretched by what this prints: a line through the two students' mean,
fitted on rows that may be trained on, whatever their labels.
"""
from __future__ import annotations
import random, sys
import numpy as np, torch
from export import parts
from network import Judge, batches, collate, tokenise
from rows_for_training import read

def scores(folder, pairs):
    m = Judge('base/e5'); sd = {(k if k.startswith('head') else 'body.' + k): torch.tensor(v) for k, v in parts(folder).items()}
    missing = [k for k in m.load_state_dict(sd, strict=False).missing_keys if 'position_ids' not in k]; assert not missing, missing
    m.eval(); out = np.zeros((len(pairs), 2))
    with torch.inference_mode():
        for idx in batches([len(a) + len(r) for a, r in pairs], 16): out[idx] = m(*collate('bert', [pairs[i] for i in idx], 'cpu')).numpy()
    return out

def main(a, b, soup, rows, n='160'):
    torch.set_num_threads(1)
    pool = [r for r in read(rows) if r['split'] == 'train' and r['lang'] == 'en' and r['src'] in ('gptfuzz_labeled', 'jbb_artifacts', 'xstest_v2', 'rethinking_jailbreak')]
    pick = random.Random(5).sample(pool, int(n)); pairs = tokenise('base/e5/tokenizer.json', [(r['A'], r['R']) for r in pick], 160, 1)
    x, y = scores(soup, pairs), (scores(a, pairs) + scores(b, pairs)) / 2
    for j, name in enumerate(('refused', 'succeeded')):
        slope, shift = np.polyfit(x[:, j], y[:, j], 1); print(f'{name}: slope {slope:.3f} shift {shift:.3f} correlation {np.corrcoef(x[:, j], y[:, j])[0, 1]:.4f}')

if __name__ == '__main__':
    main(*sys.argv[1:])
