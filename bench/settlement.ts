import { endpoints } from '@kobogate/contract';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { createTemporaryFolder } from '@kobogate/testkit/platform/temporary-folder.ts';
import { openDatabase } from '../apps/server/src/platform/database.ts';
import { startEmbeddedPostgres } from '../apps/server/src/platform/embedded-postgres.ts';
import { newId } from '../apps/server/src/platform/identifiers.ts';
import type { Database } from '../apps/server/src/platform/database.ts';
import { newCustomer } from '../tests/support/customer.ts';
import { type Product, startProduct } from '../tests/support/product.ts';
import { eventually } from '../tests/support/wait.ts';
import { allowPlenty } from './lib/books.ts';
import { writeResult } from './lib/results.ts';
import { median, percentile } from './lib/statistics.ts';

const PAYMENTS = Number(process.env['BENCH_PAYMENTS'] ?? 500);
/** Payments that are sent at the same moment. */
const WAVE = 20;
const MERCHANTS = 5;
/** In seconds: 99 of 100 as the product promises, and the median. */
const LIMITS = { median: 5, p99: 100 };
const WAIT_MS = 10 * 60_000;

const PAIRS = [
  { currency: 'BTC', network: 'mainnet' },
  { currency: 'USDT', network: 'ethereum' },
  { currency: 'USDT', network: 'bsc' },
  { currency: 'USDC', network: 'polygon' },
  { currency: 'USDC', network: 'arbitrum' },
  { currency: 'USDT', network: 'optimism' },
  { currency: 'USDC', network: 'avalanche' },
  { currency: 'SOL', network: 'solana' },
  { currency: 'ADA', network: 'cardano' },
  { currency: 'DOT', network: 'polkadot' },
] as const;

/**
 * Payments by link over all networks, one of the two bank rails down for the middle third of them: the time from a
 * deposit's final confirmation to the bank's acceptance of the payout, without any click. Throws beyond the limits.
 */
export async function bench(): Promise<void> {
  const folder = await createTemporaryFolder('bench');
  const embedded = await startEmbeddedPostgres({ dataDir: folder.path, log: silentLog });
  const { host, port, user, database: name } = embedded.address;
  const url = `postgres://${user}@localhost:${port}/${name}?host=${encodeURIComponent(host)}`;
  const product = await startProduct({ blockSeconds: 1, environment: async () => ({ DATABASE_URL: url }) });
  const database = await openDatabase({ url: embedded.address, maxConnections: 4, log: silentLog });
  try {
    await allowPlenty(database);
    await payAll(product, database, await openAll(product, database));
    const { seconds, rails } = await measure(product, database);
    await report(seconds, rails);
    if (median(seconds) > LIMITS.median || percentile(seconds, 99) > LIMITS.p99)
      throw new Error('settlement is too slow');
  } finally {
    await database.close();
    await product.stop();
    await embedded.stop();
    await folder.remove();
  }
}

interface Opened {
  readonly network: string;
  readonly currency: string;
  readonly address: string;
  readonly missing: string;
}

async function openAll({ call, sandbox }: Product, database: Database): Promise<Opened[]> {
  const merchants = [];
  for (let count = 0; count < MERCHANTS; count += 1) {
    const { token } = await newCustomer({ call, sandbox });
    const { data: person } = await call(endpoints.accounts.getUser, { token });
    const linkId = newId();
    await database.query(
      `insert into payment_link (id, user_id, name, purpose, amount, coins)
       select $1, id, 'Bench', 'Bread', '25000', $3 from app_user where email = $2`,
      [linkId, person.email, [...new Set(PAIRS.map(({ currency }) => currency))]],
    );
    merchants.push({ token, linkId });
  }
  const opened: Opened[] = [];
  for (let index = 0; index < PAYMENTS; index += 1) {
    const [pair, merchant] = [PAIRS[index % PAIRS.length], merchants[index % MERCHANTS]];
    if (pair === undefined || merchant === undefined) continue;
    const body = { linkId: merchant.linkId, ...pair };
    opened.push((await call(endpoints.payments.create, { token: merchant.token, body })).data);
  }
  return opened;
}

/**
 * The middle third is paid while one of the two rails answers nothing; each third begins when the one before is at the
 * bank.
 */
async function payAll({ sandbox }: Product, database: Database, opened: readonly Opened[]): Promise<void> {
  const third = Math.ceil(opened.length / 3);
  for (let from = 0; from < opened.length; from += third) {
    const isMiddle = from === third;
    await sandbox.behave(isMiddle ? 'down' : 'success', isMiddle ? 1_000_000 : 1);
    const part = opened.slice(from, from + third);
    for (let at = 0; at < part.length; at += WAVE) {
      await Promise.all(
        part
          .slice(at, at + WAVE)
          .map(({ network, currency, address, missing }) => sandbox.pay(network, currency, address, missing)),
      );
    }
    await untilPaid(database, from + part.length);
  }
}

interface PaidOut {
  readonly reference: string;
  /** When the last of its deposits was final. */
  readonly final: Date;
}

/** The payouts of payments, once there are so many. */
function untilPaid(database: Database, count: number): Promise<PaidOut[]> {
  return eventually(
    `${count} payments are at the bank`,
    async () => {
      const rows = await database.query<PaidOut>(
        `select p.reference, max(d.confirmed_at) as final
         from customer_order o join payout p on p.order_id = o.id join deposit d on d.address_id = o.address_id
         where o.kind = 'payment' and p.status = 'paid' group by p.reference`,
      );
      if (rows.length === count) return rows;
      throw new Error(`${rows.length} of ${count}`);
    },
    { limitMs: WAIT_MS },
  );
}

async function measure({ sandbox }: Product, database: Database) {
  const accepted = new Map((await sandbox.transfers()).map((transfer) => [transfer.reference, transfer]));
  const rails = new Map<string, number>();
  const seconds = (await untilPaid(database, PAYMENTS)).map(({ reference, final }) => {
    const transfer = accepted.get(reference);
    if (transfer === undefined) throw new Error(`the bank has no transfer ${reference}`);
    rails.set(transfer.provider, (rails.get(transfer.provider) ?? 0) + 1);
    return (new Date(transfer.at).getTime() - final.getTime()) / 1000;
  });
  return { seconds, rails };
}

async function report(seconds: readonly number[], rails: ReadonlyMap<string, number>): Promise<void> {
  await writeResult('settlement', {
    rounds: 1,
    figures: [
      {
        what: `${seconds.length} link payments, one rail down for a third, final coins to the bank: median`,
        value: median(seconds),
        unit: 's',
        goal: { atMost: LIMITS.median },
      },
      {
        what: '… 99th percentile',
        value: percentile(seconds, 99),
        unit: 's',
        goal: { atMost: LIMITS.p99 },
        and: [{ what: 'longest', value: percentile(seconds, 100), unit: 's' }],
      },
    ],
    details: Object.fromEntries(rails),
  });
}
