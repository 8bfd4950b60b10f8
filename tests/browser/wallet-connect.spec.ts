// A payer connects the wallet of their browser, and it sends exactly what is missing, once: over networks that it has
// to change to or add, in coins and tokens, on EVM and Solana, signed for real on the sandbox's chains. A failure is
// shown, with the state of the coins; that a payment arrived is decided by the chain and not by the wallet.
import { endpoints, type Payment } from '@kobogate/contract';
import type { Locator, Page } from '@playwright/test';
import { intercept, type Intercepted } from '../support/intercept.ts';
import { announceSolanaWallet } from '../support/announce-solana-wallet.ts';
import { announceEvmWallet, type EvmWallet } from '../support/evm-wallet.ts';
import { expect, test } from '../support/fixtures.ts';
import { axeFindings, overhang } from '../screens/findings.ts';
import { createLink, linkAddress, paymentWhere } from '../support/payer.ts';
import { CONFIRMATIONS, type Product } from '../support/product.ts';
import { answering } from '../support/stubs.ts';

const SOLANA_BLOCKS = 4;
let link = '';

test.beforeAll(async ({ product }) => {
  link = await createLink(product, { amount: '25000', coins: ['USDT', 'USDC', 'ETH', 'SOL'] });
});

/** Chooses a pair on the link's page and presses `Connect wallet`; answers the payment, with the dialog open. */
async function connect(page: Page, product: Product, pair: { currency: string; network: string }) {
  await page.goto(linkAddress(product, link));
  await page.getByLabel('Cryptocurrency').selectOption(pair.currency);
  await page.getByLabel('Network').selectOption(pair.network);
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await expect(dialogOf(page)).toBeVisible();
  const id = /\/payments\/(?<id>[\w-]+)/.exec(page.url())?.groups?.['id'] ?? '';
  const { data } = await product.call(endpoints.payments.getPublic, { params: { id } });
  return data;
}

const dialogOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Pay with a wallet' });
const sends = ({ asked }: EvmWallet): number => asked.filter(({ method }) => method === 'eth_sendTransaction').length;

async function give(product: Product, network: string, to: string, coins: Readonly<Record<string, string>>) {
  for (const [asset, amount] of Object.entries(coins)) await product.sandbox.pay(network, asset, to, amount);
  await product.sandbox.mine(network, network === 'solana' ? SOLANA_BLOCKS : 1);
}

/** The payment is covered by exactly what the wallet sent, and the page shows it without a reload. */
async function expectPaid(page: Page, product: Product, payment: Payment, transaction?: string): Promise<void> {
  const { network, id, amount } = payment;
  await product.sandbox.mine(network, network === 'solana' ? SOLANA_BLOCKS : CONFIRMATIONS);
  const paid = await paymentWhere(product, id, 'paid', ({ state }) => state === 'paid');
  expect(paid).toMatchObject({ received: amount, missing: '0', excess: '0' });
  expect(paid.deposits).toHaveLength(1);
  if (transaction !== undefined) expect(paid.deposits[0]?.transaction).toBe(transaction);
  await expect(dialogOf(page)).toBeHidden();
  await expect(page.locator('[data-state=paid]')).toBeVisible();
}

test('a token, on a network that the wallet does not know yet; a shortfall is shown before; a double press sends once', async ({
  page,
  product,
}) => {
  const foreign: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith('data:') && new URL(request.url()).origin !== product.origin)
      foreign.push(request.url());
  });
  page.on('console', (line) => {
    if (line.type() === 'error') complaints.push(line.text());
  });
  const wallet = await announceEvmWallet(page, product.environment, {
    name: 'Sample Wallet',
    on: 'ethereum',
    knows: ['ethereum'],
  });
  const payment = await connect(page, product, { currency: 'USDT', network: 'bsc' });
  const dialog = dialogOf(page);
  expect(wallet.asked).toEqual([]);
  for (const [mood, title, way] of [
    ['rejects-adding', 'You declined in Sample Wallet', 'Sample Wallet'],
    ['fails-to-add', 'Sample Wallet could not add BNB Smart Chain', 'Try again'],
  ] as const) {
    wallet.mood = mood;
    await dialog.getByRole('button', { name: way }).click();
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
    await expect(dialog.getByText('Nothing was sent.')).toBeVisible();
  }
  wallet.mood = 'willing';
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('heading', { name: 'This account does not hold enough USDT' })).toBeFocused();
  expect(wallet.asked.find(({ method }) => method === 'wallet_addEthereumChain')?.params).toEqual([
    {
      chainId: '0x38',
      chainName: 'BNB Smart Chain',
      nativeCurrency: { name: 'BNB', symbol: 'BNB', decimals: 18 },
      rpcUrls: ['https://bsc-dataseed.bnbchain.org'],
      blockExplorerUrls: ['https://bscscan.com'],
    },
  ]);
  await give(product, 'bsc', wallet.address, { USDT: '100' });
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(dialog.getByRole('heading', { name: 'Not enough BNB for the network’s fee' })).toBeVisible();
  await give(product, 'bsc', wallet.address, { BNB: '0.1' });
  await dialog.getByRole('button', { name: 'Check again' }).click();
  await expect(dialog.getByText(payment.address)).toBeVisible();
  // The balance may change between our check and the wallet's.
  wallet.mood = 'holds-too-little';
  await dialog.getByRole('button', { name: `Pay ${payment.missing} USDT` }).click();
  await expect(dialog.getByRole('heading', { name: 'Sample Wallet says the account holds too little' })).toBeVisible();
  wallet.mood = 'willing';
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('button', { name: `Pay ${payment.missing} USDT` }).dblclick();
  await expect(dialog.getByRole('heading', { name: 'Sample Wallet has sent it' })).toBeVisible();
  expect(sends(wallet)).toBe(2);
  await expect(page.locator('[data-state=waiting]')).toBeVisible();
  await expectPaid(page, product, payment, wallet.sent[0]);
  expect({ foreign, complaints }).toEqual({ foreign: [], complaints: [] });
});

