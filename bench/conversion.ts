import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import autocannon from 'autocannon';
import type { Database } from '../apps/server/src/platform/database.ts';
import { newId } from '../apps/server/src/platform/identifiers.ts';
import { load } from './lib/load.ts';
import { freePort, startProduct, untilReady } from './lib/product.ts';
import { type Figure, writeResult } from './lib/results.ts';
import { median, shuffled } from './lib/statistics.ts';

const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 9);
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3);
const CALLERS = 128;
const BODY = JSON.stringify({ fromCurrency: 'USDT', fromAmount: '12.5', network: 'ethereum' });

/**
 * The whole `POST /conversion` beside bare single-row inserts on the same database, and beside the same call without
 * one.
 */
export async function bench(): Promise<void> {
  const product = await startProduct(CALLERS);
  const bare = await startWithoutDatabase();
  try {
    await product.database.query(
      `create table bare_order (like customer_order including defaults including indexes including constraints)`,
    );
    const measures: Record<string, () => Promise<number>> = {
      whole: () => post(product.origin, product.tokens),
      insert: () => insertSingly(product),
      without: () => post(bare.origin, ['any']),
    };
    const names = Object.keys(measures);
    const rounds: Record<string, number>[] = [];
    for (let number = 0; number <= ROUNDS; number += 1) {
      const round: Record<string, number> = {};
      for (const name of shuffled(names)) round[name] = (await measures[name]?.()) ?? 0;
      // Round 0 warms up and is not counted.
      if (number > 0) rounds.push(round);
    }
    await report(rounds);
  } finally {
    await bare.stop();
    await product.stop();
  }
}

async function post(origin: string, tokens: readonly string[]): Promise<number> {
  const result = await autocannon({
    url: `${origin}/api/conversion`,
    connections: CALLERS,
    duration: SECONDS,
    method: 'POST',
    requests: tokens.map((token) => ({
      method: 'POST' as const,
      path: '/api/conversion',
      body: BODY,
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })),
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`a conversion failed under load at ${origin}`);
  return result.requests.average;
}

async function insertSingly({ database }: { database: Database }): Promise<number> {
  const [template] = await database.query<{ user_id: string; wallet_id: string }>(
    `select user_id, id as wallet_id from wallet limit 1`,
  );
  const { perSecond } = await load(CALLERS, SECONDS, () =>
    database.query(
      `insert into bare_order (id, kind, user_id, wallet_id, currency, network, asset, amount, rate, naira_kobo,
         lock_expires_at, status, funding, priority, account_number, bank_code, bank_name, account_name, order_quote_id)
       values ($1, 'conversion', $2, $3, 'USDT', 'ethereum', 'USDT@ethereum', 12500000, 1600.5, 2000625,
         now(), 'pending', 'awaiting', 'low', '0123456785', '000013', 'GTBANK', 'SAMPLE PERSON', $1)`,
      [newId(), template?.user_id, template?.wallet_id],
      'bare-insert',
    ),
  );
  return perSecond;
}

async function startWithoutDatabase(): Promise<{ origin: string; stop(): Promise<void> }> {
  const port = await freePort();
  const child = fork(join(import.meta.dirname, 'lib', 'conversion-without-database.ts'), [String(port)], {
    execArgv: ['--import', 'tsx'],
  });
  const origin = `http://127.0.0.1:${port}`;
  await untilReady(origin, child);
  return {
    origin,
    stop: async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function report(rounds: readonly Record<string, number>[]): Promise<void> {
  const rate = (name: string): number => median(rounds.map((round) => round[name] ?? 0));
  const ratio = (name: string): number => median(rounds.map((round) => (round['whole'] ?? 0) / (round[name] ?? 1)));
  const beside = (what: string, name: string, atLeast: number): Figure => ({
    what,
    value: ratio(name),
    unit: '×',
    goal: { atLeast },
    and: [{ what: `${rate('whole').toFixed(0)} of`, value: rate(name), unit: '/s' }],
  });
  await writeResult('conversion', {
    rounds: rounds.length,
    figures: [
      beside('`POST /conversion`, whole, beside bare single-row inserts', 'insert', 1),
      beside('… beside itself without a database', 'without', 0.5),
    ],
  });
}
