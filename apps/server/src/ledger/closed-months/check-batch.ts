import { type AccountState, hashBatch, sourceKey } from '../plan.ts';
import type { PartBatch } from './part.ts';

/** An account as the batches before leave it. */
export interface CheckedAccount extends AccountState {
  readonly asset: string;
}

/**
 * What is wrong with a batch on accounts as they were before it: sentences that open with the broken rule's name and a colon.
 * Moves the accounts on to what the batch says, right or wrong, so that a change shows where it was made and not in everything
 * after it. No I/O.
 */
export function checkBatch(batch: PartBatch, accounts: ReadonlyMap<number, CheckedAccount>): string[] {
  const { id, postedAt, hash, rows } = batch;
  const found: string[] = [];
  const before = new Map<number, Pick<AccountState, 'balance' | 'sequence' | 'head'>>();
  const lines = new Map<string, number>();

  function enter(account: CheckedAccount, change: bigint, sequence: bigint, balance: bigint): void {
    if (!before.has(account.id)) {
      before.set(account.id, { balance: account.balance, sequence: account.sequence, head: account.head });
    }
    if (sequence !== account.sequence + 1n) {
      found.push(`sequence: ${account.code} has entry ${sequence} after entry ${account.sequence}`);
    }
    const expected = account.balance + change;
    if (balance !== expected) {
      found.push(
        `running-balance: ${account.code} entry ${sequence} says ${balance}, and the entry before it leads to ${expected}`,
      );
    }
    account.sequence = sequence;
    account.balance = balance;
  }

  for (const row of rows) {
    const { source, sourceId, line, amount } = row;
    const [debit, credit] = [accounts.get(row.debitAccount), accounts.get(row.creditAccount)];
    if (debit === undefined || credit === undefined) {
      found.push(`account: ${source} ${sourceId} is of an account that is not listed`);
      continue;
    }
    if (debit.asset !== credit.asset || amount <= 0n) {
      found.push(
        `asset: ${source} ${sourceId} moves ${amount} from ${debit.code} (${debit.asset}) to ${credit.code} (${credit.asset})`,
      );
    }
    const key = sourceKey(source, sourceId);
    const expectedLine = lines.get(key) ?? 0;
    if (line !== expectedLine)
      found.push(`source: ${source} ${sourceId} has line ${line} where line ${expectedLine} is due`);
    lines.set(key, expectedLine + 1);
    enter(debit, debit.normalSide === 'debit' ? amount : -amount, row.debitSequence, row.debitBalance);
    enter(credit, credit.normalSide === 'credit' ? amount : -amount, row.creditSequence, row.creditBalance);
  }
  if (rows.length === 0 || hashBatch(postedAt, { rows: [...rows], before }) !== hash) {
    found.push(`hash: ${id} the batch is not what was posted`);
  }
  for (const account of before.keys()) {
    const state = accounts.get(account);
    if (state === undefined) continue;
    state.head = hash;
    if (state.balance < 0n && !state.mayGoNegative)
      found.push(`negative: ${state.code} is below zero: ${state.balance}`);
  }
  return found;
}
