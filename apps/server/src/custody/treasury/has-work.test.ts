// Repeated work on a network that has something to do is never passed over, and all networks are asked for in one statement.
import type { FoundTransactionId, NetworkId } from '@kobogate/contract';
import {
  createTestTreasuryWallet,
  newRaw,
  type TestTreasury,
  useTestTreasury,
} from '@kobogate/testkit/custody/treasury.ts';
import { beforeEach, expect, test } from 'vitest';
import type { Connection } from '../../platform/database.ts';
import { newId } from '../../platform/identifiers.ts';
import { endFound, insertFound } from '../found/db.ts';
import type { NetworkWork } from './db.ts';
import { createHasWork } from './has-work.ts';
import { endTask, insertTask } from './plans/db.ts';

const NETWORKS: readonly NetworkId[] = ['ethereum', 'bsc', 'tron'];
const WORKS: readonly NetworkWork['work'][] = ['move', 'settle', 'compare'];

let sample: TestTreasury;
useTestTreasury((its) => {
  sample = its;
});
let statements: number;
beforeEach(async () => {
  statements = 0;
  await sample.database.query(`delete from balance_check`);
  await sample.database.query(`update found_transaction set status = 'booked'`);
});

/** What is to be done, each asked at the same moment. */
async function look(): Promise<string[]> {
  const counted: Connection = {
    query: (...statement) => {
      statements += 1;
      return sample.database.query(...statement);
    },
  };
  const hasWork = createHasWork(counted);
  const asked = WORKS.flatMap((work) => NETWORKS.map((network) => ({ work, network })));
  const answers = await Promise.all(asked.map(hasWork));
  return asked.filter((_, index) => answers[index]).map(({ work, network }) => `${work} ${network}`);
}

test('a network without work is told from one with it, by one statement for all', async () => {
  expect(await look()).toEqual([]);
  expect(statements).toBe(1);
});

test('a task of the treasury is work until it has ended', async () => {
  const task = { id: newId(), kind: 'top-up', network: 'bsc', planId: null, isEverywhere: false, count: null } as const;
  await sample.database.transaction((tx) => insertTask(tx, { ...task, askedBy: sample.adminId }));
  expect(await look()).toEqual(['move bsc']);
  await endTask(sample.database, task.id, { isDone: true, words: ['Done.'] });
  expect(await look()).toEqual([]);
});

test('a transaction is to be sent and settled until a node has it, and settled until it is final', async () => {
  const wallet = createTestTreasuryWallet();
  const raw = newRaw();
  await sample.record(wallet, await sample.makePlan(wallet), [raw]);
  expect(await look()).toEqual(['move ethereum', 'settle ethereum']);
  await sample.see(raw, 100n);
  expect(await look()).toEqual(['settle ethereum']);
  await sample.settle(wallet, 200n);
  expect(await look()).toEqual([]);
});

test('a found transaction that is not booked, and an address that waits to be compared, are work', async () => {
  const found = {
    id: newId<FoundTransactionId>(),
    network: 'tron',
    txid: newRaw(),
    blockHeight: 7n,
    blockHash: 'block 7',
  } as const;
  await sample.database.transaction((tx) => insertFound(tx, found));
  expect(await look()).toEqual(['settle tron']);
  await sample.database.transaction((tx) => endFound(tx, found.id, { status: 'booked', fee: 0n }));
  const asked = (when: string) =>
    sample.database.query(
      `insert into balance_check (network, address_id, asked_at) select 'bsc', id, clock_timestamp() ${when} from deposit_address limit 1
       on conflict (network, address_id) do update set asked_at = excluded.asked_at`,
    );
  await asked(`+ interval '1 minute'`);
  expect(await look()).toEqual([]);
  await asked('');
  expect(await look()).toEqual(['compare bsc']);
});
