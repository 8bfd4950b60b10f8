// Whichever part dies, at any moment: nothing is lost, nothing is paid twice, and the product says in words what it
// waits for and continues. What breaks the server or its database has a product of its own; a bank or a node that fails is
// mended in the end, and one product goes through all of that.
import { endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder, transfersTo } from '../support/customer.ts';
import { externalServer, NO_EXTERNAL_SERVER } from '../support/databases.ts';
import { send } from '../support/http.ts';
import { adminToken } from '../support/people.ts';
import { type Product, type ProductOptions, startProduct } from '../support/product.ts';
import { type Proxy, startProxy } from '../support/proxy.ts';
import { expect, test } from '../support/fixtures.ts';
import { eventually } from '../support/wait.ts';

const PAIR = { currency: 'USDT', network: 'bsc', amount: '25' };

let own: Product | undefined;
let toDatabase: Proxy | undefined;
async function start(options: ProductOptions = {}): Promise<Product> {
  own = await startProduct(options);
  return own;
}
const proxyTo = (address: URL, usualPort: number): Promise<Proxy> =>
  startProxy(address.hostname, Number(address.port || usualPort));
test.afterEach(async () => {
  await own?.stop();
  toDatabase?.close();
  own = undefined;
  toDatabase = undefined;
});

const approve = async ({ call }: Product, id: string): Promise<void> => {
  const token = await adminToken(call);
  await call(endpoints.adminOrders.decide, { token, params: { id }, body: { status: 'approved' } });
};
const expectSound = async ({ call }: Product): Promise<void> => {
  const { data } = await call(endpoints.admin.verifyLedger, { token: await adminToken(call) });
  expect(data).toMatchObject({ ok: true, differences: [] });
};

