"""Writes the rows the teacher graded, in its order, and the real rows, for the linear model: dump_pool.py TEACHER.npz (run in the work folder)"""
import gzip, json, sys
import numpy as np
import stages
from own_rows import plain_answers
from rows_for_training import read

def write(path, rows):
    with gzip.open(path, 'wt', encoding='utf8') as f:
        for r in rows: f.write(json.dumps(r, ensure_ascii=False) + '\n')

pool = stages.pool()
assert len(pool) == len(np.load(sys.argv[1])['P']), 'the teacher graded other rows'
write('pool.jsonl.gz', pool + plain_answers())   # the last of these the teacher has not graded
write('real.jsonl.gz', [r for r in read('rows.jsonl.gz') if r['src'] != 'own'])
