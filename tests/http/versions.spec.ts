// While an upgrade replaces one server after the other, the old and the new one run on one database: sign-ups, conversions and payments by
// link go through both at once, and through each of them alone, to the kobo, and the ledger is sound. What the old one answers the new pages read.
import { createHash } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Endpoint, endpoints } from '@kobogate/contract';
import pg from 'pg';
import { newCustomer, orderWhere, payAndMine, placeOrder, transfersTo } from '../support/customer.ts';
import { externalServer, NO_EXTERNAL_SERVER } from '../support/databases.ts';
import { expect, test } from '../support/fixtures.ts';
import { freePort } from '../support/free-port.ts';
import { createCall, pathOf, send } from '../support/http.ts';
import { newLink, openPayment, payPayment, paymentWhere } from '../support/payer.ts';
import { adminToken } from '../support/people.ts';
import { type Product, startProduct } from '../support/product.ts';
import { builtProgram, startProgram } from '../support/program.ts';
import { buildServerOf, findVersionBefore } from '../support/version-before.ts';
import { eventually, Hopeless } from '../support/wait.ts';

type Service = Pick<Product, 'call' | 'sandbox'>;
const CONVERTED = { currency: 'USDT', network: 'bsc', amount: '25.5' } as const;
const PAID = { currency: 'USDC', network: 'polygon' } as const;

let product: Product;
let folder: string;
test.beforeAll(async () => {
  test.skip(externalServer === undefined, NO_EXTERNAL_SERVER);
  product = await startProduct({ database: 'postgres' });
  folder = await mkdtemp(join(tmpdir(), 'kobogate-versions-'));
  await chmod(folder, 0o755);
});
test.afterAll(async () => {
  await product?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

interface Beside extends Service {
  readonly apiBase: string;
  readonly stop: () => Promise<void>;
}

/** Starts another server on the product's database; `stop` ends it. */
async function startBeside(script: string): Promise<Beside> {
  const port = await freePort();
  const environment = { ...product.environment, PORT: String(port), WEB_DIR: '' };
  const program = startProgram(script, environment, join(folder, `server-${port}.log`));
  const apiBase = `http://127.0.0.1:${port}/api`;
  await eventually('the server beside is ready', async () => {
    if (program.hasEnded()) throw new Hopeless(program.output().slice(-2000));
    return (await send('GET', `${apiBase}/health`)).status === 200;
  });
  return { apiBase, call: createCall(apiBase), sandbox: product.sandbox, stop: () => program.end('SIGTERM') };
}

/** A person signs up, converts coins, is approved and paid; then somebody pays by a link of theirs. */
async function useAll(service: Service): Promise<void> {
  const { call } = service;
  const customer = await newCustomer(service);
  const order = await placeOrder(service, customer.token, CONVERTED);
  await payAndMine(service, order);
  await orderWhere(service, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  const admin = await adminToken(call);
  await call(endpoints.adminOrders.decide, { token: admin, params: { id: order.id }, body: { status: 'approved' } });
  await orderWhere(service, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
  const link = await newLink(service, customer.token);
  const payment = await openPayment(service, link.id, PAID);
  await payPayment(service, payment);
  const paid = await paymentWhere(service, payment.id, 'paid out', ({ payout }) => payout === 'paid');
  const transfers = await transfersTo(service, customer);
  expect(transfers.map(({ amountKobo, status }) => `${status} ${amountKobo}`).toSorted()).toEqual(
    [order.nairaKobo, paid.nairaKobo].map((kobo) => `success ${kobo}`).toSorted(),
  );
  expect((await call(endpoints.admin.verifyLedger, { token: admin })).data).toMatchObject({
    ok: true,
    differences: [],
  });
}

/**
 * Everything that the team's and a customer's pages read, as a server of another version answers it, by the present
 * contract: a page does not show an answer that is not of its form.
 */
async function readByPages({ apiBase, call }: Beside): Promise<void> {
  const token = await adminToken(call);
  const [order] = await call(endpoints.adminOrders.list, { token });
  if (order === undefined) throw new Error('there is no order to read');
  const ids: Readonly<Record<string, string>> = { order: order.id, 'admin/users': order.customerId };
  const reads = Object.values(endpoints)
    .flatMap((group) => Object.values<Endpoint>(group))
    .filter(({ method, media }) => method === 'GET' && media === 'application/json');
  let read = 0;
  for (const endpoint of reads) {
    const [, of = '', more] = /^\/([^{]+)\/\{id\}(.*)$/.exec(endpoint.path) ?? [];
    const id = ids[of];
    if (endpoint.path.includes('{') && (id === undefined || more?.includes('{'))) continue;
    const answer = await send('GET', apiBase + pathOf(endpoint, { id: id ?? '' }), { token });
    // What is not there yet, or takes more than an id.
    if (answer.status !== endpoint.success) continue;
    const { error } = endpoint.answer.safeParse(answer.json);
    expect(error?.issues ?? [], `${endpoint.path} of the version before`).toEqual([]);
    read += 1;
  }
  expect(read).toBeGreaterThan(40);
}

test('[I7] the server before the newest migration and the present one share a database, and either works there alone', async () => {
  test.slow();
  const commit = await findVersionBefore();
  test.skip(commit === null, 'this folder has no history with the version before the newest migration');
  const before = await startBeside(await buildServerOf(commit ?? '', folder));
  await Promise.all([useAll(product), useAll(before)]);
  await readByPages(before);
  // Nothing is left to the present one.
  await product.killServer();
  await useAll(before);
  await product.startServer();
  await before.stop();
});

/** What a later version's migrations may add to a schema, here to each of its tables. */
const LATER = `
do $$ declare found text; begin
  for found in select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
    and not relispartition and relname <> 'schema_migration' loop
    execute format('alter table %I add column later_count integer not null default 7 check (later_count > 0), add column later_note text', found);
  end loop;
end $$;
create table later_thing (id uuid primary key, order_id uuid not null references customer_order (id), user_id uuid references app_user (id));
create index later_index on customer_order (later_count, created_at);
create unique index later_unique on app_user (later_note);
create function later_note() returns trigger language plpgsql as $$ begin new.later_note := new.id::text; return new; end $$;
create trigger later_note before insert on app_user for each row execute function later_note();`;

test('[I7] servers go on where a later version has added to every table, and one that starts then works beside and alone', async () => {
  test.slow();
  const client = new pg.Client({ connectionString: product.environment['DATABASE_URL'] });
  await client.connect();
  // Prepared statements and plans of before are in use while the tables change.
  await useAll(product);
  await client.query(LATER);
  const checksum = createHash('sha256').update(LATER).digest('hex');
  await client.query(`insert into schema_migration (name, checksum) values ('9999_later.sql', $1)`, [checksum]);
  const beside = await startBeside(builtProgram('server/dist/main.js'));
  await Promise.all([useAll(product), useAll(beside)]);
  await product.killServer();
  await useAll(beside);
  const { rows } = await client.query(
    `select count(*)::int as people, count(later_note)::int as noted, bool_and(later_count = 7) as counted from app_user`,
  );
  expect(rows[0]).toMatchObject({ counted: true });
  expect(rows[0].noted).toBeGreaterThan(2);
  await client.end();
  await beside.stop();
});