test('[I1] [P3] kill -9 at every stop of an order’s way: it goes on after the restart and is paid once', async () => {
  test.slow();
  // The embedded database outlives the server and is found again.
  const running = await start({ database: 'embedded' });
  const customer = await newCustomer(running);
  const restart = async (): Promise<void> => {
    await running.killServer();
    await running.startServer();
  };
  const order = await placeOrder(running, customer.token, PAIR);
  await running.killServer();
  await payAndMine(running, order);
  await running.startServer();
  await orderWhere(running, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  await restart();
  await approve(running, order.id);
  // A payout that dies before the bank has the transfer can't know whether it was sent: an administrator decides, a
  // quarter of an hour later.
  await eventually('the bank has it', async () => (await transfersTo(running, customer)).length > 0);
  await restart();
  await restart();
  const paid = await orderWhere(running, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
  await restart();
  expect(paid.nairaKobo).toBe(order.nairaKobo);
  expect((await transfersTo(running, customer)).map(({ amountKobo }) => String(amountKobo))).toEqual([order.nairaKobo]);
  await expectSound(running);
});

test.describe('a bank or a node that fails', () => {
  let running: Product;
  let toNode: Proxy;
  test.beforeAll(async () => {
    running = await startProduct({
      // Long enough for a success to be reported before the transfer comes back, also on a busy machine.
      transferMs: 1000,
      environment: async ({ RPC_BSC = '' }) => {
        toNode = await proxyTo(new URL(RPC_BSC), 80);
        return { RPC_BSC: `http://127.0.0.1:${toNode.port}` };
      },
    });
  });
  test.afterAll(async () => {
    await running.stop();
    toNode.close();
  });

  test('[P1] [H-6] the bank takes the transfer but never answers: unknown, asked by the same reference, paid once', async () => {
    test.slow();
    const customer = await newCustomer(running);
    const order = await placeOrder(running, customer.token, PAIR);
    await payAndMine(running, order);
    await orderWhere(running, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
    await running.sandbox.behave('timeout-then-success', 1);
    await approve(running, order.id);
    const end = await orderWhere(running, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
    expect(end.timeline.map(({ text }) => text).join('\n')).toMatch(/\S/);
    expect(await transfersTo(running, customer)).toHaveLength(1);
    await expectSound(running);
  });

  test('[H-6] the bank refuses the transfer: failed with a reason, the money kept, and paid once when tried again', async () => {
    const { call, sandbox } = running;
    const customer = await newCustomer(running);
    const order = await placeOrder(running, customer.token, PAIR);
    await payAndMine(running, order);
    await sandbox.behave('fail', 1);
    await approve(running, order.id);
    await orderWhere(running, customer.token, order.id, 'failed', ({ payout }) => payout === 'failed');
    await expectSound(running);
    const token = await adminToken(call);
    await call(endpoints.adminOrders.retryPayout, { token, params: { id: order.id }, body: { reason: 'Mended' } });
    await orderWhere(running, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
    const succeeded = (await transfersTo(running, customer)).filter(({ status }) => status === 'success');
    expect(succeeded.map(({ amountKobo }) => String(amountKobo))).toEqual([order.nairaKobo]);
    await expectSound(running);
  });

  test('[P5] a transfer that comes back after success is reported as reversed, and the ledger stays sound', async () => {
    const customer = await newCustomer(running);
    const order = await placeOrder(running, customer.token, PAIR);
    await payAndMine(running, order);
    await running.sandbox.behave('reverse', 1);
    await approve(running, order.id);
    await orderWhere(running, customer.token, order.id, 'reversed', ({ payout }) => payout === 'reversed');
    await expectSound(running);
  });

  test('[W3] callbacks that come three times have one effect, forged ones none', async () => {
    const customer = await newCustomer(running);
    const order = await placeOrder(running, customer.token, PAIR);
    await payAndMine(running, order);
    await running.sandbox.behave('duplicate-callback', 1);
    const forge = (body: unknown) => send('POST', `${running.apiBase}/callbacks/budpay`, { body });
    await forge({ notify: 'payout', notifyType: 'successful', data: { reference: order.id, status: 'success' } });
    for (const body of ['{}', '[]', '"x"', '{"data":null}', { data: { reference: { $gt: '' } } }]) {
      expect((await forge(body)).status).toBeLessThan(500);
    }
    await approve(running, order.id);
    await orderWhere(running, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
    expect(await transfersTo(running, customer)).toHaveLength(1);
    await expectSound(running);
  });

  test('[D9] a dead node stalls its network in words and loses nothing: the deposit counts when it is back', async () => {
    const customer = await newCustomer(running);
    const order = await placeOrder(running, customer.token, PAIR);
    toNode.cut();
    await payAndMine(running, order);
    const token = await adminToken(running.call);
    const stalled = await eventually('the network is reported as stalled', async () => {
      const { data } = await running.call(endpoints.admin.networks, { token });
      return data.find(({ network, stalled: why }) => network === 'bsc' && why !== null);
    });
    expect(stalled.stalled).toMatch(/\S+ \S+/);
    toNode.mend();
    await orderWhere(running, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  });
});

test('[I3] a dead database answers 503 in words, and everything goes on when it is back', async () => {
  test.skip(externalServer === undefined, NO_EXTERNAL_SERVER);
  const running = await start({
    database: 'postgres',
    databaseAddress: async (address) => {
      const line = await proxyTo(new URL(address), 5432);
      toDatabase = line;
      const through = new URL(address);
      through.hostname = '127.0.0.1';
      through.port = String(line.port);
      return through.href;
    },
  });
  const customer = await newCustomer(running);
  const order = await placeOrder(running, customer.token, PAIR);
  toDatabase?.cut();
  for (const path of ['/health', '/user', '/wallet', '/conversion']) {
    const answer = await send('GET', running.apiBase + path, { token: customer.token });
    expect([path, answer.status, answer.json]).toEqual([
      path,
      503,
      { message: expect.stringMatching(/\S+ \S+/), code: 'dependency-down' },
    ]);
  }
  await payAndMine(running, order);
  toDatabase?.mend();
  await approveWhenBack(running, order.id);
  await orderWhere(running, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
  expect(await transfersTo(running, customer)).toHaveLength(1);
  await expectSound(running);
});

const approveWhenBack = (running: Product, id: string): Promise<true> =>
  eventually('the order can be approved', async () => {
    await approve(running, id);
    return true;
  });
