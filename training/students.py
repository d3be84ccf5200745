"""Trains and scores the small readers on packed rows (pack.py). Needs torch, numpy and safetensors only; made for one large GPU.

students.py loso BASE FOLDS VARIANT SEED EPOCHS LR BATCH  out-of-source scores of every real row, by models that have not seen its source
students.py student BASE SEED LR EPOCHS [VARIANT]       a student on everything, and its scores of files that nothing is trained on
students.py soup BASE SEEDS                              the mean of students that were trained from the same base
students.py tune BASE                                    one more epoch from that mean
VARIANT: letters out of t (the teacher's grades are used), w (written rows are used), d (they count double), x (no agents' and
translation tasks), or - for none.
"""
from __future__ import annotations
import io, json, math, os, random, sys, time
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from metrics import figures, row_score

DEV = 'cuda' if torch.cuda.is_available() else 'cpu'
torch.backends.cuda.matmul.allow_tf32 = True; torch.backends.cuda.enable_cudnn_sdp(False); torch.set_num_threads(1)   # cuDNN's attention: one step in eight has an infinite gradient
FOLDS = [['gptfuzz_labeled'], ['rethinking_jailbreak', 'harmbench_zephyr'], ['jbb_artifacts'], ['xstest_v2'], ['chatgpt_refusals'],
         ['latent_jailbreak', 'refusal_direction', 'agentdojo_runs'], ['written']]
WINDOWS, READ = (192, 160, 160, 128), (160,)
sig = lambda z: 1 / (1 + np.exp(-np.clip(z, -30, 30)))

