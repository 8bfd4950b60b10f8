// Any number of requests for a wallet, at once or later, gives one wallet with one address that no other user has.
import type { UserId } from '@kobogate/contract';
import type { AddressSource } from '@kobogate/addresses';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestGate } from '@kobogate/testkit/controls/fence.ts';
import { createTestProducts, decideTerms } from '@kobogate/testkit/pricing/products.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { createWallet } from './create-wallet.ts';
import { listCoinsOnOffer } from './list-coins.ts';
import { createWalletList } from './list-wallets.ts';
import { createWatchList } from '../watch-list/watch-list.ts';
import { describeCoinsOnOffer } from './wallet.ts';

let sample: TestDatabase;
const source: AddressSource = {
  family: 'evm',
  keyFingerprint: 'sample',
  size: 1_000_000,
  derive: (index) => ({ address: `0xADDRESS${index}`, addressKey: `0xaddress${index}` }),
};

beforeAll(async () => {
  sample = await createTestDatabase();
});
afterAll(() => sample.drop());

async function newUser(): Promise<UserId> {
  const id = newId<UserId>();
  await sample.database.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash)
     values ($1, $2, $2, 'Sample', 'Person', '0', '0', '')`,
    [id, `${id}@sample.test`],
  );
  return id;
}

const make = (userId: UserId, currency = 'USDT', network = 'bsc') =>
  createWallet(
    {
      ...sample,
      addressSources: [source],
      gate: createTestGate(sample.database),
      networks: ['ethereum', 'bsc'],
      products: createTestProducts(sample.database),
    },
    { userId, currency, network },
  );

test('[F-8] twenty requests at once for the same pair give the same wallet, and only one answer says that it is new', async () => {
  const userId = await newUser();
  const made = await Promise.all(Array.from({ length: 20 }, () => make(userId)));
  expect(new Set(made.map(({ wallet }) => wallet.depositAddress)).size).toBe(1);
  expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(await make(userId)).toMatchObject({ isNew: false, wallet: { id: made[0]?.wallet.id } });
});

test('[H-1] many users at once never share an address', async () => {
  const users = await Promise.all(Array.from({ length: 20 }, newUser));
  const made = await Promise.all(users.map((userId) => make(userId)));
  expect(new Set(made.map(({ wallet }) => wallet.depositAddress)).size).toBe(20);
});

test('a pool of addresses is given out to the last one under load, and then refused with a message and without an empty wallet', async () => {
  const pool: AddressSource = {
    family: 'evm',
    keyFingerprint: 'pool',
    size: 7,
    derive: (index) => ({ address: `0xPOOL${index}`, addressKey: `0xpool${index}` }),
  };
  const users = await Promise.all(Array.from({ length: 12 }, newUser));
  const asked = await Promise.allSettled(
    users.map((userId) =>
      createWallet(
        {
          ...sample,
          addressSources: [pool],
          gate: createTestGate(sample.database),
          networks: ['bsc'],
          products: createTestProducts(sample.database),
        },
        { userId, currency: 'USDT', network: 'bsc' },
      ),
    ),
  );
  const addresses = asked.flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value.wallet.depositAddress] : [],
  );
  expect(new Set(addresses).size).toBe(7);
  const refusals = asked.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
  expect(refusals).toHaveLength(5);
  for (const refusal of refusals) {
    expect(refusal).toMatchObject({ status: 422, message: expect.stringMatching(/no free deposit address on BNB/) });
  }
});

test('[E-6] each impossible pair is refused with its own message', async () => {
  const userId = await newUser();
  const sentences = await Promise.all(
    [
      ['USDT', ''],
      ['DOGE', 'bsc'],
      ['USDT', 'moon'],
      ['BNB', 'ethereum'],
      ['USDT', 'polygon'],
    ].map(([currency, network]) => make(userId, currency, network).catch((error: unknown) => error)),
  );
  expect(sentences).toMatchObject([
    { status: 422, message: 'Please select both currency and network.' },
    { status: 422, message: 'We do not know this currency. Please pick one from the list.' },
    { status: 422, message: 'We do not know this network. Please pick one from the list.' },
    { status: 422, message: 'BNB does not exist on Ethereum. Please pick another network for it.' },
    { status: 422, message: 'We do not receive on Polygon at present. Please pick another network.' },
  ]);
});

test('[F-8] [D-1] off offer: no new wallets and not among the coins, while an existing wallet is returned', async () => {
  const [early, late] = [await newUser(), await newUser()];
  const { wallet } = await make(early, 'USDC', 'bsc');
  const products = createTestProducts(sample.database);
  const coins = async () =>
    (await listCoinsOnOffer({ networks: ['bsc'], products, currentRates: async () => new Map() })).map(
      ({ currency }) => currency,
    );
  expect(await coins()).toEqual(['USDT', 'USDC', 'BNB']);
  await decideTerms(sample.database, early, 'USDC@bsc', { isOffered: false });
  await expect(make(late, 'USDC', 'bsc')).rejects.toMatchObject({
    status: 422,
    message: 'We make no new USDC wallets on BNB Smart Chain at present. Please pick another.',
  });
  expect(await make(early, 'USDC', 'bsc')).toMatchObject({ isNew: false, wallet: { id: wallet.id } });
  expect(await coins()).toEqual(['USDT', 'BNB']);
  await make(late, 'USDC', 'ethereum');
  await decideTerms(sample.database, early, 'USDC@bsc', {});
  await make(late, 'USDC', 'bsc');
});

test('[C-8] the list shows what each wallet is for, oldest first, and no rate where there is none; of each who asks at one moment their own', async () => {
  const [userId, other, none] = [await newUser(), await newUser(), await newUser()];
  await make(userId, 'BNB', 'bsc');
  await make(other, 'USDT', 'bsc');
  await make(userId, 'ETH', 'ethereum');
  const list = createWalletList({ ...sample, currentRates: () => Promise.resolve(new Map()) });
  const own = [
    { currency: 'BNB', network: 'bsc', networkName: 'BNB Smart Chain', rate: null, balance: '0', held: '0' },
    { currency: 'ETH', network: 'ethereum' },
  ];
  expect(await Promise.all([list(userId), list(none), list(other), list(userId)])).toMatchObject([
    own,
    [],
    [{ currency: 'USDT', network: 'bsc' }],
    own,
  ]);
});

test('[F-8] only coins on networks that are watched are on offer, and those without a rate are marked', () => {
  const hasRate = ({ code }: { code: string }) => code === 'USDT@bsc';
  expect(describeCoinsOnOffer(['bsc'], { isOffered: () => true, hasRate })).toEqual([
    { currency: 'USDT', name: 'Tether USD', hasRate: true, networks: [{ id: 'bsc', name: 'BNB Smart Chain' }] },
    { currency: 'USDC', name: 'USD Coin', hasRate: false, networks: [{ id: 'bsc', name: 'BNB Smart Chain' }] },
    { currency: 'BNB', name: 'BNB', hasRate: false, networks: [{ id: 'bsc', name: 'BNB Smart Chain' }] },
  ]);
});

test('a watch list finds each address from the moment that it is committed, and no other', async () => {
  const watchList = createWatchList(sample.database, 'evm');
  expect((await watchList.find(['0xstranger'])).size).toBe(0);
  const users = await Promise.all(Array.from({ length: 30 }, newUser));
  await Promise.all(
    users.map(async (userId) => {
      const { wallet } = await make(userId);
      const key = wallet.depositAddress.toLowerCase();
      expect((await watchList.find(['0xstranger', key])).get(key)).toMatchObject({ userId });
    }),
  );
});
