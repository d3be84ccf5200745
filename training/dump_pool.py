"""Writes the rows the teacher graded, in its order, and the real rows, for the linear model, and the graded rows with their grades for
the rules (test/bench/judge-fit.ts): dump_pool.py TEACHER.npz (run in the work folder)"""
import gzip, json, sys
import numpy as np
import stages
from own_rows import plain_answers
from rows_for_training import read

def write(path, rows):
    with gzip.open(path, 'wt', encoding='utf8') as f:
        for r in rows: f.write(json.dumps(r, ensure_ascii=False) + '\n')

pool, grades = stages.pool(), np.load(sys.argv[1])['P'].astype(float)
assert len(pool) == len(grades), 'the teacher graded other rows'
write('pool.jsonl.gz', pool + plain_answers())   # the last of these the teacher has not graded
write('real.jsonl.gz', [r for r in read('rows.jsonl.gz') if r['src'] != 'own'])
write('fit-pool.jsonl.gz', [{**{k: r[k] for k in ('src', 'A', 'R', 'lang', 'refused', 'succ')}, 'teacher': [round(float(x), 3) for x in t]} for r, t in zip(pool, grades)])
