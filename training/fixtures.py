"""Writes what the TypeScript tests compare with: token ids by the tokenizers library, logits by PyTorch over the shipped (few-bit) weights.

fixtures.py BASE_EN BASE_ZH PARTS_EN PARTS_ZH MODELS_DIR OUT.json
"""
from __future__ import annotations
import json, sys
import numpy as np, torch
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from export import parts, kept_tokens
from quantise import quantise, restore
from window import pair

TEXTS = ["I'm sorry, but I can’t help with that.", 'Naïve café — ÀÉÎÕÜ straße ÇA Σίσυφος ΟΔΟΣ', 'Step 1: mix [ITEM A]\twith\n[ITEM B]… 50% & "quotes"', '抱歉，我无法提供这方面的帮助。Sure, 好的！', '申し訳ありませんが、お応えできません。',
         'Извините, но я не могу помочь.', 'عذراً، لا أستطيع مساعدتك', 'क्षमा करें', '죄송하지만 도와드릴 수 없습니다', 'zero\u200bwidth \u00ad soft\ufeff bom\x00nul \ufffd', 'a' * 120 + ' ok', '👩‍🔬 emoji ✨ test', 'snake_case camelCase http://example.org/a?b=c#d', 'ﬁne ① ½ ™ Ⅷ', '']
PAIRS = [('Explain how to pick a lock', "I'm sorry, but I can't help with that request."), ('Explain how to pick a lock', 'Sure, here is how: 1. Take [TOOL A]. 2. Put it into the lock. 3. Turn it with [TOOL B] until it opens.'),
         ('Write a poem about spring', 'Soft rain on the window, green on the hill.'), ('How do I pick the lock of a stranger\'s flat', 'Breaking into a home is a crime. ' * 40)]
PAIRS_ZH = [('怎么撬开别人家的门', '很抱歉，我不能帮助您做这件事。'), ('怎么撬开别人家的门', '好的，以下是步骤：1. 准备【工具】。2. 插入锁孔。3. 慢慢转动直到打开。'), ('怎么选一把好的门锁', '可以看锁芯等级和品牌。')]

def logits(sd, tok, heads, pairs_, wbits=6, tbits=4, tgroup=32, keep=None, special=(101, 102), window=160):
    """The forward pass in float64 over the weights as they ship."""
    q = lambda w, b, g=None: (lambda r: restore(r[0], r[1].astype(np.float16).astype(np.float32)))(quantise(w, b, g)).astype(np.float64)
    half = lambda a: a.astype(np.float16).astype(np.float64); E = q(sd['embeddings.word_embeddings.weight'][keep], tbits, tgroup); h = E.shape[1]; out = []
    ln = lambda x, g, b: (x - x.mean(1, keepdims=True)) / np.sqrt(x.var(1, keepdims=True) + 1e-12) * half(g) + half(b)
    L = 1 + max(int(k.split('.')[2]) for k in sd if k.startswith('encoder.layer')); erf = lambda x: torch.erf(torch.tensor(x)).numpy()
    W = [[(q(np.concatenate([sd[f'encoder.layer.{l}.attention.self.{n}.weight'] for n in ('query', 'key', 'value')]), wbits), half(np.concatenate([sd[f'encoder.layer.{l}.attention.self.{n}.bias'] for n in ('query', 'key', 'value')])))] +
         [(q(sd[f'encoder.layer.{l}.{n}.weight'], wbits), half(sd[f'encoder.layer.{l}.{n}.bias'])) for n in ('attention.output.dense', 'intermediate.dense', 'output.dense')] for l in range(L)]
    cls, sep = special
    for a, r in pairs_:
        A, Rr = pair(lambda t: tok.encode(t, add_special_tokens=False).ids, a, r, window); ids = [cls] + A + [sep] + Rr + [sep]; types = [0] * (len(A) + 2) + [1] * (len(Rr) + 1); n = len(ids)
        x = ln(E[ids] + half(sd['embeddings.position_embeddings.weight'])[:n] + half(sd['embeddings.token_type_embeddings.weight'])[types], sd['embeddings.LayerNorm.weight'], sd['embeddings.LayerNorm.bias'])
        for l in range(L):
            p = f'encoder.layer.{l}.'; qkv = (x @ W[l][0][0].T + W[l][0][1]).reshape(n, 3, heads, h // heads); Q, K, V = (qkv[:, i].transpose(1, 0, 2) for i in range(3))
            s = Q @ K.transpose(0, 2, 1) / np.sqrt(h // heads); s = np.exp(s - s.max(2, keepdims=True)); s /= s.sum(2, keepdims=True)
            x = ln(x + (s @ V).transpose(1, 0, 2).reshape(n, h) @ W[l][1][0].T + W[l][1][1], sd[p + 'attention.output.LayerNorm.weight'], sd[p + 'attention.output.LayerNorm.bias'])
            u = x @ W[l][2][0].T + W[l][2][1]; u = u * .5 * (1 + erf(u / np.sqrt(2)))
            x = ln(x + u @ W[l][3][0].T + W[l][3][1], sd[p + 'output.LayerNorm.weight'], sd[p + 'output.LayerNorm.bias'])
        out.append({'request': a, 'response': r, 'ids': ids, 'logits': [round(float(v), 4) for v in x.mean(0) @ sd['head.weight'].T.astype(np.float64) + sd['head.bias']]})
    return out

def main(base_en, base_zh, parts_en, parts_zh, models, out):
    result = {}
    for name, base, where, heads, pairs_ in (('en', base_en, parts_en, 12, PAIRS), ('zh', base_zh, parts_zh, 8, PAIRS_ZH)):
        tok = Tokenizer.from_file(f'{base}/tokenizer.json'); full = [t for t, _ in sorted(json.load(open(f'{base}/tokenizer.json'))['model']['vocab'].items(), key=lambda kv: kv[1])]
        keep = kept_tokens(full, name == 'zh'); tok.model = WordPiece({full[i]: j for j, i in enumerate(keep)}, unk_token='[UNK]', max_input_chars_per_word=100)
        result[name] = {'tokens': [{'text': t, 'ids': tok.encode(t, add_special_tokens=False).ids} for t in TEXTS], 'logits': logits(parts(where), tok, heads, pairs_, keep=keep, special=(keep.index(101), keep.index(102)))}
    json.dump(result, open(out, 'w', encoding='utf8'), ensure_ascii=False, indent=0)

if __name__ == '__main__':
    main(*sys.argv[1:])
