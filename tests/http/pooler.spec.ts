// Behind a PgBouncer in transaction mode, Debian's, which loses prepared statements: coins of several customers at once
// become naira, each once, and the ledger is sound.
import { endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder, transfersTo } from '../support/customer.ts';
import { externalServer, NO_EXTERNAL_SERVER } from '../support/databases.ts';
import { adminToken } from '../support/people.ts';
import { NO_PGBOUNCER, pgbouncer, type Pooler, startPooler } from '../support/pgbouncer.ts';
import { startProduct } from '../support/product.ts';
import { expect, test } from '../support/fixtures.ts';

/** Fewer than the server's own: each transaction finds what another connection's has left behind. */
const CONNECTIONS = 3;
const CUSTOMERS = 4;

test('[O9] a server behind PgBouncer in transaction mode pays each customer once', async () => {
  test.skip(externalServer === undefined, NO_EXTERNAL_SERVER);
  test.skip(pgbouncer === undefined, NO_PGBOUNCER);
  let pooler: Pooler | undefined;
  const product = await startProduct({
    database: 'postgres',
    databaseAddress: async (address) => {
      pooler = await startPooler(address, CONNECTIONS);
      return pooler.address;
    },
  });
  try {
    const token = await adminToken(product.call);
    await Promise.all(
      Array.from({ length: CUSTOMERS }, async () => {
        const customer = await newCustomer(product);
        const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25.5' });
        await payAndMine(product, order);
        await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
        const params = { id: order.id };
        await product.call(endpoints.adminOrders.decide, { token, params, body: { status: 'approved' } });
        await orderWhere(product, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
        const transfers = await transfersTo(product, customer);
        expect(transfers.map(({ amountKobo, status }) => [String(amountKobo), status])).toEqual([
          [order.nairaKobo, 'success'],
        ]);
      }),
    );
    const report = await product.call(endpoints.admin.verifyLedger, { token });
    expect(report.data).toMatchObject({ ok: true, differences: [] });
  } finally {
    await product.stop();
    await pooler?.stop();
  }
});
