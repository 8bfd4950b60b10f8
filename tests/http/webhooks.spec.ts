// A merchant's program, with a key alone, sells something and gets its events over a real socket: signed, numbered,
// also where it was down and our server was killed in between.
import { endpoints, listenerStreamPath, SCOPES, WEBHOOK_EVENTS } from '@kobogate/contract';
import { giveBankAccount, newCustomer } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { adminToken, makeApiKey, PASSWORD } from '../support/people.ts';
import { ADMIN, CONFIRMATIONS, type Product, startProduct } from '../support/product.ts';
import { eventually } from '../support/wait.ts';
import { isSignedWith, startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let running: Product;
let receiver: WebhookReceiver;
test.beforeAll(async () => {
  [running, receiver] = await Promise.all([startProduct(), startWebhookReceiver()]);
});
test.afterAll(() => Promise.all([running.stop(), receiver.close()]));

test('[W2] a payment that a key opened is reported as seen, paid and settled; killed in between, the server continues', async () => {
  test.slow();
  const { call, sandbox, apiBase } = running;
  // An administrator sells here, who may make links while they are switched off for merchants.
  const session = await adminToken(call);
  await giveBankAccount(running, session);
  const token = await makeApiKey(call, session, [...SCOPES], ADMIN.password);
  const { data: endpoint } = await call(endpoints.webhooks.create, {
    token: session,
    body: { url: receiver.url, events: [...WEBHOOK_EVENTS], password: ADMIN.password },
  });

  const sell = { name: 'Bread', purpose: 'A loaf', amount: '15000', coins: ['USDT' as const] };
  const once = { token: session, body: sell, headers: { 'idempotency-key': 'loaf-1' } };
  const links = await Promise.all([
    call(endpoints.paymentLinks.create, once),
    call(endpoints.paymentLinks.create, once),
  ]);
  expect(links[1]).toEqual(links[0]);
  const replayed = await send('POST', `${apiBase}/payment-links`, once);
  expect([replayed.headers.get('idempotent-replayed'), replayed.json]).toEqual(['true', links[0]]);
  const other = await send('POST', `${apiBase}/payment-links`, { ...once, body: { ...sell, name: 'Cake' } });
  expect(other.status).toBe(409);
  const open = {
    token,
    body: { linkId: links[0].data.id, currency: 'USDT', network: 'bsc', reference: 'order 7', metadata: { cart: '7' } },
    headers: { 'idempotency-key': 'payment-7' },
  };
  const [{ data: payment }, { data: again }] = await Promise.all([
    call(endpoints.payments.create, open),
    call(endpoints.payments.create, open),
  ]);
  expect(again.id).toBe(payment.id);

  receiver.answer(500);
  await sandbox.pay('bsc', 'USDT', payment.address, payment.missing);
  await sandbox.mine('bsc', 1);
  await eventually('a first attempt', () => Promise.resolve(receiver.received.length > 0));
  await running.killServer();
  receiver.answer(200);
  await sandbox.mine('bsc', CONFIRMATIONS);
  await running.startServer();

  const list = () => call(endpoints.webhooks.listDeliveries, { token, params: { id: endpoint.id } });
  await eventually('everything delivered', async () => {
    const { data } = await list();
    const types = data.map(({ type, state }) => `${type} ${state}`);
    const all = ['payment.seen', 'payment.paid', 'payment.settled', 'payout.paid'].every((type) =>
      types.includes(`${type} delivered`),
    );
    if (!all) throw new Error(types.join(', '));
    return all;
  });
  for (const each of receiver.received) expect(isSignedWith(endpoint.secret, each)).toBe(true);
  const told = new Map(receiver.received.map(({ body }) => [body.type, body.data]));
  expect(told.get('payment.paid')).toMatchObject({
    id: payment.id,
    state: 'paid',
    reference: 'order 7',
    metadata: { cart: '7' },
  });
  expect(told.get('payout.paid')).toMatchObject({
    paymentId: payment.id,
    reference: 'order 7',
    metadata: { cart: '7' },
  });
  expect(told.get('payment.settled')).toMatchObject({ id: payment.id, payout: 'paid' });
  expect(told.get('link.created')).toMatchObject({ id: payment.linkId, name: 'Bread', state: 'active' });
  expect(told.get('payment.opened')).toMatchObject({ id: payment.id, state: 'waiting' });
  const { data: events } = await call(endpoints.webhooks.listEvents, { token, query: { after: '0' } });
  expect(events.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(new Set(receiver.received.map(({ body }) => body.id))).toEqual(new Set(events.map(({ id }) => id)));
});

test('[W1] [F-13] an address inside the network is refused in words, and a key without the scope makes no endpoint', async () => {
  const { call, apiBase } = running;
  const { token: session } = await newCustomer(running);
  const ask = (url: string, token = session) =>
    send('POST', `${apiBase}/webhooks/endpoints`, {
      token,
      body: { url, events: ['payment.paid'], password: PASSWORD },
    });
  for (const url of [
    'https://10.0.0.1/',
    'https://[fd00::1]/',
    'http://169.254.169.254/',
    'ftp://shop.example/',
    'x',
  ]) {
    const answer = await ask(url);
    expect([url, answer.status]).toEqual([url, 422]);
    const message: unknown = expect.stringMatching(/\S+ \S+/);
    const field = 'url';
    expect(answer.json).toEqual({ message, code: 'webhook-address', field, faults: [{ field, message }] });
  }
  expect((await ask(receiver.url, await makeApiKey(call, session, ['webhooks:read', 'webhooks:write']))).status).toBe(
    403,
  );
});

test('[W2] a key with the scope makes, changes, rotates and removes an endpoint without a password, and its owner gets mail', async () => {
  const { call, apiBase } = running;
  const { token: session } = await newCustomer(running);
  const token = await makeApiKey(call, session, ['webhooks:read', 'webhooks:manage', 'webhooks:write']);
  const once = {
    token,
    body: { url: receiver.url, events: ['payment.paid' as const] },
    headers: { 'idempotency-key': 'endpoint-1' },
  };
  const { data: made } = await call(endpoints.webhooks.create, once);
  // A repeat makes no second one, and is told the same secret.
  expect((await call(endpoints.webhooks.create, once)).data).toEqual(made);
  const params = { id: made.id };
  const moved = await call(endpoints.webhooks.update, { token, params, body: { url: `${receiver.url}/moved` } });
  expect(moved.data).toMatchObject({ url: `${receiver.url}/moved`, events: ['payment.paid'] });
  expect((await call(endpoints.webhooks.rotate, { token, params, body: {} })).data.secrets).toBe(2);
  expect((await call(endpoints.webhooks.retire, { token, params })).data.secrets).toBe(1);
  const misspelt = { token, body: { url: receiver.url, event: ['payment.paid'] } };
  expect((await send('POST', `${apiBase}/webhooks/endpoints`, misspelt)).status).toBe(400);
  await call(endpoints.webhooks.remove, { token, params });
  expect((await call(endpoints.webhooks.list, { token })).data).toEqual([]);
});

test('[C1] a listener’s stream is for the key that opened it, with the scope to read', async () => {
  const { call, apiBase } = running;
  const { token: session } = await newCustomer(running);
  const token = await makeApiKey(call, session, ['webhooks:write']);
  const { data: listener } = await call(endpoints.webhooks.listen, { token, body: {} });
  const address = `${apiBase}${listenerStreamPath(listener.id)}`;
  const reader = await makeApiKey(call, session, ['webhooks:read']);
  const { token: stranger } = await newCustomer(running);
  const ask = async (as?: string) => (await send('GET', address, as === undefined ? {} : { token: as })).status;
  expect([await ask(), await ask(token), await ask(reader), await ask(stranger)]).toEqual([401, 403, 404, 404]);
});
