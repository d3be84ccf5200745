"""Loads the Q4_K_M GGUF of Qwen2.5-Coder-1.5B-Instruct into transformers' Qwen2ForCausalLM."""
import re, sys, os, time
import numpy as np, torch
from concurrent.futures import ThreadPoolExecutor

def load(path, device='cuda', dtype=torch.bfloat16):
    from gguf import GGUFReader
    from gguf.quants import dequantize
    from transformers import Qwen2Config, Qwen2ForCausalLM
    r = GGUFReader(path)
    f = {k: v.contents() for k, v in r.fields.items() if k.startswith('qwen2.') or k=='general.architecture'}
    vocab = [t for t in r.tensors if t.name == 'token_embd.weight'][0].shape[1]
    tied = not any(t.name == 'output.weight' for t in r.tensors)
    cfg = Qwen2Config(vocab_size=int(vocab), hidden_size=f['qwen2.embedding_length'], intermediate_size=f['qwen2.feed_forward_length'],
        num_hidden_layers=f['qwen2.block_count'], num_attention_heads=f['qwen2.attention.head_count'], num_key_value_heads=f['qwen2.attention.head_count_kv'],
        max_position_embeddings=4096, rms_norm_eps=f['qwen2.attention.layer_norm_rms_epsilon'],
        rope_parameters={'rope_type': 'default', 'rope_theta': f['qwen2.rope.freq_base']}, tie_word_embeddings=tied, bos_token_id=151643, eos_token_id=151645)
    with torch.device('meta'):
        m = Qwen2ForCausalLM(cfg)
    names = {'attn_q': 'self_attn.q_proj', 'attn_k': 'self_attn.k_proj', 'attn_v': 'self_attn.v_proj', 'attn_output': 'self_attn.o_proj',
             'ffn_gate': 'mlp.gate_proj', 'ffn_up': 'mlp.up_proj', 'ffn_down': 'mlp.down_proj', 'attn_norm': 'input_layernorm', 'ffn_norm': 'post_attention_layernorm'}
    def one(t):
        n = t.name
        if n == 'token_embd.weight': k = 'model.embed_tokens.weight'
        elif n == 'output_norm.weight': k = 'model.norm.weight'
        elif n == 'output.weight': k = 'lm_head.weight'
        else:
            b, i, what, kind = n.split('.')
            k = f'model.layers.{i}.{names[what]}.{kind}'
        w = dequantize(t.data, t.tensor_type)
        return k, torch.from_numpy(np.ascontiguousarray(w)).to(dtype)
    with ThreadPoolExecutor(12) as ex: sd = dict(ex.map(one, r.tensors))
    m = m.to_empty(device='cpu').to(dtype)
    m.load_state_dict(sd, strict=False, assign=True)
    if tied: m.tie_weights()
    from transformers.models.qwen2.modeling_qwen2 import Qwen2RotaryEmbedding
    m.model.rotary_emb = Qwen2RotaryEmbedding(cfg)
    return m.to(device).eval()

def load_raw(raw, index, device='cuda', dtype=torch.bfloat16):
    """The same from our raw copy of the tensors (one copy of the tied embedding), dequantised on the way."""
    import json
    from gguf.quants import dequantize
    from gguf import GGMLQuantizationType
    from transformers import Qwen2Config, Qwen2ForCausalLM
    from transformers.models.qwen2.modeling_qwen2 import Qwen2RotaryEmbedding
    cfg = Qwen2Config(vocab_size=151936, hidden_size=1536, intermediate_size=8960, num_hidden_layers=28, num_attention_heads=12, num_key_value_heads=2, max_position_embeddings=4096,
        rms_norm_eps=1e-6, rope_parameters={'rope_type': 'default', 'rope_theta': 1e6}, tie_word_embeddings=True, bos_token_id=151643, eos_token_id=151645)
    data = np.memmap(raw, dtype=np.uint8, mode='r')
    names = {'attn_q': 'self_attn.q_proj', 'attn_k': 'self_attn.k_proj', 'attn_v': 'self_attn.v_proj', 'attn_output': 'self_attn.o_proj',
             'ffn_gate': 'mlp.gate_proj', 'ffn_up': 'mlp.up_proj', 'ffn_down': 'mlp.down_proj', 'attn_norm': 'input_layernorm', 'ffn_norm': 'post_attention_layernorm'}
    def one(t):
        n, kind, shape, dt, off, size = t
        if n == 'token_embd.weight': k = 'model.embed_tokens.weight'
        elif n == 'output_norm.weight': k = 'model.norm.weight'
        else:
            b, i, what, part = n.split('.'); k = f'model.layers.{i}.{names[what]}.{part}'
        w = dequantize(np.frombuffer(data[off:off + size].tobytes(), dtype=dt).reshape(shape), GGMLQuantizationType(kind))
        return k, torch.from_numpy(np.ascontiguousarray(w)).to(dtype)
    with ThreadPoolExecutor(14) as ex: sd = dict(ex.map(one, json.load(open(index))))
    with torch.device('meta'): m = Qwen2ForCausalLM(cfg)
    m = m.to_empty(device='cpu').to(dtype); r = m.load_state_dict(sd, strict=False, assign=True); m.tie_weights()
    assert set(r.missing_keys) <= {'lm_head.weight'} and not r.unexpected_keys, r
    m.model.rotary_emb = Qwen2RotaryEmbedding(cfg)
    return m.to(device).eval()
