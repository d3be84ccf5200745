"""The mean of two students' weights, tuned from the same base with other seeds and rates: reads sources it has not seen a little better
than either. soup.py PARTS_A PARTS_B OUT_DIR"""
import glob, io, os, sys
import numpy as np

def load(folder):
    return dict(np.load(io.BytesIO(b''.join(open(f, 'rb').read() for f in sorted(glob.glob(f'{folder}/part*'))))))

def main(a, b, out):
    a, b, mean = load(a), load(b), {}
    for k in a:
        if k.endswith('#s'): continue
        if k.endswith('#q'):
            s = k[:-2] + '#s'; w = (a[k].astype(np.float32) * a[s][:, None] + b[k].astype(np.float32) * b[s][:, None]) / 2
            mean[s] = np.maximum(np.abs(w).max(1), 1e-8) / 127; mean[k] = np.rint(w / mean[s][:, None]).astype(np.int8)
        else: mean[k] = ((a[k].astype(np.float32) + b[k].astype(np.float32)) / 2).astype(a[k].dtype)
    os.makedirs(out, exist_ok=True); np.savez(f'{out}/whole.npz', **mean); os.rename(f'{out}/whole.npz', f'{out}/part0')

if __name__ == '__main__':
    main(*sys.argv[1:])
