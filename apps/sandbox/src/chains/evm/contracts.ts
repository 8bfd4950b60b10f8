import { readFileSync } from 'node:fs';
import type { ParsedABI } from 'micro-eth-signer/abi.js';
import { z } from 'zod';
import { Hex } from './rpc.ts';

// The ABI is the compiler's own output, made at build time from this workspace's sources.
const CompilerAbi = z.custom<ParsedABI>((value) => Array.isArray(value));
const Contracts = z.object({
  contracts: z.record(z.string(), z.object({ abi: CompilerAbi, creation: Hex, runtime: Hex })),
});

/** A compiled contract: `creation` is sent to deploy it, `runtime` is the code at its address afterwards. */
export type CompiledContract = z.infer<typeof Contracts>['contracts'][string];
export type CompiledContracts = Readonly<Record<string, CompiledContract>>;

/** Reads the build's compiled contracts by name. Throws where the sandbox has not been built. */
export function readContracts(file: URL): CompiledContracts {
  return Contracts.parse(JSON.parse(readFileSync(file, 'utf8'))).contracts;
}
