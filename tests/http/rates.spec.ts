// Of five live rate sources over real sockets, one alone can't change the rate, and with too few credible
// ones no quote is given, and the answer says so.
import { endpoints } from '@kobogate/contract';
import { newCustomer } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { type Product, startProduct, WITHOUT_WATCHERS } from '../support/product.ts';
import { eventually } from '../support/wait.ts';

const SOURCES = ['coinbase', 'luno', 'quidax', 'coingecko', 'kraken'];

let product: Product;
let token: string;
test.beforeAll(async () => {
  product = await startProduct({ environment: async () => ({ ...WITHOUT_WATCHERS, RATE_REFRESH_SECONDS: '1' }) });
  ({ token } = await newCustomer(product));
});
test.afterAll(() => product.stop());

const quote = () =>
  send('POST', `${product.origin}/api/quotes`, { token, body: { currency: 'USDT', network: 'ethereum' } });
/** The latest market rate, from its history. */
const market = async (): Promise<string | undefined> => {
  const { data } = await product.call(endpoints.rates.history, { token, params: { currency: 'USDT' }, query: {} });
  return data.points.at(-1)?.rate;
};
/** Whether the list of coins says that the coin has a rate. */
const hasRate = async (): Promise<boolean | undefined> =>
  (await product.call(endpoints.paymentLinks.listCoins, {})).data.find(({ currency }) => currency === 'USDT')?.hasRate;

test('[R3] a single source that jumps or errs changes nothing; with too few, 503 in words, and it recovers', async () => {
  await eventually('a first rate', async () => (await quote()).status === 201);
  const before = await market();
  expect(before).toBe('1550.5');

  // A true move of the market by all shows that the wild source's earlier value was read as well.
  await product.sandbox.setRate('USDT', '248.08', 'coinbase');
  await product.sandbox.setRateSource('luno', 'crossed');
  for (const source of ['quidax', 'coingecko']) await product.sandbox.setRate('USDT', '1560', source);
  await eventually('the move', async () => (await market()) === '1560');
  expect((await quote()).status).toBe(201);
  expect(await hasRate()).toBe(true);

  for (const [index, source] of SOURCES.entries()) {
    await product.sandbox.setRate('USDT', String(1000 * (index + 1)), source);
  }
  const refused = await eventually('nothing to be quoted', async () => {
    const answer = await quote();
    return answer.status === 503 && answer;
  });
  expect(refused.json).toMatchObject({ message: expect.stringContaining('no current rate for USDT') });
  expect(await hasRate()).toBe(false);

  await product.sandbox.setRate('USDT', '1560');
  await eventually('a rate again', async () => (await quote()).status === 201);
});
