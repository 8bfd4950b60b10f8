// The record of administrators' acts is one chain: processes that link at once do not fork it, no act is left out, and the
// proof names each row that a superuser changed, removed, put back otherwise or cut off.
import type { UserId } from '@kobogate/contract';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../platform/database.ts';
import { chainActs, proveActs, verifyActs } from './chain-acts.ts';
import { recordDecision } from './record-decision.ts';

let testDatabase: TestDatabase;
let database: Database;
let people: { owner: UserId; admin: UserId };
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({ database } = testDatabase);
  const insert = async (isAdmin: boolean) => (await insertCustomer(database, { isAdmin })).userId;
  people = { owner: await insert(false), admin: await insert(true) };
});
afterAll(() => testDatabase.drop());

const act = (reason: string) =>
  database.transaction((tx) =>
    recordDecision(tx, { action: 'user-disabled', adminId: people.admin, userId: people.owner, reason }),
  );
const links = () =>
  database.query<{ number: bigint; action_id: string }>(
    `select number, action_id from admin_action_link order by number`,
  );

test('[S7] processes that link while acts go on make one chain with every act once', async () => {
  const acts = Array.from({ length: 30 }, (_, index) => act(`Reason ${index} "with" | marks`));
  await Promise.all([...acts, ...Array.from({ length: 6 }, () => chainActs({ database }))]);
  await Promise.all(Array.from({ length: 4 }, () => chainActs({ database })));
  const chain = await links();
  expect(chain.map(({ number }) => Number(number))).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  expect(new Set(chain.map(({ action_id: id }) => id)).size).toBe(30);
  expect(await database.query(`select from admin_action_to_link`)).toEqual([]);
  expect(await verifyActs(database)).toEqual([]);
});

test('[S7] a decision does not wait for the chain, and an act that is not linked yet is no fault', async () => {
  await database.transaction(async (tx) => {
    // Another process is linking, and does not end.
    await act('Decided before the linking');
    await tx.query(`select from admin_action_to_link for update`);
    await act('Decided during the linking');
  });
  expect(await verifyActs(database)).toEqual([]);
  await chainActs({ database });
  expect(await links()).toHaveLength(32);
});

test('[S7] the proof is kept with the end that the chain had', async () => {
  const proof = await proveActs({ database });
  expect(proof).toMatchObject({ acts: 32n, found: [] });
  expect(proof.fingerprint).toMatch(/^[\da-f]{64}$/);
});

test.each([
  `update admin_action_link set number = number + 1000`,
  `delete from admin_action_link`,
  `truncate admin_action_link`,
  `delete from admin_action_proof`,
])('[S7] the database refuses %s', async (statement) => {
  await expect(database.query(statement)).rejects.toThrow('the history is written once');
});

/** What the proof says after a change with the triggers off, as a superuser could make it; the change is undone. */
async function tamper(statements: readonly string[]): Promise<string[]> {
  const undo = new Error('undo');
  let found: string[] = [];
  await database
    .transaction(async (tx) => {
      await tx.query(`set local session_replication_role = replica`);
      for (const statement of statements) await tx.query(statement);
      found = await verifyActs(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return found;
}

const SEVENTH = `(select action_id from admin_action_link where number = 7)`;
const LAST = `(select action_id from admin_action_link where number = 32)`;

test.each([
  [
    'a reason',
    [`update admin_action set reason = 'x' where id = ${SEVENTH}`],
    /act 7 \(user-disabled.* is not what was/,
  ],
  [
    'a time',
    [`update admin_action set at = at + interval '1 microsecond' where id = ${SEVENTH}`],
    /act 7 .*is not what/,
  ],
  [
    'the person',
    [`update admin_action set admin_id = user_id where id = ${SEVENTH}`],
    /act 7 .*is not what was recorded/,
  ],
  [
    'a hash',
    [`update admin_action_link set hash = decode(repeat('ab', 32), 'hex') where number = 7`],
    /act 7 .*is not/,
  ],
  ['a removed act', [`delete from admin_action where id = ${SEVENTH}`], /act 7 .*is no longer in the record/],
  [
    'an act that was put back otherwise',
    [
      `create temporary table kept on commit drop as select * from admin_action where id = ${SEVENTH}`,
      `delete from admin_action where id = ${SEVENTH}`,
      `insert into admin_action select id, at, admin_id, 'user-enabled', user_id, order_id, reason from kept`,
    ],
    /act 7 \(user-enabled.* is not what was recorded/,
  ],
  [
    'an act that was removed with its link',
    [`delete from admin_action where id = ${SEVENTH}`, `delete from admin_action_link where number = 7`],
    /acts 7 to 7 are missing from the chain/,
  ],
  [
    'the end that was cut off',
    [`delete from admin_action where id = ${LAST}`, `delete from admin_action_link where number = 32`],
    /the chain was proven to act 32 and is now another one/,
  ],
  [
    'an act that was slipped in',
    [
      `insert into admin_action (id, admin_id, action, user_id) select gen_random_uuid(), admin_id, 'user-enabled', user_id
       from admin_action limit 1`,
    ],
    /\(user-enabled\) was not linked/,
  ],
])('[S7] tampering by a superuser is named: %s', async (_, statements, sentence) => {
  const found = await tamper(statements);
  expect(found.join('\n')).toMatch(sentence);
  // Where it was made, and not in everything after.
  expect(found.length).toBeLessThanOrEqual(2);
});

test('[S7] an act that is removed before it was linked is named', async () => {
  await act('Not linked yet');
  expect((await tamper([`delete from admin_action where reason = 'Not linked yet'`])).join('\n')).toMatch(
    /was removed before it was linked/,
  );
});
