// Coins of a sender on the operator's list, over HTTP: an order that was approved before the hit is held at the moment
// of the hit, its customer does not read why, and naira, or the coins themselves, leave only on the decision of an
// administrator who has seen it. The result also comes as a text message, through the provider's own protocol, once.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { endpoints, type OrderId } from '@kobogate/contract';
import { computeAddress, keccak256, toUtf8Bytes } from 'ethers';
import * as z from 'zod/mini';
import { type Customer, newCustomer, orderWhere, payAndMine, placeOrder, transfersTo } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { pathOf, send } from '../support/http.ts';
import { adminToken, PASSWORD } from '../support/people.ts';
import { ADMIN, type Product, startProduct } from '../support/product.ts';
import { eventually } from '../support/wait.ts';

/** The payer on the sandbox's chains of the EVM family. */
const PAYER = computeAddress(keccak256(toUtf8Bytes('Kobogate sandbox faucet: play money only')));
const ELSEWHERE = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';
const PAIR = { currency: 'USDT', network: 'bsc', amount: '25' };
const UNSAID = /sanction|listed|sender|released/i;

let product: Product;
let admin: string;
let folder: string;
test.beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kobogate-list-'));
  const file = join(folder, 'list.txt');
  await writeFile(file, `# date: 2026-11-20\n${PAYER}\n`);
  product = await startProduct({ environment: async () => ({ SANCTIONS_FILE: file }) });
  admin = await adminToken(product.call);
  await eventually('the list is read', async () => {
    const { data } = await product.call(endpoints.sanctions.read, { token: admin });
    return data.list?.addresses === 1;
  });
});
test.afterAll(async () => {
  await product.stop();
  await rm(folder, { recursive: true, force: true });
});

const WHY = 'They are released.';
const decide = (id: string, status: 'approved' | 'declined') =>
  product.call(endpoints.adminOrders.decide, { token: admin, params: { id }, body: { status, reason: WHY } });
const hitsOf = async (id: OrderId) => {
  const { data } = await product.call(endpoints.sanctions.read, { token: admin });
  return data.hits.filter(({ orderIds }) => orderIds.includes(id));
};

const texts = z.array(z.object({ to: z.string(), from: z.string(), text: z.string() }));
const textsTo = async (phone: string) =>
  texts.parse((await send('GET', `${product.sandbox.base}/control/sms?to=${phone}`)).json);

/** An order that an administrator approved before its coins came from the listed sender, held by now. */
async function heldOrder(customer: Customer): Promise<OrderId> {
  const order = await placeOrder(product, customer.token, PAIR);
  await decide(order.id, 'approved');
  await payAndMine(product, order);
  await orderWhere(
    product,
    customer.token,
    order.id,
    'held',
    ({ funding, status }) => funding === 'funded' && status === 'pending',
  );
  return order.id;
}

test('[H-5] [H-8] coins of a listed sender hold an approved order until an administrator who knows decides; texts tell the end once', async () => {
  const { call, sandbox } = product;
  const customer = await newCustomer(product);
  const { data: choices } = await call(endpoints.notifications.saveTextChoices, {
    token: customer.token,
    body: { payout: true },
  });
  expect(choices).toMatchObject({ payout: true, deposit: false });

  const id = await heldOrder(customer);
  expect(await hitsOf(id)).toMatchObject([{ address: PAYER, amount: '25', customerEmail: customer.email }]);
  const mail = await eventually('the administrator gets the mail', async () =>
    (await sandbox.mail(ADMIN.email)).find(({ subject }) => /sanctions list/.test(subject)),
  );
  expect(mail.text).toContain(PAYER);
  const { data: seen } = await call(endpoints.orders.getConversion, { token: customer.token, params: { id } });
  expect(JSON.stringify(seen)).not.toMatch(UNSAID);
  expect(await transfersTo(product, customer)).toEqual([]);
  const path = product.apiBase + pathOf(endpoints.adminOrders.decide, { id });
  const refused = await send('PUT', path, { token: admin, body: { status: 'approved', reason: ' ' } });
  expect([refused.status, Object(refused.json).message]).toEqual([422, expect.stringContaining(PAYER)]);

  // The provider accepts the message and answers with an error: it may have been sent, so it is not sent again.
  await send('POST', `${sandbox.base}/control/sms/behaviour`, { body: { next: 'server-error' } });
  await decide(id, 'approved');
  const { data: decided } = await call(endpoints.adminOrders.get, { token: admin, params: { id } });
  expect(decided).toMatchObject({ listedSenders: [PAYER] });
  expect(decided.timeline.some(({ text }) => text.includes(WHY))).toBe(true);
  const { data: told } = await call(endpoints.orders.getConversion, { token: customer.token, params: { id } });
  expect(JSON.stringify(told)).not.toMatch(UNSAID);
  const paid = await orderWhere(product, customer.token, id, 'paid', ({ payout }) => payout === 'paid');
  expect((await transfersTo(product, customer)).map(({ amountKobo }) => String(amountKobo))).toEqual([paid.nairaKobo]);
  const { data: user } = await call(endpoints.accounts.getUser, { token: customer.token });
  const phone = user.phone.replace('+', '');
  const [text] = await eventually('the text message', async () => {
    const sent = await textsTo(phone);
    return sent.length > 0 && sent;
  });
  expect(text).toMatchObject({ to: phone, from: 'Kobogate', text: expect.stringMatching(/paid/i) });
  for (const { subject, text: words } of await sandbox.mail(customer.email)) {
    expect(`${subject} ${words}`).not.toMatch(UNSAID);
  }

  const next = await heldOrder(customer);
  await decide(next, 'approved');
  await orderWhere(product, customer.token, next, 'paid', ({ payout }) => payout === 'paid');
  await eventually('the second text message', async () => (await textsTo(phone)).length === 2);
});

test('[H-5] declined, the coins are the customer’s again, and go back only with an administrator’s reason', async () => {
  const { call } = product;
  const customer = await newCustomer(product);
  const { token } = customer;
  const id = await heldOrder(customer);
  await decide(id, 'declined');
  const { data: wallets } = await call(endpoints.wallets.list, { token });
  expect(wallets).toMatchObject([{ balance: '25', held: '0' }]);
  expect(await transfersTo(product, customer)).toEqual([]);

  const body = { asset: 'USDT@bsc', amount: '25', address: ELSEWHERE, password: PASSWORD };
  const { data: refund } = await call(endpoints.refunds.request, { token, body });
  const { data: all } = await call(endpoints.refunds.listForAdmin, { token: admin });
  expect(all.find((one) => one.id === refund.id)).toMatchObject({ listed: { isAddress: false, senders: [PAYER] } });
  const path = product.apiBase + pathOf(endpoints.refunds.decide, { id: refund.id });
  const refused = await send('PUT', path, { token: admin, body: { status: 'approved' } });
  expect([refused.status, Object(refused.json).message]).toEqual([422, expect.stringContaining(PAYER)]);
  const approved = await send('PUT', path, {
    token: admin,
    body: { status: 'approved', reason: WHY },
  });
  expect(approved.status).toBe(200);
  const { data: own } = await call(endpoints.refunds.list, { token });
  expect(own.refunds).toMatchObject([{ id: refund.id, status: 'approved', reason: null }]);
  expect(JSON.stringify(own)).not.toMatch(/sanction|released/i);
});
