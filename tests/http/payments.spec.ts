// A payment by a link settles without a click, on every network: from the payer's coins to the merchant's bank, to the
// kobo, once; and each other thing that a payer may send has its stated result.
import { endpoints, paymentEventsPath } from '@kobogate/contract';
import { newCustomer, transfersTo } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { newLink, openPayment, payPayment, paymentWhere } from '../support/payer.ts';
import { adminToken } from '../support/people.ts';
import { CONFIRMATIONS } from '../support/product.ts';

const PAIRS = [
  { currency: 'BTC', network: 'mainnet' },
  { currency: 'ETH', network: 'ethereum' },
  { currency: 'BNB', network: 'bsc' },
  { currency: 'USDC', network: 'polygon' },
  { currency: 'USDT', network: 'arbitrum' },
  { currency: 'ETH', network: 'optimism' },
  { currency: 'USDC', network: 'avalanche' },
  { currency: 'USDC', network: 'base' },
  { currency: 'USDT', network: 'solana' },
  { currency: 'ADA', network: 'cardano' },
  { currency: 'DOT', network: 'polkadot' },
  { currency: 'USDT', network: 'tron' },
];

test('[H-7] a payment by link on each of the twelve networks ends at the bank, to the kobo, without a click', async ({
  product,
}) => {
  test.slow();
  const merchants = await Promise.all([newCustomer(product), newCustomer(product)]);
  const links = await Promise.all(merchants.map(({ token }) => newLink(product, token)));
  const opened = await Promise.all(PAIRS.map((pair, index) => openPayment(product, links[index % 2]?.id ?? '', pair)));
  await Promise.all(opened.map((payment) => payPayment(product, payment)));
  const paid = await Promise.all(
    opened.map(({ id }) => paymentWhere(product, id, 'paid out', ({ payout }) => payout === 'paid')),
  );
  for (const payment of paid) {
    expect(payment).toMatchObject({ state: 'paid', missing: '0', excess: '0', isLate: false });
    expect(Number(payment.nairaKobo) - 2_500_000).toBeLessThan(200);
    expect(Number(payment.nairaKobo)).toBeGreaterThanOrEqual(2_500_000);
  }
  for (const [index, merchant] of merchants.entries()) {
    const transfers = await transfersTo(product, merchant);
    const expected = paid.filter((_payment, at) => at % 2 === index).map(({ nairaKobo }) => nairaKobo);
    expect(transfers.map(({ amountKobo }) => String(amountKobo)).toSorted()).toEqual(expected.toSorted());
    expect(transfers.every(({ status }) => status === 'success')).toBe(true);
  }
  const token = await adminToken(product.call);
  expect((await product.call(endpoints.admin.verifyLedger, { token })).data).toMatchObject({
    ok: true,
    differences: [],
  });
});

test('[K1] [K5] [D15] DOT that arrives from another chain, and USD₮0 on OP Mainnet, pay like coins sent there', async ({
  product,
}) => {
  const { call, sandbox } = product;
  const merchant = await newCustomer(product);
  const link = await newLink(product, merchant.token);
  const dot = await openPayment(product, link.id, { currency: 'DOT', network: 'polkadot' });
  const dollars = await openPayment(product, link.id, { currency: 'USDT', network: 'optimism' });
  await sandbox.arrive(dot.address, dot.missing);
  await sandbox.mine('polkadot', CONFIRMATIONS);
  await sandbox.pay('optimism', 'USDT0', dollars.address, dollars.missing);
  await sandbox.mine('optimism', CONFIRMATIONS);
  for (const { id } of [dot, dollars]) {
    const paid = await paymentWhere(product, id, 'paid out', ({ payout }) => payout === 'paid');
    expect(paid).toMatchObject({ state: 'paid', missing: '0', excess: '0', isLate: false });
    expect(paid.deposits).toMatchObject([{ state: 'confirmed', isElsewhere: false }]);
  }
  const token = await adminToken(call);
  expect((await call(endpoints.admin.verifyLedger, { token })).data).toMatchObject({ ok: true, differences: [] });
  const { data: networks } = await call(endpoints.admin.networks, { token });
  expect(networks.filter(({ stalled }) => stalled !== null)).toEqual([]);
});

