// What arrived at an address of another coin or network can be seen and converted: its owner has a wallet for it.
import { expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { createTestDatabase } from '../../platform/test-database.ts';
import { insertCustomer, insertDeposit } from '../orders/order-fixtures.ts';
import { createTestProducts, decideTerms } from '../products/products-fixtures.ts';
import { openWalletFor } from './open-wallet.ts';

test('[D10] a known coin on the wrong network opens its wallet, once; one that is not on offer stays in the balance', async () => {
  const { database, drop } = await createTestDatabase();
  const customer = await insertCustomer(database, { currency: 'USDT', network: 'ethereum' });
  const admin = await insertCustomer(database, { isAdmin: true });
  const source = { family: 'evm' as const, keyFingerprint: 'sample', size: 100 };
  const derive = () => ({ address: newId(), addressKey: newId() });
  const dependencies = {
    database,
    addressSources: [{ ...source, derive }],
    networks: ['ethereum', 'polygon', 'bsc'] as const,
    products: createTestProducts(database),
  };
  await decideTerms(database, admin.userId, 'USDT@bsc', { isOffered: false });
  for (const asset of ['USDT@polygon', 'USDT@polygon', 'USDT@ethereum', 'USDT@bsc', 'POL@polygon']) {
    await openWalletFor(dependencies, await insertDeposit(database, customer, { amount: 5n, asset }));
  }
  await openWalletFor(dependencies, newId());
  const wallets = await database.query(
    `select currency || '@' || network as pair from wallet where user_id = $1 order by 1`,
    [customer.userId],
  );
  expect(wallets).toEqual([{ pair: 'USDT@ethereum' }, { pair: 'USDT@polygon' }]);
  await drop();
});
