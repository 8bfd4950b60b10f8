import type { AbiParameter } from 'viem';
import { Refusal } from '../../platform/refusal.ts';

function argument(type: string, value: unknown): unknown {
  const element = /^(?<element>.*)\[\d*\]$/.exec(type)?.groups?.['element'];
  if (element !== undefined) {
    if (!Array.isArray(value)) throw new Refusal(`${JSON.stringify(value)} should be a list of ${element}.`);
    return value.map((item: unknown) => argument(element, item));
  }
  if (!/^u?int/.test(type)) return value;
  if (typeof value === 'string' && /^-?\d+$/.test(value)) return BigInt(value);
  throw new Refusal(`${JSON.stringify(value)} is not a whole number (${type}).`);
}

/** JSON arguments in the types that a contract's function takes: whole numbers, as text or numbers, become bigint. */
export function callArguments(inputs: readonly AbiParameter[], values: readonly unknown[]): unknown[] {
  if (inputs.length !== values.length) {
    const wanted = inputs.map((input) => `${input.name ?? ''} ${input.type}`.trim()).join(', ');
    throw new Refusal(`${values.length} arguments were sent, but these are taken: ${wanted || 'none'}.`);
  }
  return inputs.map((input, index) => argument(input.type, values[index]));
}
