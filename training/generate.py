"""Writes answers with the small permitted model (Qwen2.5-Coder-1.5B-Instruct, Apache-2.0) on a GPU.

generate.py TASKS.json TOKENIZER_DIR OUT.jsonl.gz
First translates requests, then answers every request in the manners of generation_tasks.MANNERS.
"""
from __future__ import annotations
import gzip, json, random, sys, time
import torch
from tokenizers import Tokenizer
from generation_tasks import MANNERS, NAMES

def chat(system: str, user: str, prefill: str) -> str:
    return f'<|im_start|>system\n{system}<|im_end|>\n<|im_start|>user\n{user}<|im_end|>\n<|im_start|>assistant\n{prefill}'

@torch.inference_mode()
def sample(model, tok, prompts, max_new, temperature, batch, deadline):
    """Sampled continuations; prompts sorted by length so that little is padded."""
    order = sorted(range(len(prompts)), key=lambda i: len(prompts[i])); out = [None] * len(prompts)
    eos, pad = 151645, 151643
    for s in range(0, len(order), batch):
        if time.time() > deadline: break
        idx = order[s:s + batch]; enc = [tok.encode(prompts[i], add_special_tokens=False).ids[-400:] for i in idx]; n = max(map(len, enc))
        ids = torch.tensor([[pad] * (n - len(e)) + e for e in enc], device='cuda'); mask = torch.tensor([[0] * (n - len(e)) + [1] * len(e) for e in enc], device='cuda')
        kw = dict(do_sample=True, temperature=temperature, top_k=40) if temperature else dict(do_sample=False)
        y = model.generate(input_ids=ids, attention_mask=mask, max_new_tokens=max_new, eos_token_id=eos, pad_token_id=pad, **kw)[:, n:].tolist()
        for i, t in zip(idx, y):
            if eos in t: t = t[:t.index(eos)]
            out[i] = tok.decode([x for x in t if x != pad])
        print(f'{s + len(idx)}/{len(order)} {time.time() - T0:.0f}s', flush=True)
    return out

def main(tasks, tokdir, to, seconds):
    global T0; T0 = time.time(); end = T0 + float(seconds)
    import qwen
    tok = Tokenizer.from_file(f'{tokdir}/tokenizer.json'); model = qwen.load_raw('qwen.raw', 'qwen_index.json')
    print('loaded', time.time() - T0, flush=True)
    torch.manual_seed(3); rng = random.Random(3)
    T = json.load(open(tasks)); R = [tuple(r) for r in T['requests']]
    p = [chat('You translate. Reply with the translation only.', f'Translate into {NAMES.get(l, "Simplified Chinese")}: {t}', '') for l, t, _ in T['translate']]
    y = sample(model, tok, p, 90, 0, 1500, end)
    R += [(l, s.strip().split('\n')[0], h) for (l, _, h), s in zip(T['translate'], y) if s and s.strip()]
    jobs = []
    for lang, text, harmful in R:
        for m, (refused, succ, en, zh, pen, pzh, share) in MANNERS.items():
            if not harmful and m not in ('natural', 'refuse_own', 'refuse_long', 'offtopic'): continue
            s = share * (1.6 if lang == 'zh' else 1) * (.35 if not harmful and m != 'natural' else 1) * (.6 if lang not in ('en', 'zh') else 1)
            for _ in range(int(s) + (rng.random() < s % 1)):
                sysm = zh if lang == 'zh' else en + (f' Answer in {NAMES[lang]}.' if lang in NAMES else '')
                pre = rng.choice(pzh if lang == 'zh' else pen) if lang in ('en', 'zh') else ''
                jobs.append(dict(lang=lang, obj=text, prefill=pre, manner=m, refused=refused, succ=succ if harmful else 0, benign=not harmful, p=chat(sysm, text, pre)))
    rng.shuffle(jobs); print('jobs', len(jobs), flush=True)
    done = 0
    with gzip.open(to, 'wt', encoding='utf8') as f:
        for s in range(0, len(jobs), 4500):   # in slices, so that a deadline leaves an even sample
            if time.time() > end: break
            part = jobs[s:s + 4500]
            for j, t in zip(part, sample(model, tok, [j['p'] for j in part], 200, .9, 1500, end)):
                if t is None: continue
                t = (j['prefill'] + t).strip()
                if len(t) < 2: continue
                if not j['benign'] or j['manner'] == 'natural': pass
                f.write(json.dumps({k: j[k] for k in ('lang', 'obj', 'manner', 'refused', 'succ', 'benign')} | {'resp': t}, ensure_ascii=False) + '\n'); done += 1
            f.flush()
    print('wrote', done, time.time() - T0)

if __name__ == '__main__':
    main(*sys.argv[1:])
