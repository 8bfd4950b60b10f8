// Coins that arrived at an address of another coin or network can be seen and converted: their owner has a wallet for
// them.
import { createTestGate, whileFenced } from '@kobogate/testkit/controls/fence.ts';
import { createTestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestProducts, decideTerms } from '@kobogate/testkit/pricing/products.ts';
import { insertCustomer, insertDeposit } from '@kobogate/testkit/sales/orders.ts';
import { createTestAddressSources, insertOpenedPayment } from '@kobogate/testkit/sales/payments.ts';
import { expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { findPaymentCoins } from '../../sales/funding/db.ts';
import { depositHandlers } from './handlers.ts';

test('[D10] a known coin on the wrong network opens its wallet, once; one that is not on offer stays in the balance', async () => {
  const { database, drop } = await createTestDatabase();
  const customer = await insertCustomer(database, { currency: 'USDT', network: 'ethereum' });
  const admin = await insertCustomer(database, { isAdmin: true });
  const source = { family: 'evm' as const, keyFingerprint: 'sample', size: 100 };
  const derive = () => ({ address: newId(), addressKey: newId() });
  const dependencies = {
    database,
    addressSources: [{ ...source, derive }],
    gate: createTestGate(database),
    networks: ['ethereum', 'polygon', 'bsc'] as const,
    products: createTestProducts(database),
    findPaymentCoins: async () => null,
  };
  const arrive = depositHandlers(dependencies)['deposit.confirmed'];
  await decideTerms(database, admin.userId, 'USDT@bsc', { isOffered: false });
  for (const asset of ['USDT@polygon', 'USDT@polygon', 'USDT@ethereum', 'USDT@bsc', 'POL@polygon']) {
    await arrive({ depositId: await insertDeposit(database, customer, { amount: 5n, asset }) });
  }
  await arrive({ depositId: newId() });
  // A fence went up, for which no addresses are set aside yet: the event is tried again.
  const late = await insertDeposit(database, customer, { amount: 5n, asset: 'ETH@ethereum' });
  await whileFenced(database, admin.userId, async () => {
    await expect(arrive({ depositId: late })).rejects.toMatchObject({ status: 503 });
  });
  await arrive({ depositId: late });
  const wallets = await database.query(
    `select currency || '@' || network as pair from wallet where user_id = $1 order by 1`,
    [customer.userId],
  );
  expect(wallets).toEqual([{ pair: 'ETH@ethereum' }, { pair: 'USDT@ethereum' }, { pair: 'USDT@polygon' }]);
  await drop();
});

test.each(['payment.excess', 'order.declined'] as const)(
  '[D10] %s opens the wallet of a payment’s coins once they are in the balance, and none where nothing arrived',
  async (event) => {
    const { database, drop } = await createTestDatabase();
    const merchant = await insertCustomer(database, { currency: 'BTC', network: 'mainnet' });
    const handlers = depositHandlers({
      database,
      addressSources: createTestAddressSources(),
      gate: createTestGate(database),
      networks: ['ethereum'],
      products: createTestProducts(database),
      findPaymentCoins: (id) => findPaymentCoins(database, id),
    });
    const wallets = () =>
      database.query(`select 1 from wallet where user_id = $1 and currency = 'USDT'`, [merchant.userId]);
    const { orderId } = await insertOpenedPayment(database, merchant.userId);
    await handlers[event]({ orderId });
    expect(await wallets()).toHaveLength(0);
    await database.query(`update customer_order set received = 1 where id = $1`, [orderId]);
    await handlers[event]({ orderId });
    await handlers[event]({ orderId });
    expect(await wallets()).toHaveLength(1);
    await drop();
  },
);
