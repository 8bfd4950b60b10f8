// A customer saves refund addresses: an impossible one is refused in words, a valid one is stored and shown.
import type { Page } from '@playwright/test';
import { expect, test } from '../support/fixtures.ts';
import { PASSWORD, signUp } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { answering, cutOff, signedIn, stub } from '../support/stubs.ts';

/** A sample of BIP-173. */
const BITCOIN = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4';
/** A sample of EIP-55. */
const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

async function openForm(page: Page, product: Product): Promise<void> {
  const { token } = await signUp(product);
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/payment-method`);
}

async function submit(page: Page, address: string, currency: string, network: string): Promise<void> {
  const form = page.getByRole('form', { name: 'Refund address' });
  await form.getByLabel('Currency').selectOption(currency);
  await form.getByLabel('Network').selectOption(network);
  await form.getByLabel('Wallet address').fill(address);
  await form.getByRole('button', { name: 'Save wallet address' }).click();
}

test('[C-6] an address is kept for its coin and network, over the one before', async ({ page, product }) => {
  await openForm(page, product);
  const saved = page.getByRole('list', { name: 'Saved refund addresses' }).getByRole('listitem');
  await expect(page.getByText('None yet.')).toBeVisible();
  await submit(page, BITCOIN.toUpperCase(), 'BTC', 'mainnet');
  await expect(page.getByText('Refund address saved')).toBeVisible();
  await expect(saved).toHaveText([RegExp(`BTC on Bitcoin mainnet.*${BITCOIN}`)]);
  await expect(page.getByLabel('Wallet address')).toHaveValue('');
  await submit(page, EVM.toLowerCase(), 'USDT', 'bsc');
  await expect(saved).toHaveText([/BTC/, RegExp(`USDT on BNB Smart Chain.*${EVM}`)]);
  const other = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
  await submit(page, other, 'USDT', 'bsc');
  const form = page.getByRole('form', { name: 'Refund address' });
  await expect(form.getByRole('alert')).toHaveText('Please enter your password.');
  await form.getByLabel('Your password').fill(PASSWORD);
  await form.getByRole('button', { name: 'Save wallet address' }).click();
  await expect(saved.last()).toContainText(other);
  await page.reload();
  await expect(saved).toHaveText([RegExp(BITCOIN), RegExp(other)]);
});

test('[C-6] [E-4] what is missing, impossible or mistyped is refused in words, and stays in the form', async ({
  page,
  product,
}) => {
  await openForm(page, product);
  const form = page.getByRole('form', { name: 'Refund address' });
  await expect(form).toBeVisible();
  const options = async (label: string) =>
    (
      await form
        .getByLabel(label)
        .locator('option')
        .evaluateAll((all) => all.map((one) => one.getAttribute('value')))
    ).join(' ');
  expect(await options('Currency')).toBe(' BTC ETH USDT USDC BNB ADA SOL DOT');
  expect(await options('Network')).toBe(
    ' mainnet ethereum bsc polygon arbitrum optimism avalanche base solana cardano polkadot tron',
  );
  for (const [address, currency, network, words] of [
    ['', 'BTC', 'mainnet', /^Please fill in all wallet details$/],
    [EVM, '', 'bsc', /^Please fill in all wallet details$/],
    [BITCOIN, 'BTC', '', /^Please fill in all wallet details$/],
    [EVM, 'BTC', 'bsc', /^BTC does not exist on BNB Smart Chain\. Please pick Bitcoin mainnet\.$/],
    [EVM, 'DOT', 'ethereum', /^DOT does not exist on Ethereum\. Please pick Polkadot\.$/],
    [EVM.replace('aAeb', 'AAeb'), 'USDT', 'polygon', /checksum does not fit/],
    [`${BITCOIN.slice(0, -1)}p`, 'BTC', 'mainnet', /checksum does not fit/],
    [EVM, 'SOL', 'solana', /^This is not an address on Solana\./],
    [BITCOIN, 'ADA', 'cardano', /^This is not an address on Cardano\./],
    ['TLyqzVGLV1srkB7dToTAEqgDSfPtXRJZYJ', 'USDT', 'tron', /checksum does not fit/],
  ] as const) {
    await submit(page, address, currency, network);
    await expect(form.getByRole('alert')).toHaveText(words);
    await expect(form.getByLabel('Wallet address')).toHaveValue(address);
  }
  await expect(page.getByText('None yet.')).toBeVisible();
});

test('[C-6] [C-11] a list that fails says so; a save without an answer keeps what was typed', async ({
  page,
  product,
}) => {
  await stub(page, 'GET', '/refund-addresses', answering(422, {}));
  await stub(page, 'PUT', '/refund-addresses', cutOff);
  await openForm(page, product);
  await expect(page.getByRole('alert')).toContainText('Your refund addresses could not be loaded.');
  await submit(page, BITCOIN, 'BTC', 'mainnet');
  const form = page.getByRole('form', { name: 'Refund address' });
  await expect(form.getByRole('alert')).toHaveText('Kindly check your network (network error)');
  await expect(form.getByLabel('Wallet address')).toHaveValue(BITCOIN);
});
