"""Writes a trained student as one file that src/judge/model/weights.ts reads.

export.py PARTS_DIR TOKENIZER.json HEADS OUT_PREFIX WEIGHT_BITS TOKEN_BITS TOKEN_GROUP [rows.txt of texts that decide which tokens are kept]
Layout: "SJN1", u32 length, JSON header, then tensors, each at a multiple of 16 bytes.
"""
from __future__ import annotations
import glob, io, json, re, struct, sys
import numpy as np
from quantise import quantise, pack

def parts(folder: str) -> dict[str, np.ndarray]:
    d = dict(np.load(io.BytesIO(b''.join(open(f, 'rb').read() for f in sorted(glob.glob(f'{folder}/part*')))))); out = {}
    for k, v in d.items():
        if k.endswith('#s'): continue
        out[k.removesuffix('#q').removeprefix('body.')] = v.astype(np.float32) * d[k[:-2] + '#s'][:, None] if k.endswith('#q') else v.astype(np.float32)
    return out

def kept_tokens(vocab: list[str], chinese: bool) -> list[int]:
    """For the Chinese reader: what Chinese text is made of, and ASCII; pieces of other scripts and long English words go."""
    if not chinese: return list(range(len(vocab)))
    # "##x" for a single ideograph never occurs (ideographs are split off before), so these go as well
    def keep(t: str) -> bool:
        if t in ('[PAD]', '[UNK]', '[CLS]', '[SEP]'): return True
        if t.startswith('##'): return bool(re.fullmatch(r'##[a-z0-9]{1,3}', t))
        return bool(re.fullmatch(r'[\u3000-\u303f\uff00-\uffef\u2010-\u2027\u4e00-\u9fff]', t) or re.fullmatch(r'[!-~]{1,5}', t))
    return [i for i, t in enumerate(vocab) if keep(t)]

def main(folder, tokenizer, heads, prefix, wbits, tbits, tgroup, chinese='no'):
    sd, tok = parts(folder), json.load(open(tokenizer, encoding='utf8')); wbits, tbits, tgroup = int(wbits), int(tbits), int(tgroup)
    ids = tok['model']['vocab']; vocab = [t for t, _ in sorted(ids.items(), key=lambda kv: kv[1])]; keep = kept_tokens(vocab, chinese == 'zh')
    layers = 1 + max(int(k.split('.')[2]) for k in sd if k.startswith('encoder.layer')); h = sd['embeddings.word_embeddings.weight'].shape[1]
    tensors, blob = [], bytearray()
    def put(name, data: bytes, **kw):
        blob.extend(b'\0' * (-len(blob) % 16)); tensors.append({'name': name, 'offset': len(blob), 'bytes': len(data), **kw}); blob.extend(data)
    def half(name, a): put(name, np.ascontiguousarray(a, dtype=np.float16).tobytes(), kind='f16', count=int(a.size))
    def packed(name, w, bits, group=None):
        q, s = quantise(w, bits, group); put(name, pack(q, bits), kind='packed', bits=bits, count=int(q.size)); half(name + '.scale', s)
    packed('tokens', sd['embeddings.word_embeddings.weight'][keep], tbits, tgroup or None)
    half('positions', sd['embeddings.position_embeddings.weight'][:256]); half('types', sd['embeddings.token_type_embeddings.weight'])
    half('norm.gamma', sd['embeddings.LayerNorm.weight']); half('norm.beta', sd['embeddings.LayerNorm.bias'])
    for l in range(layers):
        p, o = f'encoder.layer.{l}.', f'{l}.'
        qkv = [sd[p + f'attention.self.{n}.weight'] for n in ('query', 'key', 'value')]; qb = [sd[p + f'attention.self.{n}.bias'] for n in ('query', 'key', 'value')]
        for name, w, b in (('qkv', np.concatenate(qkv), np.concatenate(qb)), ('out', sd[p + 'attention.output.dense.weight'], sd[p + 'attention.output.dense.bias']),
                           ('up', sd[p + 'intermediate.dense.weight'], sd[p + 'intermediate.dense.bias']), ('down', sd[p + 'output.dense.weight'], sd[p + 'output.dense.bias'])):
            packed(o + name, w, wbits); half(o + name + '.bias', b)
        for name, k in (('norm1', 'attention.output.LayerNorm'), ('norm2', 'output.LayerNorm')): half(o + name + '.gamma', sd[p + k + '.weight']); half(o + name + '.beta', sd[p + k + '.bias'])
    put('head', sd['head.weight'].astype(np.float32).tobytes() + sd['head.bias'].astype(np.float32).tobytes(), kind='f32', count=2 * h + 2)
    head = json.dumps({'layers': layers, 'hidden': h, 'ffn': int(sd['encoder.layer.0.intermediate.dense.weight'].shape[0]), 'heads': int(heads), 'tokenCount': len(keep), 'tokenGroups': h // tgroup if tgroup else 1, 'tensors': tensors}).encode()
    head += b' ' * (-(len(head) + 8) % 16)
    open(prefix + '.bin', 'wb').write(b'SJN1' + struct.pack('<I', len(head)) + head + bytes(blob))
    open(prefix + '.vocab.txt', 'w', encoding='utf8').write('\n'.join(vocab[i] for i in keep) + '\n')
    print(prefix, len(keep), len(blob) / 1e6, 'MB')

if __name__ == '__main__':
    main(*sys.argv[1:])