test('the network’s own coin; a refusal counts as one, and a lost answer never does', async ({ page, product }) => {
  const wallet = await announceEvmWallet(page, product.environment, {
    name: 'Sample Wallet',
    on: 'bsc',
    knows: ['bsc', 'ethereum'],
  });
  await give(product, 'ethereum', wallet.address, { ETH: '1' });
  const payment = await connect(page, product, { currency: 'ETH', network: 'ethereum' });
  const dialog = dialogOf(page);
  const pay = dialog.getByRole('button', { name: `Pay ${payment.missing} ETH` });
  const again = dialog.getByRole('button', { name: 'Try again' });
  for (const [mood, title] of [
    ['rejects-connect', 'You declined in Sample Wallet'],
    ['busy', 'Sample Wallet is waiting for you'],
    ['rejects-switch', 'You declined in Sample Wallet'],
  ] as const) {
    wallet.mood = mood;
    await (mood === 'rejects-connect' ? dialog.getByRole('button', { name: 'Sample Wallet' }) : again).click();
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
  }
  wallet.mood = 'rejects-payment';
  await again.click();
  await pay.click();
  await expect(dialog.getByText('Nothing was sent.')).toBeVisible();
  await again.click();
  // The payer changes the network in the wallet between the two presses.
  await expect(pay).toBeVisible();
  wallet.chainId = 56;
  await pay.click();
  await expect(dialog.getByRole('heading', { name: 'Sample Wallet is on another network' })).toBeVisible();
  expect(wallet.sent).toEqual([]);

  wallet.mood = 'loses-answer';
  await again.click();
  await pay.click();
  await expect(dialog.getByRole('heading', { name: 'We cannot tell whether it was sent' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeFocused();
  // Neither a new dialog nor a new document offers to pay again before the payer has checked.
  await page.reload();
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  await expect(dialog.getByRole('heading', { name: 'We cannot tell whether it was sent' })).toBeVisible();
  await expectPaid(page, product, payment, wallet.sent[0]);
  expect(wallet.sent).toHaveLength(1);
});

test('never at a rate that has ended: the dialog gets a new one first', async ({ page, product }) => {
  const wallet = await announceEvmWallet(page, product.environment, {
    name: 'Sample Wallet',
    on: 'bsc',
    knows: ['bsc'],
  });
  await give(product, 'bsc', wallet.address, { USDT: '100', BNB: '0.1' });
  let secondsLeft = 3;
  // The server's own lock lasts a quarter of an hour: the test ends it sooner.
  const reading = ({ url }: Intercepted) => /\/payments\/[\w-]+\/(?:public|rate)$/.test(url.pathname);
  await intercept(page, reading, async (request) => {
    const address = request.url.href.replace(/rate$/, 'public');
    const { data } = await (await fetch(address)).json();
    const now = Date.parse(data.now);
    const lockExpiresAt = new Date(now + secondsLeft * 1000).toISOString();
    await answering(200, { data: { ...data, lockExpiresAt } })(request);
  });
  const payment = await connect(page, product, { currency: 'USDT', network: 'bsc' });
  const dialog = dialogOf(page);
  await dialog.getByRole('button', { name: 'Sample Wallet' }).click();
  await expect(dialog.getByRole('heading', { name: 'The rate has ended' })).toBeVisible();
  expect(sends(wallet)).toBe(0);
  secondsLeft = 600;
  await dialog.getByRole('button', { name: 'Get a new rate' }).click();
  await dialog.getByRole('button', { name: 'Sample Wallet' }).click();
  await dialog.getByRole('button', { name: `Pay ${payment.missing} USDT` }).click();
  await expect(dialog.getByRole('heading', { name: 'Sample Wallet has sent it' })).toBeVisible();
  await expect(dialog.getByText(wallet.sent[0] ?? 'its transaction')).toBeVisible();
});

test('Solana: a token from a wallet that sends, SOL from one that only signs', async ({ page, product }) => {
  const rpcUrl = product.environment['RPC_SOLANA'] ?? '';
  const sending = await announceSolanaWallet(page, { name: 'Sending Wallet', rpcUrl });
  const signing = await announceSolanaWallet(page, { name: 'Signing Wallet', rpcUrl: null });
  const dialog = dialogOf(page);
  const token = await connect(page, product, { currency: 'USDC', network: 'solana' });
  await dialog.getByRole('button', { name: 'Sending Wallet' }).click();
  await expect(dialog.getByRole('heading', { name: 'This account does not hold enough USDC' })).toBeVisible();
  await give(product, 'solana', sending.key.address, { SOL: '0.1', USDC: '100' });
  await dialog.getByRole('button', { name: 'Check again' }).click();
  sending.mood = 'rejects-payment';
  await dialog.getByRole('button', { name: `Pay ${token.missing} USDC` }).click();
  await expect(dialog.getByRole('heading', { name: 'You declined in Sending Wallet' })).toBeVisible();
  sending.mood = 'willing';
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await dialog.getByRole('button', { name: `Pay ${token.missing} USDC` }).dblclick();
  await expect(dialog.getByRole('heading', { name: 'Sending Wallet has sent it' })).toBeVisible();
  const id = (await dialog.getByRole('link').locator('code').textContent()) ?? '';
  await expectPaid(page, product, token, id);
  expect(sending.asked).toBe(2);

  await give(product, 'solana', signing.key.address, { SOL: '1' });
  const coin = await connect(page, product, { currency: 'SOL', network: 'solana' });
  await dialog.getByRole('button', { name: 'Signing Wallet' }).click();
  await dialog.getByRole('button', { name: `Pay ${coin.missing} SOL` }).click();
  await expect(dialog.getByRole('heading', { name: 'Signing Wallet has sent it' })).toBeVisible();
  await expectPaid(page, product, coin);
});

test('without a wallet it says how else to pay, and a network without such wallets has its link instead', async ({
  page,
  product,
}) => {
  await connect(page, product, { currency: 'USDT', network: 'polygon' });
  await expect(dialogOf(page).getByRole('heading', { name: 'No wallet was found in this browser' })).toBeFocused();
  await dialogOf(page).getByRole('button', { name: 'Back to the payment' }).click();
  await expect(dialogOf(page)).toBeHidden();
});

test('on a phone without a wallet the payer is sent to a wallet’s own browser, and to no dialog that finds none', async ({
  browser,
  product,
}) => {
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 640 } });
  const page = await context.newPage();
  await context.route('https://link.trustwallet.com/**', (route) => route.fulfill({ body: 'the app' }));
  await page.goto(linkAddress(product, link));
  await page.getByLabel('Cryptocurrency').selectOption('USDT');
  await page.getByLabel('Network').selectOption('polygon');
  await page.getByRole('button', { name: 'Connect wallet' }).click();
  const apps = page.getByRole('navigation', { name: 'Open this page in your wallet’s app:' });
  await expect(apps.getByRole('link')).toHaveText([
    'MetaMask',
    'Trust Wallet',
    'Coinbase Wallet',
    'Phantom',
    'OKX Wallet',
  ]);
  await expect(apps.getByRole('link', { name: 'MetaMask' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeHidden();
  await expect(dialogOf(page)).toBeHidden();
  const [findings, tooWide] = [await axeFindings(page), await overhang(page)];
  expect({ findings, tooWide }).toEqual({ findings: [], tooWide: 0 });

  const address = page.url();
  await apps.getByRole('link', { name: 'Trust Wallet' }).click();
  await page.waitForURL(/^https:\/\/link\.trustwallet\.com\//);
  expect(new URL(page.url()).searchParams.get('url')).toBe(address);
  // In the wallet's browser a provider is there: the button is back, and the links are gone.
  await page.addInitScript(() => Object.assign(window, { ethereum: { request: () => Promise.resolve([]) } }));
  await page.goto(address);
  await expect(page.getByRole('button', { name: 'Connect wallet' })).toBeVisible();
  await expect(apps).toBeHidden();
  await context.close();
});