test('[D10] too little is kept until the rest comes, the excess is the merchant’s, and a wrong network is reported', async ({
  product,
}) => {
  const { call, sandbox } = product;
  const merchant = await newCustomer(product);
  const link = await newLink(product, merchant.token);
  const opened = await openPayment(product, link.id, { currency: 'USDT', network: 'ethereum' });
  await sandbox.pay('polygon', 'USDT', opened.address, '3');
  await sandbox.mine('polygon', CONFIRMATIONS);
  await payPayment(product, opened, '1');
  const short = await paymentWhere(product, opened.id, 'underpaid', ({ state }) => state === 'underpaid');
  expect(Number(short.missing)).toBeCloseTo(Number(opened.amount) - 1, 6);
  const elsewhere = await paymentWhere(product, opened.id, 'found elsewhere', ({ deposits }) => deposits.length === 2);
  expect(elsewhere.deposits.find(({ network }) => network === 'polygon')).toMatchObject({ isElsewhere: true });

  await payPayment(product, short, (Number(short.missing) + 2).toFixed(6));
  const paid = await paymentWhere(product, opened.id, 'paid out', ({ payout }) => payout === 'paid');
  expect(paid).toMatchObject({ state: 'paid', excess: '2', nairaKobo: opened.nairaKobo });
  const { data: wallets } = await call(endpoints.wallets.list, { token: merchant.token });
  const balanceOn = (network: string) => wallets.find((wallet) => wallet.network === network)?.balance;
  expect([balanceOn('ethereum'), balanceOn('polygon')]).toEqual(['2', '3']);

  const { data } = await call(endpoints.payments.list, { token: merchant.token, query: { state: 'paid' } });
  expect(data).toMatchObject([{ id: opened.id, linkName: 'Sample shop', orderId: opened.id }]);
  const answer = await call(endpoints.payments.getPublic, { params: { id: opened.id } });
  expect(JSON.stringify(answer)).not.toContain(merchant.email);
  expect(JSON.stringify(answer)).not.toContain(merchant.accountNumber);
});

test('a payment’s own stream sends each change to a caller who has its id, and 404 for an unknown id', async ({
  product,
}) => {
  const merchant = await newCustomer(product);
  const link = await newLink(product, merchant.token);
  const payment = await openPayment(product, link.id, { currency: 'USDT', network: 'bsc' });
  const ending = new AbortController();
  const stream = await fetch(product.apiBase + paymentEventsPath(payment.id), { signal: ending.signal });
  expect(stream.headers.get('content-type')).toContain('text/event-stream');
  await payPayment(product, payment);
  const versions = new Set<string>();
  for await (const chunk of stream.body ?? []) {
    for (const [, version] of Buffer.from(chunk)
      .toString()
      .matchAll(/"version":(\d+)/g))
      versions.add(version ?? '');
    if (versions.size >= 2) break;
  }
  ending.abort();
  const unknown = '01890000-0000-7000-8000-000000000000';
  expect((await fetch(product.apiBase + paymentEventsPath(unknown))).status).toBe(404);
});

test('the receipt of a paid payment is mailed to the address that its payer gives, and of no other payment', async ({
  product,
}) => {
  const { call, sandbox } = product;
  const merchant = await newCustomer(product);
  const link = await newLink(product, merchant.token);
  const payment = await openPayment(product, link.id, { currency: 'USDT', network: 'bsc' });
  const email = `payer-${payment.id}@example.test`;
  const ask = () => call(endpoints.payments.mailReceipt, { params: { id: payment.id }, body: { email } });
  await expect(ask()).rejects.toThrow('not paid yet');
  await payPayment(product, payment);
  await paymentWhere(product, payment.id, 'paid', ({ state }) => state === 'paid');
  await ask();
  await expect
    .poll(async () => (await sandbox.mail(email)).map(({ subject }) => subject))
    .toEqual(['Receipt: Sample shop']);
  const [mail] = await sandbox.mail(email);
  expect(mail?.text).not.toContain(merchant.accountNumber);
});
