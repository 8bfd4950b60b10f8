import { NodeFault } from '../../../custody/index.ts';
import { createPace } from '../pace.ts';
import type { Rpc, RpcCall } from '../rpc.ts';

/** As many addresses are added up in one call, some 30 million gas with four tokens; nodes allow 50 million (geth). */
const MOST_ADDRESSES = 1_000;
/** Refusals that fewer addresses may not meet; others are of the block, or of such calls altogether. */
const TOO_MANY = /gas|time|size|large|limit|memory/i;

/** Where the program keeps its sums, and the addresses behind them. */
const SUMS_AT = 0x60;
const ADDRESSES_AT = 0x0200;
const MOST_TOKENS = (ADDRESSES_AT - SUMS_AT) / 32 - 1;
const WORD_DIGITS = 64;
const ADDRESS = /^0x[0-9a-f]{40}$/i;

/** Two bytes in hexadecimal. */
const word = (value: number): string => value.toString(16).padStart(4, '0');

/**
 * A loop over the addresses in memory that leaves the sum of `balance`, a program that turns the address on the stack
 * into its balance, at `sumAt`. `at`: where the loop begins in the whole program, in bytes.
 */
function sumLoop(at: number, { end, sumAt, balance }: { end: number; sumAt: number; balance: string }): string {
  // PUSH1 0 (the sum), PUSH2 (the place); JUMPDEST; DUP1 MLOAD PUSH1 96 SHR (the address).
  const head = `600061${word(ADDRESSES_AT)}5b805160601c`;
  // SWAP1 SWAP2 ADD SWAP1 (into the sum); PUSH1 20 ADD (the next place); DUP1 PUSH2 GT (before the end) PUSH2 JUMPI.
  const next = `909101906014018061${word(end)}1161${word(at + 5)}57`;
  // POP; PUSH2 MSTORE.
  return `${head}${balance}${next}5061${word(sumAt)}52`;
}

/**
 * The program of a call without a recipient, which a node runs like the creation of a contract. It adds up the native balances
 * of the addresses that follow it, and those of each token, and answers one word for each sum. It reverts where a token does
 * not answer; a contract that is not there holds nothing. Pure.
 */
function sumProgram(tokens: readonly string[], addresses: readonly string[]): `0x${string}` {
  if (tokens.length > MOST_TOKENS) throw new Error(`more than ${MOST_TOKENS} tokens can't be added up in one call`);
  const end = ADDRESSES_AT + addresses.length * 20;
  const bytes = (code: string): number => code.length / 2;
  const build = (programLength: number): string => {
    // PUSH2 size PUSH2 from PUSH2 to CODECOPY.
    let code = `61${word(addresses.length * 20)}61${word(programLength)}61${word(ADDRESSES_AT)}39`;
    code += sumLoop(bytes(code), { end, sumAt: SUMS_AT, balance: '31' });
    // The selector of balanceOf(address), EIP-20, at the beginning of memory: PUSH4 PUSH1 224 SHL PUSH1 0 MSTORE.
    code += '6370a0823160e01b600052';
    for (const [index, token] of tokens.entries()) {
      const at = bytes(code);
      code += sumLoop(at, {
        end,
        sumAt: SUMS_AT + 32 * (index + 1),
        balance: tokenBalance(token, at + SUM_HEAD_BYTES),
      });
    }
    // PUSH2 size PUSH1 from RETURN.
    return `${code}61${word(32 * (tokens.length + 1))}60${SUMS_AT.toString(16)}f3`;
  };
  const program = build(bytes(build(0)));
  return `0x${program}${addresses.map((address) => address.slice(2)).join('')}`;
}

/** The bytes of `sumLoop` before its balance. */
const SUM_HEAD_BYTES = 11;

/** Turns the address on the stack into its balance of a token. `at`: where this begins in the whole program. */
function tokenBalance(token: string, at: number): string {
  // PUSH1 4 MSTORE (the argument); PUSH1 0 PUSH1 0x40 MSTORE (nothing, until the token answers);
  // PUSH1 32 PUSH1 0x40 PUSH1 36 PUSH1 0 PUSH20 token GAS STATICCALL.
  const call = `6004526000604052602060406024600073${token.slice(2)}5afa`;
  // RETURNDATASIZE ISZERO, PUSH1 31 RETURNDATASIZE GT, OR, AND: it went well, with nothing or with a word.
  const check = '3d15601f3d111716';
  const good = at + call.length / 2 + check.length / 2 + 9;
  // PUSH2 good JUMPI, PUSH1 0 PUSH1 0 REVERT, JUMPDEST, PUSH1 0x40 MLOAD.
  return `${call}${check}61${word(good)}5760006000fd5b604051`;
}

/** Adds up balances at one provider. */
export interface BalanceSums {
  /**
   * What these addresses hold together at a block, the native coin and each token, as a text; null where the provider
   * does not say, or one is no address. Throws `NodeFault` where it can't be reached.
   */
  at(blockHash: string, addresses: readonly string[]): Promise<string | null>;
}

/** Adds up balances of these tokens and the native coin, in as few calls as the provider allows. */
export function createBalanceSums(rpc: Rpc, tokens: readonly string[]): BalanceSums {
  const pace = createPace(MOST_ADDRESSES);

  async function addUp(blockHash: string, addresses: readonly string[]): Promise<bigint[] | 'too many' | null> {
    const size = pace.size();
    const parts: string[][] = [];
    for (let at = 0; at < addresses.length; at += size) parts.push(addresses.slice(at, at + size));
    const block = { blockHash, requireCanonical: true };
    const answers = await rpc(
      parts.map((part): RpcCall => ({ method: 'eth_call', params: [{ data: sumProgram(tokens, part) }, block] })),
    );
    const sums = Array.from({ length: tokens.length + 1 }, () => 0n);
    for (const answer of answers) {
      if (!answer.ok) {
        if (size === 1 || !TOO_MANY.test(answer.message)) return null;
        pace.refused(size);
        return 'too many';
      }
      const words = readWords(answer.result, sums.length);
      for (const [index, sum] of words.entries()) sums[index] = (sums[index] ?? 0n) + sum;
    }
    pace.done(Math.min(size, addresses.length));
    return sums;
  }

  return {
    at: async (blockHash, addresses) => {
      // One of another length would shift all those behind it: nothing is known of their coins then.
      if (!addresses.every((address) => ADDRESS.test(address))) return null;
      for (;;) {
        const sums = await addUp(blockHash, addresses);
        if (sums !== 'too many') return sums?.join(' ') ?? null;
      }
    },
  };
}

function readWords(result: unknown, count: number): bigint[] {
  if (typeof result !== 'string' || !/^0x[0-9a-f]*$/i.test(result) || result.length !== 2 + count * WORD_DIGITS) {
    throw new NodeFault("The node's sum of balances can't be read. Nothing of it was counted.");
  }
  return Array.from({ length: count }, (_, index) =>
    BigInt(`0x${result.slice(2 + index * WORD_DIGITS, 2 + (index + 1) * WORD_DIGITS)}`),
  );
}
