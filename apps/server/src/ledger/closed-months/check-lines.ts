import { createHash } from 'node:crypto';
import { type CheckedAccount, checkBatch } from './check-batch.ts';
import type { ClosedMonth, SealedMonth } from './closed-month.ts';
import { readLine } from './month-lines.ts';
import { type AccountAt, createPartSums } from './part.ts';

const MOST_DIFFERENCES = 100;

/** What a month's lines are, and what is wrong with them in themselves. */
export interface CheckedLines {
  /** Null where the lines have no head or no end. */
  readonly closed: SealedMonth | null;
  /** SHA-256 over each account as the month begins: the `balances` of the month before. */
  readonly opening: string;
  /** Sentences that open with the broken rule's name and a colon; at most 100. */
  readonly differences: readonly string[];
}

/**
 * Checks a month's lines as they are read, without a database: that each batch is what its hash says, moves amounts between
 * accounts of one asset and continues where each account was; that opening balances and entries give the closing balances; and
 * that counts and digests are those of the last line. Remembers the accounts that the month moved. No I/O.
 */
export function createLinesCheck() {
  const digest = createHash('sha256');
  const sums = createPartSums();
  const accounts = new Map<number, CheckedAccount>();
  const closings = new Map<number, AccountAt>();
  const differences: string[] = [];
  let head: Pick<ClosedMonth, 'month' | 'after' | 'last' | 'before'> | null = null;
  let end: Omit<SealedMonth, 'month' | 'after' | 'last' | 'before'> | null = null;
  let [lines, lastAccount, lastBatch] = [0, 0, 0n];
  let hasBatches = false;

  const tell = (sentence: string): void => {
    if (differences.length < MOST_DIFFERENCES) differences.push(sentence);
  };

  function take(bytes: Buffer): void {
    lines += 1;
    const line = readLine(bytes.toString('utf8'));
    if (line?.is !== 'end') digest.update(bytes).update('\n');
    if (line === null || (line.is === 'head') !== (lines === 1) || end !== null) {
      tell(`form: line ${lines} is not what is due there`);
    } else if (line.is === 'head') {
      head = line.head;
      lastBatch = head.after;
    } else if (line.is === 'end') {
      end = line.end;
    } else if (line.is === 'account') {
      const { account } = line;
      const { id, opening, closing } = account;
      if (id <= lastAccount || hasBatches) tell(`form: account ${id} is not where it is due`);
      lastAccount = id;
      sums.addAccount(account);
      // What has not moved has no closing of its own.
      if (closing === opening) return;
      accounts.set(id, { ...account, sequence: opening.entries, balance: opening.balance, head: opening.head });
      closings.set(id, closing);
    } else {
      const { batch } = line;
      if (batch.id <= lastBatch || batch.id > (head?.last ?? 0n))
        tell(`form: batch ${batch.id} is not where it is due`);
      lastBatch = batch.id;
      hasBatches = true;
      sums.addBatch(batch);
      for (const sentence of checkBatch(batch, accounts)) tell(sentence);
    }
  }

  function read(): CheckedLines {
    for (const [id, { entries, balance, head: hash }] of closings) {
      const state = accounts.get(id);
      if (state?.sequence !== entries || state.balance !== balance || state.head !== hash) {
        tell(
          `balance: ${state?.code ?? id} closes with ${balance} after ${entries} entries, and its entries make ${state?.balance}`,
        );
      }
    }
    const { opening, differences: inSums, ...counted } = sums.read();
    for (const sentence of inSums) tell(sentence);
    const closed = head === null || end === null ? null : { ...head, ...end };
    if (closed === null) {
      tell('form: the first or the last line is missing');
      return { closed, opening, differences };
    }
    const found = { ...counted, digest: digest.copy().digest('hex') };
    for (const [name, value] of Object.entries(found)) {
      const said: unknown = Object.entries(closed).find(([each]) => each === name)?.[1];
      if (said !== value) tell(`${name}: the last line says ${String(said)}, and the lines make ${value}`);
    }
    return { closed, opening, differences };
  }

  return { take, read };
}
