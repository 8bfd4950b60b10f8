/** A wallet as EIP-1193 has it (https://eips.ethereum.org/EIPS/eip-1193). */
export interface Provider {
  request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** Whether a value that a wallet gave is such a provider. */
export const isProvider = (thing: unknown): thing is Provider =>
  typeof thing === 'object' && thing !== null && 'request' in thing && typeof thing.request === 'function';

const QUANTITY = /^0x[\da-f]{1,64}$/i;

/** A number from a wallet, `0x…`; null for anything else. Pure. */
export const readQuantity = (value: unknown): bigint | null =>
  typeof value === 'string' && QUANTITY.test(value) ? BigInt(value) : null;

/** A number for a wallet. Pure. */
export const quantity = (value: bigint): string => `0x${value.toString(16)}`;
