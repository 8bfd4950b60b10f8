import { associatedTokenAccount, writeBase58 } from '@kobogate/addresses';
import type { LedgerAsset } from '@kobogate/contract';
import { type SolanaPlanned, SYSTEM_PROGRAM, TOKEN_ACCOUNT_RENT, TOKEN_PROGRAM } from '@kobogate/plans';
import { assetsOf, coinOf, createCursor, type Effect, type Move, type ReadingOf, senderAt } from './effect.ts';

const TOKEN_ACCOUNTS = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const COMPUTE_BUDGET = 'ComputeBudget111111111111111111111111111111';
const [KEY_BYTES, SIGNATURE_BYTES] = [32, 64];
const A_SIGNATURE = 5_000n;
const MILLION = 1_000_000n;

interface Instruction {
  readonly program: string;
  readonly accounts: readonly string[];
  readonly data: Uint8Array;
}

/**
 * What a signed transaction on Solana does: it uses a nonce of its payer up, names the price of its computing, may open the
 * token account where it ends, and makes one transfer. Throws for everything else. Pure.
 */
export function readSolana(raw: string, { network, planned, cold }: ReadingOf<SolanaPlanned>): Effect {
  const { keys, signers, instructions } = readMessage(Buffer.from(raw, 'hex'));
  const [payer = ''] = keys;
  senderAt(planned.payer, payer);
  const [nonce, limit, price, ...moves] = instructions;
  if (!isOf(nonce, SYSTEM_PROGRAM, 4, 4) || nonce.accounts[2] !== payer) throw new Error('it uses no nonce up');
  if (!isOf(limit, COMPUTE_BUDGET, 1, 2) || !isOf(price, COMPUTE_BUDGET, 1, 3)) throw new Error('it names no price');
  const [units, unitPrice] = [littleAfter(1, 4, limit.data), littleAfter(1, 8, price.data)];
  const opened = moves.length === 2 ? moves.shift() : undefined;
  const [transfer] = moves;
  if (transfer === undefined || moves.length > 1) throw new Error('it does more than one transfer');
  const { from, move } = readTransfer(transfer, {
    coin: coinOf(network),
    assets: assetsOf(network),
    cold: cold.address,
  });
  const opensIt =
    opened !== undefined &&
    isOf(opened, TOKEN_ACCOUNTS, 1, 1) &&
    opened.data.length === 1 &&
    opened.accounts[0] === payer;
  if (opened !== undefined && !opensIt) throw new Error('it does something before its transfer');
  const computing = (units * unitPrice + MILLION - 1n) / MILLION;
  return {
    senders: [senderAt(planned.from, from)],
    cost: BigInt(signers) * A_SIGNATURE + computing + (opened === undefined ? 0n : TOKEN_ACCOUNT_RENT),
    moves: [move],
  };
}

function readTransfer(
  instruction: Instruction,
  { coin, assets, cold }: { coin: LedgerAsset; assets: readonly LedgerAsset[]; cold: string },
): { from: string; move: Move } {
  const { accounts, data } = instruction;
  if (isOf(instruction, SYSTEM_PROGRAM, 4, 2)) {
    const [from = '', to = ''] = accounts;
    return { from, move: { to, asset: coin, amount: littleAfter(4, 8, data) } };
  }
  if (!isOf(instruction, TOKEN_PROGRAM, 1, 12) || accounts.length !== 4) throw new Error('it is no transfer');
  const [, mint = '', account = '', from = ''] = accounts;
  const to = account === associatedTokenAccount(cold, mint) ? cold : account;
  const asset = assets.find(({ contract }) => contract === mint);
  return { from, move: { to, asset, amount: littleAfter(1, 8, data.subarray(0, 9)) } };
}

/** Whether it is this one of a program's instructions, by the number at the start of its data. */
function isOf(
  instruction: Instruction | undefined,
  program: string,
  size: number,
  number: number,
): instruction is Instruction {
  if (instruction?.program !== program || instruction.data.length < size) return false;
  return createCursor(instruction.data).little(size) === BigInt(number);
}

function littleAfter(skipped: number, size: number, data: Uint8Array): bigint {
  const cursor = createCursor(data);
  cursor.take(skipped);
  const value = cursor.little(size);
  cursor.end();
  return value;
}

/** A transaction in its first form: no table of addresses hides what it names. */
function readMessage(bytes: Uint8Array) {
  const cursor = createCursor(bytes);
  const count = (): number => Number(cursor.varint());
  const many = <Item>(length: number, read: () => Item): Item[] => Array.from({ length }, read);
  const signers = count();
  cursor.take(signers * SIGNATURE_BYTES);
  cursor.expect(signers);
  cursor.take(2);
  const keys = many(count(), () => writeBase58(cursor.take(KEY_BYTES)));
  cursor.take(KEY_BYTES);
  const keyAt = (at: number): string => {
    const key = keys[at];
    if (key === undefined) throw new Error('it names an account that it has not');
    return key;
  };
  const instructions = many(count(), (): Instruction => {
    const program = keyAt(cursor.byte());
    const accounts = many(count(), () => keyAt(cursor.byte()));
    return { program, accounts, data: cursor.take(count()) };
  });
  cursor.end();
  return { keys, signers, instructions };
}
