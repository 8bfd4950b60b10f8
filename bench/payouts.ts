import type { UserId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createBudpayRail } from '../apps/server/src/adapters/banks/budpay/budpay.ts';
import { custody, customer, post } from '../apps/server/src/ledger/index.ts';
import type { Database } from '../apps/server/src/platform/database.ts';
import { systemClock } from '../apps/server/src/platform/clock.ts';
import { createDeadline } from '../apps/server/src/platform/deadline.ts';
import { newId } from '../apps/server/src/platform/identifiers.ts';
import { startBanks } from './lib/banks.ts';
import { freePort, type Product, startProduct } from './lib/product.ts';
import { writeResult } from './lib/results.ts';
import { median } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 3);
const PAYOUTS = Number(process.env['BENCH_PAYOUTS'] ?? 1000);
const PEOPLE = 50;
const CALLERS = 16;
const USDT = 'USDT@ethereum';
const LONGEST_MS = 600_000;

/**
 * Payouts a second through the whole product (approved order → payout → bank → callback → question → ledger), beside
 * the instructions a second that the sandbox's bank takes from callers that do nothing else.
 */
export async function bench(): Promise<void> {
  const port = await freePort();
  const banks = await startBanks(`http://127.0.0.1:${port}/api/callbacks/`);
  const product = await startProduct(PEOPLE, { port, environment: banks.environment }).catch(async (error: unknown) => {
    await banks.stop();
    throw error;
  });
  try {
    const rounds: { limit: number; whole: number }[] = [];
    // Round 0 warms up and is not counted.
    for (let number = 0; number <= ROUNDS; number += 1) {
      const limit = await sendBare(banks.environment, number === 0 ? PEOPLE : PAYOUTS);
      const whole = await payOut(product, number === 0 ? PEOPLE : PAYOUTS);
      if (number > 0) rounds.push({ limit, whole });
    }
    await writeResult('payouts', {
      rounds: rounds.length,
      figures: [
        {
          what: `${PAYOUTS.toLocaleString('en-GB')} payouts, whole product, beside the sandbox bank's own limit`,
          value: median(rounds.map(({ whole, limit }) => whole / limit)),
          unit: '×',
          goal: { atLeast: 0.5 },
          and: [
            { value: median(rounds.map(({ whole }) => whole)), unit: '/s' },
            { what: 'the bank', value: median(rounds.map(({ limit }) => limit)), unit: '/s' },
          ],
        },
      ],
    });
  } finally {
    await product.stop();
    await banks.stop();
  }
}

async function sendBare(environment: Readonly<Record<string, string>>, count: number): Promise<number> {
  const of = (name: string): string => environment[name] ?? '';
  const rail = createBudpayRail({
    url: of('BUDPAY_URL'),
    secretKey: of('BUDPAY_SECRET_KEY'),
    publicKey: of('BUDPAY_PUBLIC_KEY'),
    log: silentLog,
  });
  const start = performance.now();
  let left = count;
  const caller = async (): Promise<void> => {
    for (; left > 0;) {
      left -= 1;
      const instruction = {
        reference: `kg-${randomUUID().replaceAll('-', '')}`,
        amountKobo: toKobo(1_600_000n),
        accountNumber: '0123456785',
        accountName: 'SAMPLE PERSON',
        bankCode: '000013',
        bankName: 'GTBANK',
        narration: 'Kobogate bench',
      };
      const answer = await rail.send(instruction, createDeadline(systemClock, 60_000));
      if (answer.kind !== 'accepted') throw new Error(`the bank did not take an instruction: ${answer.kind}`);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
  return (count * 1000) / (performance.now() - start);
}

async function payOut({ origin, tokens, database }: Product, count: number): Promise<number> {
  await fund(database, count);
  const ids: string[] = [];
  for (let first = 0; first < count; first += tokens.length) {
    const some = tokens.slice(0, count - first);
    ids.push(...(await Promise.all(some.map((token) => convert(origin, token)))));
  }
  const start = performance.now();
  await approveAll(database, ids);
  while ((await countUnpaid(database, ids)) > 0) {
    if (performance.now() - start > LONGEST_MS) throw new Error('payouts are stuck');
    await pause(20);
  }
  return (count * 1000) / (performance.now() - start);
}

/** A balance for every customer, as final deposits would have left it. */
async function fund(database: Database, count: number): Promise<void> {
  const people = await database.query<{ id: UserId }>(`select id from app_user where not is_admin`);
  const amount = BigInt(Math.ceil(count / people.length)) * 12_500_000n;
  await database.transaction((tx) =>
    post(
      tx,
      people.map(({ id }) => ({
        source: 'bench',
        sourceId: newId(),
        description: 'Bench',
        transfers: [{ debit: custody(USDT), credit: customer(id, USDT), amount }],
      })),
    ),
  );
}

async function convert(origin: string, token: string): Promise<string> {
  const response = await fetch(`${origin}/api/conversion`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ fromCurrency: 'USDT', fromAmount: '12.5', network: 'ethereum' }),
  });
  const order: unknown = await response.json();
  if (!response.ok || typeof order !== 'object' || order === null || !('id' in order)) {
    throw new Error(`a conversion was refused: ${JSON.stringify(order)}`);
  }
  return String(order.id);
}

/** So many approvals at once: the time that administrators take to press buttons is not measured. */
async function approveAll(database: Database, ids: readonly string[]): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query(`update customer_order set status = 'approved' where id = any($1::uuid[])`, [ids]);
    await tx.query(
      `insert into event (id, type, payload, run_at)
       select gen_random_uuid(), 'order.payable', jsonb_build_object('orderId', id), now() from unnest($1::text[]) as id`,
      [ids],
    );
  });
}

async function countUnpaid(database: Database, ids: readonly string[]): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from customer_order where id = any($1::uuid[]) and payout <> 'paid'`,
    [ids],
  );
  return row?.count ?? 0;
}
