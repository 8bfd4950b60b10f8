// A payer without a wallet in this browser scans WalletConnect's code with the wallet of another device: it sends what is
// missing, once, for real on the sandbox's chain, and the relay between them reads nothing.
import { endpoints } from '@kobogate/contract';
import { axeFindings, overhang } from '../screens/findings.ts';
import { awaitDistantWallet } from '../support/distant-wallet.ts';
import { expect, test } from '@playwright/test';
import { createLink, linkAddress, paymentWhere } from '../support/payer.ts';
import { CONFIRMATIONS, type Product, startProduct } from '../support/product.ts';

const PAIR = { currency: 'USDT', network: 'bsc' } as const;

let own: Product;
test.beforeAll(async () => {
  own = await startProduct({ environment: async () => ({ WALLETCONNECT_PROJECT_ID: 'c0'.repeat(16) }) });
});
test.afterAll(() => own.stop());

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1440, height: 900 };

test('a wallet of another device pays what is asked, from a page that is whole on a phone and a desktop', async ({
  page,
}) => {
  await page.setViewportSize(DESKTOP);
  const wallet = await awaitDistantWallet(page, {
    network: PAIR.network,
    rpcUrl: own.environment['RPC_BSC'] ?? '',
  });
  await own.sandbox.pay(PAIR.network, 'USDT', wallet.address, '100');
  await own.sandbox.pay(PAIR.network, 'BNB', wallet.address, '0.1');
  await own.sandbox.mine(PAIR.network, 1);
  await page.goto(linkAddress(own, await createLink(own, { amount: '25000', coins: ['USDT'] })));
  await page.getByLabel('Cryptocurrency').selectOption(PAIR.currency);
  await page.getByLabel('Network').selectOption(PAIR.network);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  const id = /\/payments\/(?<id>[\w-]+)/.exec(page.url())?.groups?.['id'] ?? '';
  const { data: payment } = await own.call(endpoints.payments.getPublic, { params: { id } });
  const dialog = page.getByRole('dialog', { name: 'Pay with a wallet' });
  await dialog.getByRole('button', { name: 'WalletConnect' }).click();
  const link = dialog.locator('a[href^="wc:"]');
  await expect(dialog.getByRole('img', { name: 'WalletConnect' })).toBeVisible();
  for (const size of [DESKTOP, PHONE]) {
    await page.setViewportSize(size);
    expect([await axeFindings(page), await overhang(page)]).toEqual([[], 0]);
  }
  wallet.scan((await link.getAttribute('href')) ?? '');
  await dialog.getByRole('button', { name: `Pay ${payment.missing} USDT` }).dblclick();
  await expect(dialog.getByRole('heading', { name: 'WalletConnect has sent it' })).toBeVisible();
  expect(wallet.sent).toHaveLength(1);
  expect(wallet.carried.join()).not.toContain(payment.address.slice(2).toLowerCase());
  await own.sandbox.mine(PAIR.network, CONFIRMATIONS);
  const paid = await paymentWhere(own, id, 'paid', ({ state }) => state === 'paid');
  expect(paid).toMatchObject({ received: payment.amount, missing: '0', excess: '0' });
  await expect(page.locator('[data-state=paid]')).toBeVisible();
});
