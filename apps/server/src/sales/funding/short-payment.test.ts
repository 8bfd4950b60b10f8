// A payment that is slightly short is taken as paid for what arrived, at its rate; one unit less, and it waits for the
// rest. Promise, execution and record agree.
import { fundDeposit } from '@kobogate/testkit/sales/funding.ts';
import type { OrderId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { testQuoteSigner } from '@kobogate/testkit/sales/orders.ts';
import { insertArrival } from '@kobogate/testkit/sales/payments.ts';
import { type TestShop, useTestShop } from '@kobogate/testkit/sales/shop.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyQuotes } from '../quotes/verify-quotes.ts';
import { decideLate, decidePayment } from './decide-payment.ts';
import { renewPayment } from '../payments/renew-payment.ts';
import { shortBy } from '../payments/payment-amount.ts';

describe('how much may be missing', () => {
  test.each([
    ['the operator’s part, rounded down', 15_625_009n, 2_500_000n, 10, 15_625n],
    ['never more than the worth of ₦100', 100_000_000_000n, 16_000_000_000n, 10, 62_500n],
    ['nothing, where the operator says so', 15_625_000n, 2_500_000n, 0, 0n],
  ])('%s', (_what, amount, nairaKobo, shortBasisPoints, expected) => {
    expect(shortBy({ amount, nairaKobo: toKobo(nairaKobo) }, { shortBasisPoints })).toBe(expected);
  });

  test('to the unit: in time, late, and with dust that completes', () => {
    const order = { status: 'processing', funding: 'awaiting', amount: 1000n, received: 0n } as const;
    const decide = (amount: bigint, inTime = amount, received = 0n, isDust = false) =>
      decidePayment({ ...order, received }, { amount, inTime, isDust, tolerance: 10n }).kind;
    expect([decide(989n), decide(990n), decide(999n), decide(1000n)]).toEqual(['part', 'short', 'short', 'covered']);
    expect([decide(990n, 0n), decide(5n, 990n, 985n, true)]).toEqual(['late', 'short']);
    expect([989n, 990n, 1001n].map((received) => decideLate(received, 1000n, 10n).kind)).toEqual([
      'part',
      'short',
      'covered',
    ]);
  });
});

describe('a payment of ₦25,000 in 15.625 USDT', () => {
  let shop: TestShop;
  let id: OrderId;
  useTestShop((its) => {
    shop = its;
  });
  beforeEach(async () => {
    id = await shop.open();
  });
  const arrive = async (amount: bigint): Promise<void> =>
    fundDeposit(shop.dependencies, await insertArrival(shop.database, id, { amount, seenAt: shop.clock.now() }));
  const view = () => shop.view(id);
  const types = async () => (await view()).timeline.map(({ type }) => type);

  test('short of 0.1 % is paid, for what arrived at the held rate; of a unit more it waits', async () => {
    await arrive(15_609_374n);
    expect(await view()).toMatchObject({ state: 'underpaid', missing: '0.015626' });
    await arrive(1n);
    expect(await view()).toMatchObject({
      state: 'paid',
      amount: '15.609375',
      received: '15.609375',
      missing: '0',
      excess: '0',
      rate: '1600',
      nairaKobo: '2497500',
    });
    expect((await types()).at(-1)).toBe('short');
    expect(await verifyQuotes(shop.database, testQuoteSigner)).toEqual([]);
  });

  test('late and slightly short is paid at the rate of that moment', async () => {
    shop.clock.advance(901_000);
    shop.rates.set('USDT', '1250');
    await arrive(19_990_000n);
    expect(await view()).toMatchObject({ state: 'paid', isLate: true, rate: '1250', nairaKobo: '2498750' });
    expect(await verifyQuotes(shop.database, testQuoteSigner)).toEqual([]);
  });

  test('with a renewed rate a slightly short payment is taken as paid too', async () => {
    await arrive(15n * 1_000_000n);
    shop.clock.advance(901_000);
    shop.rates.set('USDT', '1666');
    await renewPayment(shop.dependencies, { id, visitor: id });
    expect(await view()).toMatchObject({ state: 'paid', amount: '15', nairaKobo: '2499000' });
    expect(await verifyQuotes(shop.database, testQuoteSigner)).toEqual([]);
  });
});
