import { hexToBytes } from '@noble/hashes/utils.js';
import type { ParsedABI } from 'micro-eth-signer/abi.js';
import { Refusal } from '../../platform/refusal.ts';
import { requireAddress } from './faucet.ts';

/** A parameter of a contract's function or constructor. */
export type AbiInput = NonNullable<ParsedABI[number]['inputs']>[number];

function argument(type: string, value: unknown): unknown {
  const element = /^(?<element>.*)\[\d*\]$/.exec(type)?.groups?.['element'];
  if (element !== undefined) {
    if (!Array.isArray(value)) throw new Refusal(`${JSON.stringify(value)} should be a list of ${element}.`);
    return value.map((item: unknown) => argument(element, item));
  }
  if (type === 'address') return requireAddress(String(value));
  if (type.startsWith('bytes')) {
    if (typeof value === 'string' && /^0x(?:[0-9a-f]{2})*$/i.test(value)) return hexToBytes(value.slice(2));
    throw new Refusal(`${JSON.stringify(value)} is not bytes in hexadecimal (${type}).`);
  }
  if (!/^u?int/.test(type)) return value;
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value);
  throw new Refusal(`${JSON.stringify(value)} is not a whole number (${type}).`);
}

/**
 * JSON arguments as the ABI's encoder takes those of a contract's function: whole numbers in text become bigint, hexadecimal becomes
 * bytes; one argument stands alone, several by their names where all have one. Throws a `Refusal` for others than it takes.
 */
export function callArguments(inputs: readonly AbiInput[], values: readonly unknown[]): unknown {
  if (inputs.length !== values.length) {
    const wanted = inputs.map((input) => `${input.name ?? ''} ${input.type}`.trim()).join(', ');
    throw new Refusal(`${values.length} arguments were sent, but these are taken: ${wanted || 'none'}.`);
  }
  const taken = inputs.map((input, index) => argument(input.type, values[index]));
  if (taken.length <= 1) return taken[0];
  const names = inputs.map(({ name }) => name ?? '');
  return names.includes('') ? taken : Object.fromEntries(names.map((name, index) => [name, taken[index]]));
}
