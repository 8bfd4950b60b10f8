// The built product listens to a real node's WebSocket: a payment is credited while polls are ten minutes apart, the page
// of networks says who announces blocks and who is polled, and a connection that the provider ends is made again.
import { endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { adminToken } from '../support/people.ts';
import { type Product, startProduct } from '../support/product.ts';
import { eventually } from '../support/wait.ts';

let product: Product;
let admin: string;
test.beforeAll(async () => {
  const environment = async ({ RPC_BSC = '' }: Readonly<Record<string, string>>) => ({
    RPC_BSC: `${RPC_BSC},${RPC_BSC.replace(/^http/, 'ws')}`,
    POLL_SECONDS_BSC: '600',
  });
  product = await startProduct({ environment });
  admin = await adminToken(product.call);
});
test.afterAll(() => product.stop());

async function providersOf(network: string) {
  const { data } = await product.call(endpoints.admin.networks, { token: admin });
  return data.find((each) => each.network === network)?.providers ?? [];
}
const behave = (manners: Record<string, unknown>) =>
  send('POST', `${product.sandbox.base}/control/chains/bsc/provider`, { body: manners });

test('a payment is found by the announcement of its block, and the page says how each network is followed', async () => {
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25' });
  // What a look finds is on the page: while coins are waited for, a block causes one.
  await eventually('BNB Smart Chain is announced', async () => {
    await product.sandbox.mine('bsc', 1);
    const [provider] = await providersOf('bsc');
    return provider?.heads === 'live' && provider.headsError === null;
  });
  await payAndMine(product, order);
  await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  expect((await providersOf('ethereum')).map(({ heads }) => heads)).toEqual(['none']);
});

test('a connection that ends is named and made again', async () => {
  // Coins are waited for: a network at rest would not be looked at, whatever is announced.
  const { token } = await newCustomer(product);
  await placeOrder(product, token, { currency: 'USDT', network: 'bsc', amount: '25' });
  await behave({ down: true });
  await behave({});
  await eventually('the end of the connection is named, and announcements come again', async () => {
    await product.sandbox.mine('bsc', 1);
    const [provider] = await providersOf('bsc');
    return provider?.heads === 'live' && provider.headsError === 'The node ended the WebSocket connection.';
  });
});
