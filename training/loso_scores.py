"""Joins the out-of-source scores of all folds into one file by row: loso_scores.py BASE VARIANT OUT.json (run in the work folder)"""
import glob, json, sys
import numpy as np

base, variant, out = sys.argv[1:]; ids = np.load(f'pack_{base}.npz')['eval_id']; scores = {}
for f in sorted(glob.glob(f'out/loso_{base}_{variant}_1_*.npz')):
    x = np.load(f)
    for at, z in zip(x['at'], x['z160'].astype(float)): scores[str(ids[at])] = [round(float(v), 3) for v in z]
json.dump(scores, open(out, 'w')); print(len(scores))
