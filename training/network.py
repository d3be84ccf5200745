"""Encoders with two outputs (refused, succeeded): loading, training, scoring. Used for teachers and for the shipped students."""
from __future__ import annotations
import json, math, random, time
from concurrent.futures import ProcessPoolExecutor
import numpy as np, torch, torch.nn as nn, torch.nn.functional as F
from tokenizers import Tokenizer
from window import pair

def base_state(folder: str) -> tuple[dict, dict]:
    from safetensors.torch import load_file
    c = json.load(open(f'{folder}/config.json')); sd = load_file(f'{folder}/weights.safetensors'); out = {}
    for k, v in sd.items():
        if k.endswith('#s'): continue
        out[k.removesuffix('#q')] = v.float() * sd[k[:-2] + '#s'].unsqueeze(1) if k.endswith('#q') else v.float()
    return c, out

class Judge(nn.Module):
    """Mean of the last layer, then one linear layer with two logits."""
    def __init__(self, folder: str, qwen=None):
        super().__init__()
        if qwen is not None:
            self.arch, self.body, hidden = 'qwen', qwen.model, qwen.config.hidden_size
        else:
            from transformers import BertConfig, BertModel, MPNetConfig, MPNetModel
            c, sd = base_state(folder); self.arch = c['arch']; hidden = c['cfg']['hidden_size']; self.cfg = c['cfg']
            C, M = (BertConfig, BertModel) if self.arch == 'bert' else (MPNetConfig, MPNetModel)
            self.body = M(C(**c['cfg'], attention_probs_dropout_prob=.05), add_pooling_layer=False)
            r = self.body.load_state_dict(sd, strict=False); bad = [k for k in r.missing_keys if 'position_ids' not in k]
            assert not bad, bad
        self.head = nn.Linear(hidden, 2); nn.init.normal_(self.head.weight, std=.02); nn.init.zeros_(self.head.bias)

    def forward(self, ids, mask, types):
        kw = {'token_type_ids': types} if self.arch == 'bert' else ({'use_cache': False} if self.arch == 'qwen' else {})
        h = self.body(input_ids=ids, attention_mask=mask, **kw).last_hidden_state
        if self.arch == 'qwen':
            last = mask.sum(1) - 1
            return self.head(h[torch.arange(len(h), device=h.device), last].float())
        m = mask.unsqueeze(-1).to(h.dtype)
        return self.head(F.dropout((h * m).sum(1) / m.sum(1), .1, self.training).float())

_tok = None
def _init(path):
    global _tok; _tok = Tokenizer.from_file(path); _tok.no_padding(); _tok.no_truncation()
def _enc(args):
    a, r, size = args
    return pair(lambda t: _tok.encode(t, add_special_tokens=False).ids, a, r, size)

def tokenise(path: str, rows, size: int, workers: int = 8):
    """rows: (request, response) pairs -> list of (request ids, response ids)"""
    with ProcessPoolExecutor(workers, initializer=_init, initargs=(path,)) as ex:
        return list(ex.map(_enc, [(a, r, size) for a, r in rows], chunksize=256))

SPECIAL = {'bert': (101, 102, 102), 'mpnet': (0, 2, 2), 'qwen': (None, 151644, 151645)}

def collate(arch, pairs, device, cut=None):
    cls, mid, end = SPECIAL[arch]; pad = {'bert': 0, 'mpnet': 1, 'qwen': 151643}[arch]; seqs, types = [], []
    for a, r in pairs:
        if cut and len(a) + len(r) + 3 > cut:
            room = cut - 3 - len(a); t = room // 3; r = r[:room - t] + r[len(r) - t:]
        x = ([cls] if cls is not None else []) + a + [mid] + ([mid] if arch == 'mpnet' else []) + r + [end]
        seqs.append(x); types.append([0] * (len(x) - len(r) - 1) + [1] * (len(r) + 1))
    n = max(map(len, seqs))
    ids = torch.tensor([s + [pad] * (n - len(s)) for s in seqs]); tt = torch.tensor([t + [0] * (n - len(t)) for t in types])
    mask = torch.tensor([[1] * len(s) + [0] * (n - len(s)) for s in seqs])
    return ids.to(device, non_blocking=True), mask.to(device, non_blocking=True), tt.to(device, non_blocking=True)

def batches(lengths, size, rng=None):
    order = list(range(len(lengths)))
    if rng is None:
        order.sort(key=lambda i: lengths[i]); return [order[i:i + size] for i in range(0, len(order), size)]
    rng.shuffle(order); out = []
    for s in range(0, len(order), size * 40):
        part = sorted(order[s:s + size * 40], key=lambda i: lengths[i]); out += [part[i:i + size] for i in range(0, len(part), size)]
    rng.shuffle(out); return out

def train(model, pairs, target, weight, *, epochs=3, batch=64, lr=6e-5, seed=1, device='cuda', cuts=(None,), log=None, head_lr=None):
    """target, weight: [n, 2]; weight 0 where a question has no answer. Steps with a non-finite gradient are skipped."""
    torch.manual_seed(seed); rng = random.Random(seed); model.to(device).train()
    Y, Wt = torch.tensor(target, dtype=torch.float32), torch.tensor(weight, dtype=torch.float32); lens = [len(a) + len(r) for a, r in pairs]
    decay = [p for n, p in model.named_parameters() if p.ndim > 1 and p.requires_grad and not n.startswith('head')]; rest = [p for n, p in model.named_parameters() if p.ndim <= 1 and p.requires_grad and not n.startswith('head')]
    opt = torch.optim.AdamW([{'params': decay, 'weight_decay': .01, 'lr': lr}, {'params': rest, 'weight_decay': 0, 'lr': lr}, {'params': list(model.head.parameters()), 'weight_decay': .01, 'lr': head_lr or lr * 10}], lr=lr, fused=device == 'cuda')
    total = sum(math.ceil(len(pairs) / batch) for _ in range(epochs)); step = skipped = 0; t0 = time.time(); run = 0.
    sched = torch.optim.lr_scheduler.LambdaLR(opt, lambda s: min((s + 1) / (.06 * total), max(0., (total - s) / (.94 * total))))
    for e in range(epochs):
        for idx in batches(lens, batch, rng):
            ids, mask, tt = collate(model.arch, [pairs[i] for i in idx], device, rng.choice(cuts)); y, w = Y[idx].to(device), Wt[idx].to(device)
            with torch.autocast(device, torch.bfloat16): z = model(ids, mask, tt)
            loss = (F.binary_cross_entropy_with_logits(z.float(), y * .98 + .01, reduction='none') * w).sum() / w.sum().clamp_min(1)
            opt.zero_grad(set_to_none=True); loss.backward(); g = torch.nn.utils.clip_grad_norm_(model.parameters(), 1.)
            if torch.isfinite(g): opt.step()
            else: skipped += 1
            sched.step(); step += 1
            if step % 50 == 0: run = float(loss.detach())
        if log: print(f'{log} epoch {e + 1} loss {run:.4f} {time.time() - t0:.0f}s skipped {skipped}', flush=True)
    return model

@torch.inference_mode()
def score(model, pairs, batch=256, device='cuda', cut=None):
    model.to(device).eval(); out = np.zeros((len(pairs), 2), np.float32)
    for idx in batches([len(a) + len(r) for a, r in pairs], batch):
        ids, mask, tt = collate(model.arch, [pairs[i] for i in idx], device, cut)
        with torch.autocast(device, torch.bfloat16): out[idx] = model(ids, mask, tt).float().cpu().numpy()
    return out
