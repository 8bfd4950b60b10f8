// Events of one moment share commits: each room handles those of one kind in one transaction, with as many statements
// for twelve payments as for two.
import type { DepositId, EventId, OrderId } from '@kobogate/contract';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { idleRail, testPayoutDependencies } from '@kobogate/testkit/payouts/payouts.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import { insertArrival } from '@kobogate/testkit/sales/payments.ts';
import { type TestShop, useTestShop } from '@kobogate/testkit/sales/shop.ts';
import { expect, test } from 'vitest';
import { sanctionsHandlers } from './controls/sanctions/screen.ts';
import { depositHandlers } from './custody/deposits/handlers.ts';
import { type Handlers, inOrder } from './events.ts';
import { webhookHandlers } from './messaging/deliveries/handlers.ts';
import { notificationHandlers } from './messaging/notifications/handlers.ts';
import { payoutHandlers } from './payouts/handlers.ts';
import type { Database } from './platform/database.ts';
import { newId } from './platform/identifiers.ts';
import { findPaymentCoins } from './sales/funding/db.ts';
import { salesHandlers } from './sales/handlers.ts';

let shop: TestShop;
useTestShop((its) => {
  shop = its;
});

/** A database that counts its commits, and its statements in and outside of transactions. */
function counting(): { readonly database: Database; readonly counts: { commits: number; statements: number } } {
  const counts = { commits: 0, statements: 0 };
  const database: Database = {
    ...shop.database,
    query: (...statement) => {
      counts.statements += 1;
      return shop.database.query(...statement);
    },
    transaction: async (work) => {
      const result = await shop.database.transaction((tx) =>
        work({
          ...tx,
          query: (...statement) => {
            counts.statements += 1;
            return tx.query(...statement);
          },
        }),
      );
      counts.commits += 1;
      return result;
    },
  };
  return { database, counts };
}

/** The rooms through which the event of a payment goes. */
function roomsOn(database: Database): Handlers[] {
  const { dependencies } = shop;
  const origin = 'https://kobogate.test';
  return [
    salesHandlers({ ...dependencies, database, log: silentLog, publicOrigin: origin, askName: shop.askName }),
    sanctionsHandlers({ database }),
    depositHandlers({
      database,
      addressSources: dependencies.addressSources,
      gate: dependencies.gate,
      networks: ['ethereum'],
      products: createTestProducts(database),
      findPaymentCoins: (orderId) => findPaymentCoins(database, orderId),
    }),
    notificationHandlers({ ...dependencies, database, publicOrigin: origin, texter: null, log: silentLog }),
    payoutHandlers(testPayoutDependencies({ database, clock: dependencies.clock, rails: [idleRail] })),
    webhookHandlers({
      database,
      clock: dependencies.clock,
      settings: dependencies.settings,
      listCoins: async () => [],
      publicOrigin: 'https://pay.example',
    }),
  ];
}

interface Handled {
  readonly orderId: OrderId;
  readonly depositId: DepositId;
}

/** What it costs to handle an event of each of these payments at one moment. */
async function cost(type: string, payments: readonly Handled[]): Promise<{ commits: number; statements: number }> {
  const { database, counts } = counting();
  const handle = inOrder(roomsOn(database))[type];
  if (handle === undefined) throw new Error(`no room handles ${type}`);
  await Promise.all(payments.map((payment) => handle(payment, { eventId: newId<EventId>(), attempt: 1 })));
  return counts;
}

async function openSome(count: number): Promise<Handled[]> {
  const open = async (index: number): Promise<Handled> => {
    const orderId = await shop.open({ by: { visitor: `payer ${index}`, browser: 'sample' } });
    const arrival = { amount: 15_625_000n, seenAt: shop.clock.now() };
    return { orderId, depositId: await insertArrival(shop.database, orderId, arrival) };
  };
  return Promise.all(Array.from({ length: count }, (_, index) => open(index)));
}

test('one commit in each room, and no statement more, however many payments there are', async () => {
  const [first, few, many] = [await openSome(2), await openSome(2), await openSome(12)];
  // To a payout account that counts as new so many payouts would wait for an administrator.
  await shop.database.query(`update bank_account set updated_at = now() - interval '1 year'`);
  const commits = {
    'deposit.seen': 3,
    'deposit.confirmed': 4,
    'payment.covered': 2,
    'order.payable': 1,
    'payout.paid': 2,
  };
  for (const [type, expected] of Object.entries(commits)) {
    // The first of all open the accounts that the others share.
    await cost(type, first);
    const ofFew = await cost(type, few);
    expect([type, await cost(type, many)]).toEqual([type, ofFew]);
    expect([type, ofFew.commits]).toEqual([type, expected]);
  }
  const [row] = await shop.database.query<{ paid: number; told: number }>(
    `select (select count(*)::int from customer_order where funding = 'funded' and payout = 'queued') as paid,
       (select count(*)::int from notification) as told`,
  );
  expect(row).toEqual({ paid: 16, told: 32 });
});
