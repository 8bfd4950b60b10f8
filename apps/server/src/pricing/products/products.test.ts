// The terms of a product are the ones that an administrator last decided, having seen the former ones; impossible ones
// are refused with a message, and every change is recorded.
import { ASSETS, findAssetByCode, type NetworkAsset, type ProductTerms, type UserId } from '@kobogate/contract';
import { toKobo } from '@kobogate/money';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestProducts } from '@kobogate/testkit/pricing/products.ts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { applyTerms, DEFAULT_TERMS, refuseConversion } from './product.ts';
import { saveProduct } from './save-product.ts';
import { viewProducts } from './view-products.ts';

let testDatabase: TestDatabase;
const adminId = newId<UserId>();

beforeEach(async () => {
  testDatabase = await createTestDatabase();
  await testDatabase.database.query(
    `insert into app_user (id, email, email_key, first_name, last_name, phone, phone_key, password_hash, is_admin)
     values ($1, 'a@kobogate.test', 'a@kobogate.test', 'Sample', 'Admin', '0', '0', 'none', true)`,
    [adminId],
  );
});
afterEach(() => testDatabase.drop());

const save = (version: number, terms: Partial<ProductTerms>, network = 'bsc') =>
  saveProduct(testDatabase, {
    currency: 'USDT',
    network,
    version,
    terms: { ...DEFAULT_TERMS, ...terms },
    adminId,
  });
const confirmationPolicies = { bsc: { steps: [{ upToKobo: toKobo(100n), confirmations: 3 }], confirmations: 15 } };
const viewOf = async (code: string) =>
  (await viewProducts({ ...testDatabase, confirmationPolicies })).find(
    ({ currency, network }) => `${currency}@${network}` === code,
  );

describe('the list', () => {
  test('[D-1] has every coin and network of this version, watched ones first, on offer by default', async () => {
    const products = await viewProducts({ ...testDatabase, confirmationPolicies });
    expect(products).toHaveLength(ASSETS.length);
    expect(products.slice(0, 3).map(({ network }) => network)).toEqual(['bsc', 'bsc', 'bsc']);
    expect(products[0]).toMatchObject({ currency: 'BNB', confirmations: 15, leastConfirmations: 3, contract: null });
    expect(await viewOf('USDC@polygon')).toMatchObject({
      confirmations: null,
      contract: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      terms: { value: DEFAULT_TERMS, version: 0, history: [] },
    });
  });

  test('shows who has changed which terms from what to what', async () => {
    await save(0, { spreadBasisPoints: 250 });
    await save(1, { spreadBasisPoints: 0, minimumAmount: '5.00' });
    const product = await viewOf('USDT@bsc');
    expect(product?.terms).toMatchObject({
      version: 2,
      value: { spreadBasisPoints: 0, minimumAmount: '5' },
      history: [
        { by: 'Sample Admin', before: { spreadBasisPoints: 250 }, after: { spreadBasisPoints: 0 } },
        { by: 'Sample Admin', before: { spreadBasisPoints: null }, after: { spreadBasisPoints: 250 } },
      ],
    });
    expect((await viewOf('USDT@ethereum'))?.terms.version).toBe(0);
  });
});

describe('saving', () => {
  test('of two administrators who have read the same terms one is refused with a message, and the same again is no change', async () => {
    const outcomes = await Promise.allSettled([save(0, { spreadBasisPoints: 1 }), save(0, { spreadBasisPoints: 2 })]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await expect(save(0, { spreadBasisPoints: 3 })).rejects.toMatchObject({ status: 409 });
    const { value, version } = (await viewOf('USDT@bsc'))?.terms ?? { value: DEFAULT_TERMS, version: 0 };
    await expect(save(version, value)).rejects.toMatchObject({ status: 422, message: 'No changes to save.' });
  });

  const amounts = 'Please give amounts of USDT above 0 in plain digits with at most 18 decimals, or leave them empty.';
  test.each<[Partial<ProductTerms>, string]>([
    [{ spreadBasisPoints: 5001 }, 'Please give a spread of at most 5000 basis points, which are 50 %.'],
    [{ minimumAmount: '0' }, amounts],
    [{ minimumAmount: '-1' }, amounts],
    [{ maximumAmount: '1e3' }, amounts],
    [{ maximumAmount: '0.0000000000000000001' }, amounts],
    [
      { minimumAmount: '2', maximumAmount: '1' },
      'The smallest conversion can’t be larger than the largest one. Please check both.',
    ],
  ])('refuses %j with a message', async (terms, message) => {
    await expect(save(0, terms)).rejects.toMatchObject({ status: 422, message });
    expect((await viewOf('USDT@bsc'))?.terms.version).toBe(0);
  });

  test('a pair that does not exist is not found', async () => {
    await expect(save(0, { isOffered: false }, 'moon')).rejects.toMatchObject({ status: 404 });
  });
});

test('a product has the deployment’s spread until it has its own, and 0 counts as its own', async () => {
  const products = createTestProducts(testDatabase.database, 100);
  const spreads = async () => {
    const all = await products.current();
    return [all.get('USDT@bsc')?.spreadBasisPoints, all.get('USDT@ethereum')?.spreadBasisPoints];
  };
  expect(await spreads()).toEqual([100, 100]);
  await save(0, { spreadBasisPoints: 0 });
  expect(await spreads()).toEqual([0, 100]);
});

test('[H-5] a conversion outside of the bounds, or of a coin off offer, is refused with a message, and the bounds are included', () => {
  const asset = findAssetByCode('USDT@ethereum') as NetworkAsset;
  const refusal = (terms: Partial<ProductTerms>, amount: bigint) =>
    refuseConversion(applyTerms(asset, { ...DEFAULT_TERMS, ...terms }, 0), amount)?.message ?? null;
  const bounds = { minimumAmount: '5', maximumAmount: '10.5' };
  expect(refusal(bounds, 4_999_999n)).toBe('The smallest conversion of USDT on Ethereum is 5 USDT.');
  expect(refusal(bounds, 5_000_000n)).toBeNull();
  expect(refusal(bounds, 10_500_000n)).toBeNull();
  expect(refusal(bounds, 10_500_001n)).toBe('The largest conversion of USDT on Ethereum is 10.5 USDT.');
  expect(refusal({ isOffered: false }, 1n)).toBe(
    'We do not convert USDT on Ethereum at present. Coins that you have sent stay yours, in your wallet.',
  );
});
