"""Writes the rows the teacher graded, in its order, followed by those it has not graded, and the real rows; and the graded rows with
their grades for the rules (test/bench/judge-fit.ts): dump_pool.py TEACHER.npz (run in the work folder)"""
import gzip, json, os, sys
import numpy as np
import stages
from own_rows import plain_answers
from rows_for_training import read
from written import from_written, lawful, twins, written

def write(path, rows):
    with gzip.open(path, 'wt', encoding='utf8', compresslevel=3) as f:
        for r in rows: f.write(json.dumps(r, ensure_ascii=False) + '\n')

grades = np.load(sys.argv[1])['P'].astype(float); pool = read('graded.jsonl.gz') if os.path.exists('graded.jsonl.gz') else stages.pool(); own = written()
assert len(pool) == len(grades), 'the teacher graded other rows'
write('pool.jsonl.gz', pool + plain_answers() + own + from_written(own) + twins(pool) + lawful())
write('real.jsonl.gz', [r for r in read('rows.jsonl.gz') if r['src'] != 'own'])
write('fit-pool.jsonl.gz', [{**{k: r[k] for k in ('src', 'A', 'R', 'lang', 'refused', 'succ')}, 'teacher': [round(float(x), 3) for x in t]} for r, t in zip(pool, grades)])
print(len(pool), 'graded,', len(own), 'written')
