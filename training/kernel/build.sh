#!/bin/sh
# Needs clang 19 or later with the wasm32 target, and wasm-ld (Debian: clang-19 lld-19).
set -eu
cd "$(dirname "$0")"
${CLANG:-clang-19} --target=wasm32 -O3 -msimd128 -mrelaxed-simd -ffreestanding -fno-math-errno -nostdlib -Wall -c encoder.c -o /tmp/encoder.o
${WASM_LD:-wasm-ld-19} --no-entry --import-memory --export=__heap_base -z stack-size=65536 --strip-all /tmp/encoder.o -o ../../models/judge/encoder.wasm
ls -l ../../models/judge/encoder.wasm
