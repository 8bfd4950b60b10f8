// The product's main job, over HTTP on both kinds of database: crypto that moved on a chain becomes naira in a bank
// account, to the kobo, once, and the ledger is sound at every stop.
import { endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder, transfersTo } from '../support/customer.ts';
import { DATABASES, externalServer, NO_EXTERNAL_SERVER } from '../support/databases.ts';
import { adminToken } from '../support/people.ts';
import { CONFIRMATIONS, type Product, startProduct } from '../support/product.ts';
import { eventually } from '../support/wait.ts';
import { expect, test } from '../support/fixtures.ts';

const PAIRS = [
  { currency: 'USDT', network: 'bsc', amount: '25.5' },
  { currency: 'USDC', network: 'polygon', amount: '31.000001' },
  { currency: 'ETH', network: 'arbitrum', amount: '0.012345678901234567' },
  { currency: 'BTC', network: 'mainnet', amount: '0.01234567' },
  { currency: 'ADA', network: 'cardano', amount: '150.123457' },
  { currency: 'DOT', network: 'polkadot', amount: '7.0123456789' },
  { currency: 'SOL', network: 'solana', amount: '0.234567891' },
  { currency: 'USDC', network: 'solana', amount: '27.000001' },
  { currency: 'USDT', network: 'tron', amount: '26.000001' },
];

for (const database of DATABASES) {
  test.describe(`on the ${database} database`, () => {
    test.skip(database === 'postgres' && externalServer === undefined, NO_EXTERNAL_SERVER);
    let product: Product;
    test.beforeAll(async () => {
      product = await startProduct({ database });
    });
    test.afterAll(async () => {
      await product.stop();
    });

    for (const pair of PAIRS) {
      test(`[H-1] [H-2] [H-5] [H-6] ${pair.amount} ${pair.currency} on ${pair.network} become naira at the bank, to the kobo`, async () => {
        const { call } = product;
        const customer = await newCustomer(product);
        const order = await placeOrder(product, customer.token, pair);
        expect(order).toMatchObject({
          status: 'pending',
          funding: 'awaiting',
          payout: 'none',
          fromAmount: pair.amount,
        });

        await payAndMine(product, order);
        await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
        expect(await transfersTo(product, customer)).toEqual([]);

        const token = await adminToken(call);
        await call(endpoints.adminOrders.decide, { token, params: { id: order.id }, body: { status: 'approved' } });
        const paid = await orderWhere(product, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');

        expect(paid).toMatchObject({ status: 'approved', nairaKobo: order.nairaKobo, missingAmount: '0' });
        const transfers = await transfersTo(product, customer);
        expect(transfers.map(({ amountKobo, status }) => [String(amountKobo), status])).toEqual([
          [order.nairaKobo, 'success'],
        ]);
        const report = await call(endpoints.admin.verifyLedger, { token });
        expect(report.data).toMatchObject({ ok: true, differences: [] });
      });
    }

    test('[H-5] a declined order pays nothing, and its coins convert again from the balance', async () => {
      const { call } = product;
      const customer = await newCustomer(product);
      const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'optimism', amount: '40' });
      await payAndMine(product, order);
      await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
      const token = await adminToken(call);
      await call(endpoints.adminOrders.decide, { token, params: { id: order.id }, body: { status: 'declined' } });

      const balance = await eventually('the coins are back in the balance', async () => {
        const { data } = await call(endpoints.wallets.list, { token: customer.token });
        return data.find(({ balance: free }) => free !== '0');
      });
      expect(balance).toMatchObject({ balance: '40', held: '0' });
      expect(await transfersTo(product, customer)).toEqual([]);

      const again = await placeOrder(product, customer.token, { currency: 'USDT', network: 'optimism', amount: '40' });
      await orderWhere(product, customer.token, again.id, 'funded at once', ({ funding }) => funding === 'funded');
      await call(endpoints.adminOrders.decide, { token, params: { id: again.id }, body: { status: 'approved' } });
      await orderWhere(product, customer.token, again.id, 'paid', ({ payout }) => payout === 'paid');
      expect((await transfersTo(product, customer)).map(({ amountKobo }) => String(amountKobo))).toEqual([
        again.nairaKobo,
      ]);
      expect((await call(endpoints.admin.verifyLedger, { token })).data).toMatchObject({ ok: true, differences: [] });
    });

    test('[D7] a Bitcoin payment that is replaced before it is in a block counts only as in the block', async () => {
      const { sandbox } = product;
      const customer = await newCustomer(product);
      const order = await placeOrder(product, customer.token, { currency: 'BTC', network: 'mainnet', amount: '0.01' });
      const first = await sandbox.pay('mainnet', 'BTC', order.depositAddress, '0.01');
      await sandbox.replace('mainnet', first, order.depositAddress, '0.004');
      await sandbox.mine('mainnet', CONFIRMATIONS);
      const short = await orderWhere(
        product,
        customer.token,
        order.id,
        'short',
        ({ missingAmount }) => missingAmount !== '0.01',
      );
      expect(short.missingAmount).toBe('0.006');
      await payAndMine(product, short);
      await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
    });

    test('[H-8] the customer reads of deposit, approval and payment by mail and in the product', async () => {
      const { call, sandbox } = product;
      const customer = await newCustomer(product);
      const order = await placeOrder(product, customer.token, { currency: 'USDC', network: 'ethereum', amount: '50' });
      await payAndMine(product, order);
      const token = await adminToken(call);
      await call(endpoints.adminOrders.decide, { token, params: { id: order.id }, body: { status: 'approved' } });
      await orderWhere(product, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
      await eventually('three notifications, and as many mails', async () => {
        const { data } = await call(endpoints.notifications.list, { token: customer.token });
        const mails = await sandbox.mail(customer.email);
        return data.length >= 3 && mails.length >= 3;
      });
    });
  });
}
