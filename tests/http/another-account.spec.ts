// Guarantee: naira that a closed account could not take goes to another account of its owner's, once, by the owner's
// choice and the team's approval; both accounts stand in the evidence. Over HTTP, with a bank that closes the account.
import { endpoints } from '@kobogate/contract';
import { changeAccount, newCustomer, orderWhere, refusedOrder, transfersTo } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { newLink, openPayment, payPayment, paymentWhere } from '../support/payer.ts';
import { adminToken } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { eventually } from '../support/wait.ts';

const { bankAccounts, payees } = endpoints;

/** Chooses the customer's present payout account for an order's naira, as a page that shows it does. */
async function choose({ call, apiBase }: Product, token: string, id: string) {
  const { data: mine } = await call(bankAccounts.getMine, { token });
  const body = { accountNumber: mine?.accountNumber, bankName: mine?.bankName };
  return send('PUT', `${apiBase}/bank-account/orders/${id}`, { token, body });
}

async function sendAgain({ call, apiBase }: Product, admin: string, id: string, version?: number) {
  const { data: seen } = await call(endpoints.adminOrders.get, { token: admin, params: { id } });
  const body = { reason: 'Their account was closed', version: version ?? seen.version };
  return send('POST', `${apiBase}/order/${id}/payout/retry`, { token: admin, body });
}

test('[H-6] [P6] a conversion’s naira reaches the account that its owner chose once one of the team has seen it', async ({
  product,
}) => {
  const { call, sandbox, apiBase } = product;
  const customer = await newCustomer(product);
  const { token } = customer;
  const admin = await adminToken(call);
  const order = await refusedOrder(product, customer, admin);
  const params = { id: order.id };
  expect((await call(payees.get, { token, params })).data).toMatchObject({ state: 'same' });
  const { data: before } = await call(endpoints.adminOrders.get, { token: admin, params });

  const payee = await changeAccount(product, customer);
  expect((await call(payees.get, { token, params })).data).toMatchObject({
    state: 'open',
    payee: { accountNumber: customer.accountNumber },
    present: { accountNumber: payee.accountNumber },
  });
  const presses = await Promise.all([1, 2, 3].map(() => choose(product, token, order.id)));
  expect(presses.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect((await choose(product, token, order.id)).json).toMatchObject({ data: { state: 'chosen' } });
  const mail = await eventually('the mail about it', async () =>
    (await sandbox.mail(customer.email)).find(({ subject }) => subject.includes('goes to another account')),
  );
  expect(mail.text).toContain(`ends in ${payee.accountNumber.slice(-4)}`);
  expect(mail.text).not.toContain(payee.accountNumber);

  // Nothing leaves by the choice alone, nor on what was on screen before it.
  expect((await sendAgain(product, admin, order.id, before.version)).status).toBe(409);
  expect(await transfersTo(product, payee)).toEqual([]);
  const { data: evidence } = await call(endpoints.evidence.read, { token: admin, params });
  expect(evidence.order).toMatchObject({
    bankAccount: { accountNumber: payee.accountNumber, nameResolution: 'resolved' },
    formerPayee: { accountNumber: customer.accountNumber },
  });
  expect((await sendAgain(product, admin, order.id)).status).toBe(200);
  const paid = await orderWhere(product, token, order.id, 'paid', ({ payout }) => payout === 'paid');
  expect(paid.bankAccount).toMatchObject({ accountNumber: payee.accountNumber });
  expect((await transfersTo(product, payee)).map(({ amountKobo, status }) => [String(amountKobo), status])).toEqual([
    [order.nairaKobo, 'success'],
  ]);
  expect((await choose(product, token, order.id)).json).toMatchObject({ message: 'It goes to this account' });

  const { data: after } = await call(endpoints.evidence.read, { token: admin, params });
  expect(after.payouts.map(({ status, payee: { accountNumber } }) => [status, accountNumber])).toEqual([
    ['paid', payee.accountNumber],
    ['failed', customer.accountNumber],
  ]);
  expect(after.decisions.at(-1)).toMatchObject({ reason: 'Their account was closed' });
  const { data: receipt } = await call(endpoints.receipts.read, { token, params });
  expect(receipt.bankAccount).toMatchObject({ accountNumberEnd: payee.accountNumber.slice(-4) });
  for (const number of [payee.accountNumber, customer.accountNumber]) {
    expect(JSON.stringify(receipt)).not.toContain(number);
  }
  const { data: ledger } = await call(endpoints.admin.verifyLedger, { token: admin });
  expect(ledger).toMatchObject({ ok: true, differences: [] });
  expect((await send('GET', `${apiBase}/bank-account/orders/${order.id}`)).status).toBe(401);
});

test('[H-6] a payment’s naira reaches another account of its merchant’s in the same way', async ({ product }) => {
  const { call } = product;
  const merchant = await newCustomer(product);
  const { token } = merchant;
  const link = await newLink(product, token);
  const payment = await openPayment(product, link.id, { currency: 'USDT', network: 'bsc' });
  await product.sandbox.tellOfAccount({ ...merchant, accountName: 'SAMPLE PERSON', isClosed: true });
  await payPayment(product, payment);
  await paymentWhere(product, payment.id, 'paid', ({ state }) => state === 'paid');
  const admin = await adminToken(call);
  const params = { id: payment.id };
  const { data: order } = await call(endpoints.adminOrders.get, { token: admin, params });
  if (order.status === 'pending') {
    await call(endpoints.adminOrders.decide, { token: admin, params, body: { status: 'approved' } });
  }
  await paymentWhere(product, payment.id, 'failed', ({ payout }) => payout === 'failed');
  const payee = await changeAccount(product, merchant);
  expect((await choose(product, token, payment.id)).json).toMatchObject({ data: { state: 'chosen' } });
  const { data: shown } = await call(endpoints.payments.get, { token, params });
  expect(shown.timeline.at(-1)).toMatchObject({ type: 'payout-readdressed' });
  expect((await sendAgain(product, admin, payment.id)).status).toBe(200);
  await paymentWhere(product, payment.id, 'settled', ({ payout }) => payout === 'paid');
  expect(await transfersTo(product, payee)).toHaveLength(1);
});

test('[C1] [P1] nobody chooses for another’s order, for one that is not back, or for an account that they did not see', async ({
  product,
}) => {
  const { call, apiBase } = product;
  const customer = await newCustomer(product);
  const admin = await adminToken(call);
  const order = await refusedOrder(product, customer, admin);
  const stranger = await newCustomer(product);
  expect((await choose(product, stranger.token, order.id)).status).toBe(404);
  expect((await choose(product, stranger.token, 'no-id')).status).toBe(404);
  const seen = await send('GET', `${apiBase}/bank-account/orders/${order.id}`, { token: stranger.token });
  expect(seen.status).toBe(404);
  await changeAccount(product, customer);
  const url = `${apiBase}/bank-account/orders/${order.id}`;
  const body = { accountNumber: customer.accountNumber, bankName: order.bankAccount.bankName };
  expect((await send('PUT', url, { token: customer.token, body })).status).toBe(409);
  // Sent again before it is chosen: under way, it stays with its account.
  await product.sandbox.tellOfAccount({ ...customer, accountName: 'SAMPLE PERSON' });
  expect((await sendAgain(product, admin, order.id)).status).toBe(200);
  await orderWhere(product, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
  expect((await choose(product, customer.token, order.id)).status).toBe(409);
});