class Bert(nn.Module):
    """A BERT encoder with the mean of its last layer and one linear layer with two logits. Parameters have the names of the original."""
    def __init__(self, folder: str, seed: int):
        super().__init__()
        from safetensors.torch import load_file
        c = json.load(open(f'{folder}/config.json'))['cfg']; sd = load_file(f'{folder}/weights.safetensors'); torch.manual_seed(seed)
        self.heads, self.layers, hidden = c['num_attention_heads'], c['num_hidden_layers'], c['hidden_size']; self.p = nn.ParameterDict()
        for k, v in sd.items():
            if k.endswith('#s') or 'position_ids' in k or k.startswith('pooler'): continue
            v = v.float() * sd[k[:-2] + '#s'].unsqueeze(1) if k.endswith('#q') else v.float()
            self.p[k.removesuffix('#q').replace('.', '/')] = nn.Parameter(v)
        self.head = nn.Linear(hidden, 2); nn.init.normal_(self.head.weight, std=.02); nn.init.zeros_(self.head.bias)

    def forward(self, ids, mask, types, drop=.1):
        p = lambda k: self.p[k.replace('.', '/')]; d = drop if self.training else 0.; n, t = ids.shape
        lin = lambda x, k: F.linear(x, p(k + '.weight'), p(k + '.bias')); norm = lambda x, k: F.layer_norm(x, x.shape[-1:], p(k + '.weight'), p(k + '.bias'), 1e-12)
        x = F.embedding(ids, p('embeddings.word_embeddings.weight')) + p('embeddings.position_embeddings.weight')[:t] + F.embedding(types, p('embeddings.token_type_embeddings.weight'))
        x = F.dropout(norm(x, 'embeddings.LayerNorm'), d, self.training); h = x.shape[-1]; far = torch.zeros(n, 1, 1, t, device=x.device).masked_fill(~mask[:, None, None], -1e4)
        for l in range(self.layers):
            o = f'encoder.layer.{l}.'; q, k, v = (lin(x, o + f'attention.self.{s}').view(n, t, self.heads, h // self.heads).transpose(1, 2) for s in ('query', 'key', 'value'))
            a = F.scaled_dot_product_attention(q, k, v, attn_mask=far.to(q.dtype), dropout_p=d / 2).transpose(1, 2).reshape(n, t, h)
            x = norm(x + F.dropout(lin(a, o + 'attention.output.dense'), d, self.training), o + 'attention.output.LayerNorm')
            x = norm(x + F.dropout(lin(F.gelu(lin(x, o + 'intermediate.dense')), o + 'output.dense'), d, self.training), o + 'output.LayerNorm')
        m = mask.unsqueeze(-1).to(x.dtype)
        return self.head(F.dropout((x * m).sum(1) / m.sum(1), .1, self.training).float())

class Rows:
    """Token ids of request and answer, laid out once for each window and kept on the device."""
    def __init__(self, d, name, windows, special):
        a, r = (np.split(d[f'{name}_{k}'].astype(np.int32), np.cumsum(d[f'{name}_{k}n'])[:-1]) for k in 'ar'); cls, sep = special; self.at = {}
        for w in sorted(set(windows)):
            ids = np.zeros((len(a), w), np.int32); first, n = np.zeros(len(a), np.int32), np.zeros(len(a), np.int32)
            for i, (x, y) in enumerate(zip(a, r)):
                room = w - 3 - len(x)
                if len(y) > room: tail = room // 3; y = np.concatenate([y[:room - tail], y[len(y) - tail:]])
                s = np.concatenate([[cls], x, [sep], y, [sep]]); ids[i, :len(s)] = s; first[i], n[i] = len(x) + 2, len(s)
            self.at[w] = tuple(torch.tensor(v, device=DEV) for v in (ids, first, n)) + (n,)

    def batch(self, idx, w):
        ids, first, n, cpu = self.at[w]; t = int(cpu[idx].max()); t += -t % 8; t = min(t, w); i = torch.tensor(idx, device=DEV); k = torch.arange(t, device=DEV)
        return ids[i, :t].long(), k < n[i][:, None], (k >= first[i][:, None]).long() * (k < n[i][:, None]).long()

def order(lengths, size, rng):
    idx = list(range(len(lengths))); rng.shuffle(idx); out = []
    for s in range(0, len(idx), size * 40):
        part = sorted(idx[s:s + size * 40], key=lambda i: lengths[i]); out += [part[i:i + size] for i in range(0, len(part), size)]
    rng.shuffle(out); return out

def train(m, rows, keep, y, w, *, epochs=3, batch=64, lr=6e-5, seed=1, log='', decay=.998):
    """Returns the mean of the weights over the last few hundred steps: it reads what it has not seen better than the last ones do."""
    torch.manual_seed(seed); rng = random.Random(seed); m.to(DEV).train(); Y, W = (torch.tensor(v, dtype=torch.float32, device=DEV) for v in (y, w)); t0 = time.time()
    body, head = [p for n, p in m.named_parameters() if not n.startswith('head')], list(m.head.parameters())
    opt = torch.optim.AdamW([{'params': [p for p in body if p.ndim > 1], 'weight_decay': .01}, {'params': [p for p in body if p.ndim < 2], 'weight_decay': 0}, {'params': head, 'weight_decay': .01, 'lr': lr * 10}], lr=lr, fused=DEV == 'cuda')
    total, step, skipped, run = epochs * math.ceil(len(keep) / batch), 0, 0, 0.; ps = list(m.parameters()); mean = [p.detach().clone() for p in ps]
    sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min((s + 1) / (.06 * total), max(0.02, (total - s) / (.94 * total)))); n192 = rows.at[WINDOWS[0]][3][keep]
    for e in range(epochs):
        for b in order(n192, batch, rng):
            idx = keep[b]; ids, mask, types = rows.batch(idx, rng.choice(WINDOWS)); i = torch.tensor(idx, device=DEV)
            with torch.autocast(DEV, torch.bfloat16): z = m(ids, mask, types)
            loss = (F.binary_cross_entropy_with_logits(z, Y[i] * .98 + .01, reduction='none') * W[i]).sum() / W[i].sum().clamp_min(1)
            opt.zero_grad(set_to_none=True); loss.backward(); g = torch.nn.utils.clip_grad_norm_(ps, 1.)
            if torch.isfinite(g): opt.step()
            else: skipped += 1
            sched.step(); step += 1
            with torch.no_grad(): torch._foreach_lerp_(mean, ps, 1 - min(decay, (step + 1) / (step + 10)))
            if step % 100 == 0: run = float(loss.detach()); os.environ.get('TRACE') and print(log, step, total, f'{run:.3f} {time.time() - t0:.0f}s skipped {skipped}', flush=True)
        print(f'{log} epoch {e + 1} loss {run:.4f} {time.time() - t0:.0f}s steps {step} skipped {skipped}', flush=True)
    with torch.no_grad():
        for p, a in zip(ps, mean): p.copy_(a)
    return m

@torch.inference_mode()
def score(m, rows, keep, window=160, batch=512):
    m.to(DEV).eval(); out = np.zeros((len(keep), 2), np.float32); n = rows.at[window][3][keep]; by = np.argsort(n, kind='stable')
    for s in range(0, len(by), batch):
        b = by[s:s + batch]
        with torch.autocast(DEV, torch.bfloat16): out[b] = m(*rows.batch(keep[b], window)).float().cpu().numpy()
    return out

def load(base, training=True):
    d = dict(np.load(f'pack_{base}.npz')); special = tuple(int(x) for x in d['special'])
    return d, Rows(d, 'train', WINDOWS, special) if training else None, Rows(d, 'eval', READ, special)

def target(d, variant):
    how = 'teach' if 't' in variant else 'label'; w = d['w_' + how].copy(); src = d['train_src']
    if 'w' not in variant: w[np.isin(src, ['written', 'twin'])] = 0
    if 'd' in variant: w[src == 'written'] *= 2
    if 'x' in variant: w[np.isin(src, ['latent_jailbreak', 'agentdojo_runs'])] = 0
    return d['y_' + how], w

def show(name, d, keep, z):
    p = sig(z); s = row_score(d['eval_kind'][keep], p[:, 0], p[:, 1]); y, src = d['eval_label'][keep], d['eval_src'][keep]; all_ = []
    for f in dict.fromkeys(src):
        k = (src == f) & (y >= 0)
        if k.sum() < 20: continue
        g = figures(y[k], s[k]); all_.append(g); print(f"  {name} {f:24s} n {g['n']:5d} auc {g['auc']:.4f} ba {g['ba']:.3f} kappa {g['kappa']:.3f} fpr {g['fpr']:.3f} fnr {g['fnr']:.3f}")
    print(f"  {name} macro auc {np.nanmean([g['auc'] for g in all_]):.4f} ba {np.mean([g['ba'] for g in all_]):.4f}", flush=True)

def loso(base, folds, variant='tw', seed='1', epochs='3', lr='6e-5', batch='64', tag=''):
    d, rows, ev = load(base); y, w = target(d, variant)
    for k in map(int, folds.split(',')):
        keep = np.flatnonzero(~np.isin(d['train_src'], FOLDS[k]) & (w.sum(1) > 0) & d[f'train_{base}']); m = train(Bert(f'base/{base}', int(seed)), rows, keep, y, w, epochs=int(epochs), lr=float(lr), batch=int(batch), seed=int(seed), log=f'loso {variant}{tag} {seed} {k}')
        te = np.flatnonzero(np.isin(d['eval_src'], FOLDS[k])); z = {w: score(m, ev, te, w) for w in READ}
        for size in READ: show(f'loso {variant}{tag} {seed} {size}', d, te[d['eval_label'][te] >= 0], z[size][d['eval_label'][te] >= 0])
        np.savez_compressed(f'out/loso_{base}_{variant}{tag}_{seed}_{k}.npz', at=te, **{f'z{w}': z[w].astype(np.float16) for w in READ})

def student(base, seed, lr, epochs, variant='tw', batch='64'):
    d, rows, ev = load(base); y, w = target(d, variant); keep = np.flatnonzero((w.sum(1) > 0) & d[f'train_{base}'])
    m = train(Bert(f'base/{base}', int(seed)), rows, keep, y, w, epochs=int(epochs), lr=float(lr), batch=int(batch), seed=int(seed), log=f'student {base} {seed}')
    save(m, f'out/student_{base}_{seed}'); report(m, d, ev, f'student_{base}_{seed}')

def report(m, d, ev, name):
    te = np.arange(len(d['eval_label'])); z = {w: score(m, ev, te, w) for w in READ}; k = np.flatnonzero(d['eval_test'] & (d['eval_label'] >= 0))
    for w in READ: show(f'{name} {w}', d, k, z[w][k])
    np.savez_compressed(f'out/{name}_scores.npz', **{f'z{w}': z[w].astype(np.float16) for w in READ})

def soup(base, seeds):
    """The mean of several students' weights: reads what they have not seen a little better than each of them."""
    d, _, ev = load(base, False); m = Bert(f'base/{base}', 1); sets = [torch.load(f'out/student_{base}_{s}/whole.pt') for s in seeds.split(',')]
    m.load_state_dict({k: sum(x[k].double() for x in sets).div(len(sets)).float() for k in sets[0]}); save(m, f'out/soup_{base}'); report(m, d, ev, f'soup_{base}')

def tune(base):
    """One gentle epoch from the mean: averaging takes the force from what a network says, this gives it back."""
    d, rows, ev = load(base); y, w = target(d, 'tw'); keep = np.flatnonzero((w.sum(1) > 0) & d[f'train_{base}']); m = Bert(f'base/{base}', 1); m.load_state_dict(torch.load(f'out/soup_{base}/whole.pt'))
    m = train(m, rows, keep, y, w, epochs=1, lr=3e-5, batch=128, seed=11, log='tune', decay=.99); save(m, f'out/tuned_{base}'); report(m, d, ev, f'tuned_{base}')

def save(m, to):
    """Matrices as float16, the token table as int8 per row (it ships with fewer bits), cut into parts that travel."""
    os.makedirs(to, exist_ok=True); d = {}; torch.save({k: v.detach().cpu() for k, v in m.state_dict().items()}, f'{to}/whole.pt')
    for k, v in m.state_dict().items():
        k, v = k.removeprefix('p.').replace('/', '.'), v.detach().float().cpu()
        if 'word_embeddings' in k:
            s = v.abs().amax(1, keepdim=True).clamp_min(1e-8) / 127; d[k + '#q'] = (v / s).round().to(torch.int8).numpy(); d[k + '#s'] = s.squeeze(1).numpy()
        else: d[k] = v.half().numpy() if v.ndim == 2 else v.numpy()
    b = io.BytesIO(); np.savez(b, **d); b = b.getvalue()
    for i in range(0, len(b), 15_000_000): open(f'{to}/part{i // 15_000_000}', 'wb').write(b[i:i + 15_000_000])

if __name__ == '__main__':
    os.makedirs('out', exist_ok=True); globals()[sys.argv[1]](*sys.argv[2:])
