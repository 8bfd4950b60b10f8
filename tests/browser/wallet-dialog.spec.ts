// The wallets, to the letter of the specification: three steps to a new one, and what each shows.
import { endpoints, TEXTS } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { signUp } from '../support/people.ts';
import { press } from '../support/press.ts';
import { signedIn } from '../support/stubs.ts';

test('[C-8] [E-6] currency, network, confirm: no step without its choice, and another currency clears the network', async ({
  page,
  product,
}) => {
  const { token } = await signUp(product);
  const { data: coins } = await product.call(endpoints.wallets.supportedCoins, { token });
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/wallets`);
  await press(page, 'Generate New Wallet');
  const dialog = page.getByRole('dialog', { name: 'Generate New Wallet' });
  const missing = dialog.getByText(TEXTS.walletPairMissing);
  const currency = (name: string) => dialog.getByRole('radio', { name: new RegExp(`^${name}`) });
  await expect(dialog.getByText('Step 1 of 3: Choose a currency')).toBeVisible();
  await expect(dialog.getByRole('radio')).toHaveCount(coins.length);
  await press(page, 'Next');
  await expect(missing).toBeVisible();
  await currency('ETH').check();
  await expect(missing).toHaveCount(0);
  await press(page, 'Next');
  await expect(dialog.getByText('Step 2 of 3: Choose a network')).toBeVisible();
  // Each coin has its own networks.
  const networksOf = (wanted: string) => coins.find((coin) => coin.currency === wanted)?.networks.length ?? 0;
  await expect(dialog.getByRole('radio')).toHaveCount(networksOf('ETH'));
  await press(page, 'Next');
  await expect(missing).toBeVisible();
  await dialog.getByRole('radio', { name: /OP Mainnet/ }).check();
  await press(page, 'Next');
  await expect(dialog.getByText('Step 3 of 3: Confirm')).toBeVisible();
  await expect(dialog.getByText('ETH (Ethereum)')).toBeVisible();

  // USDC is on the chosen network too, and yet it has to be chosen again.
  await press(page, 'Back');
  await press(page, 'Back');
  await currency('USDC').check();
  await press(page, 'Next');
  await expect(dialog.getByRole('radio')).toHaveCount(networksOf('USDC'));
  await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
  await press(page, 'Next');
  await expect(missing).toBeVisible();
  // The same currency again clears nothing.
  await dialog.getByRole('radio', { name: /OP Mainnet/ }).check();
  await press(page, 'Back');
  await currency('USDC').check();
  await press(page, 'Next');
  await expect(dialog.getByRole('radio', { name: /OP Mainnet/ })).toBeChecked();
  await press(page, 'Next');
  await press(page, 'Generate wallet');
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();

  const { data: wallets } = await product.call(endpoints.wallets.list, { token });
  expect(wallets).toMatchObject([{ currency: 'USDC', network: 'optimism' }]);
  const address = wallets[0]?.depositAddress ?? '';
  const card = page.getByRole('region', { name: 'USDC on OP Mainnet' });
  for (const text of [/^1 USDC = ₦/, /^0 USDC$/, /^Created /, `${address.slice(0, 8)}…${address.slice(-8)}`]) {
    await expect(card.getByText(text).first()).toBeVisible();
  }
});
