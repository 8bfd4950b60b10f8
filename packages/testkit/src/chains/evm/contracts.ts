import { TRANSFER_TOPIC } from '@kobogate/server/src/adapters/chains/evm/read-logs.ts';

/** Runtime code of small contracts, written out by opcode: the tests place it with `anvil_setCode`. */
const word = (value: bigint): string => `7f${value.toString(16).padStart(64, '0')}`;
const bare = (hex: string): string => hex.slice(2).toLowerCase();

/** A step of a contract's code, in hexadecimal without prefix. */
export type Step = string;

/** Emits a token's Transfer event from the caller. `amount` null takes the height of the block it runs in. */
export function emitTransfer(to: string, amount: bigint | null): Step {
  const value = amount === null ? '43' : word(amount);
  return `${value}60005273${bare(to)}337f${bare(TRANSFER_TOPIC)}60206000a3`;
}

/** Sends native coins of the contract's own, or those that came with the call, and continues even if that fails. */
export function send(to: string, amount: bigint): Step {
  return `6000600060006000${word(amount)}73${bare(to)}5af150`;
}

/**
 * Runtime code of a token that keeps balances as a real one does: it pays `to` whenever it is called without data, and
 * else answers `balanceOf`.
 */
export function payingToken(to: string, amount: bigint): `0x${string}` {
  const answer = '36156011576004355460005260206000f35b';
  const pay = `${word(amount)}73${bare(to)}540173${bare(to)}55`;
  return runtimeCode(answer, emitTransfer(to, amount), pay);
}

/** Undoes everything that this call did. */
export const REVERT: Step = '60006000fd';

/** Ends well and answers false, as some tokens do instead of failing. */
export const RETURN_FALSE: Step = '600060005260206000f3';

/** Runtime code that takes the steps one after the other. */
export const runtimeCode = (...steps: readonly Step[]): `0x${string}` => `0x${steps.join('')}00`;
