// What else is decided on the desk, each in a real browser against the real product: a payout that the bank contradicts itself
// about is taken as paid by two officers, a stopped network goes on once its coins are explained, and Solana's nonces are
// made from the treasury's page.
import type { Browser, Page } from '@playwright/test';
import pg from 'pg';
import { endpoints } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder, transfersTo } from '../support/customer.ts';
import { externalServer, NO_EXTERNAL_SERVER } from '../support/databases.ts';
import { expect, test } from '../support/fixtures.ts';
import { mineUntil } from '../support/mine-until.ts';
import { adminToken, newColleague, signUp } from '../support/people.ts';
import { CONFIRMATIONS, type Product } from '../support/product.ts';
import { signedIn } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';
import { axeFindings } from '../screens/findings.ts';

const SIZE = { width: 1440, height: 900 };
const COINS = /29 USDT/;
const REFERENCE = '000013261126091500000123456789';

async function query({ environment }: Product, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: environment['DATABASE_URL'] });
  await client.connect();
  await client.query(sql);
  await client.end();
}

async function openOverview(page: Page, { origin }: Product, token: string): Promise<void> {
  await page.setViewportSize(SIZE);
  await signedIn(page, token);
  await page.goto(`${origin}/admin/dashboard`);
}

const newPage = async (browser: Browser): Promise<Page> => (await browser.newContext()).newPage();

/** Opens the evidence of a payout from its row in the queue of decisions. */
async function openUndecided(page: Page, coins: RegExp) {
  const work = page.getByRole('region', { name: 'Work' });
  await work.getByRole('button', { name: /^Unclear payout/ }).click();
  await work.getByRole('listitem').getByRole('button', { name: coins }).click();
  return page.getByRole('complementary', { name: /Sample Person/ });
}

test('[P1] [S8] two officers take a payout as paid that the bank contradicts itself about, and nothing is sent again', async ({
  page,
  browser,
  product,
}) => {
  test.skip(externalServer === undefined, NO_EXTERNAL_SERVER);
  test.slow();
  const { call, sandbox } = product;
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '29' });
  await payAndMine(product, order);
  await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  // It is paid, and the bank reports another amount.
  await sandbox.behave('other-amount', 1);
  const token = await adminToken(call);
  const params = { id: order.id };
  await call(endpoints.adminOrders.decide, { token, params, body: { status: 'approved' } });
  await eventually('an officer is asked', async () => {
    const { data } = await call(endpoints.adminOrders.get, { token, params });
    return data.payoutNeedsPerson || undefined;
  });
  const colleague = await newColleague(product, token);
  // Of more than a day: a new one is no second.
  await query(
    product,
    `update app_user set admin_since = admin_since - interval '2 days' where admin_since is not null`,
  );

  await openOverview(page, product, token);
  const panel = await openUndecided(page, COINS);
  const doubt = /The rail says that it paid ₦[\d,.]+ instead of ₦[\d,.]+/;
  await expect(panel).toContainText(doubt);
  await panel.getByRole('button', { name: /^Take as paid/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Take this payout as paid?' });
  for (const fact of [doubt, 'BudPay', /kg-[0-9a-f]{32}-1/]) await expect(dialog).toContainText(fact);
  await dialog.getByRole('button', { name: 'Take as paid' }).click();
  await expect(dialog.getByText('Please give the bank’s reference.')).toBeVisible();
  await dialog.getByLabel('The bank’s reference').fill(REFERENCE);
  await dialog.getByRole('button', { name: 'Take as paid' }).click();
  await expect(dialog.getByText('Please say what shows that it was paid.')).toBeVisible();
  await dialog.getByLabel('What shows that it was paid?').fill('Their sample letter');
  expect(await axeFindings(page)).toEqual([]);
  // Nothing that is typed is lost where the panel has no room beside the list any more, or has it again.
  for (const width of [1200, SIZE.width, 390, SIZE.width]) {
    await page.setViewportSize({ ...SIZE, width });
    await expect(dialog.getByLabel('The bank’s reference')).toHaveValue(REFERENCE);
    await expect(dialog.getByLabel('What shows that it was paid?')).toHaveValue('Their sample letter');
  }
  await dialog.getByRole('button', { name: 'Take as paid' }).click();
  await expect(panel.getByText('You stated that it was paid')).toBeVisible();
  // The same officer is no second one.
  await panel.getByRole('button', { name: /^Take as paid/ }).click();
  const again = page.getByRole('dialog', { name: 'Confirm that this payout was paid?' });
  await again.getByLabel('The bank’s reference').fill(REFERENCE);
  await again.getByLabel('What shows that it was paid?').fill('Their sample letter');
  await again.getByRole('button', { name: 'Take as paid' }).click();
  await expect(again.getByRole('alert')).toBeVisible();
  await again.getByRole('button', { name: 'Leave it as it is' }).click();

  const theirs = await newPage(browser);
  await openOverview(theirs, product, colleague);
  const theirPanel = await openUndecided(theirs, COINS);
  await expect(theirPanel.getByText('Super Admin stated that it was paid')).toBeVisible();
  await theirPanel.getByRole('button', { name: /^Take as paid/ }).click();
  const confirming = theirs.getByRole('dialog', { name: 'Confirm that this payout was paid?' });
  await expect(confirming).toContainText(REFERENCE);
  await expect(confirming).toContainText('Their sample letter');
  await confirming.getByLabel('The bank’s reference').fill(REFERENCE);
  await confirming.getByLabel('What shows that it was paid?').fill('I called their desk');
  await confirming.getByRole('button', { name: 'Take as paid' }).click();
  await expect(theirPanel.getByText('Paid', { exact: true }).first()).toBeVisible();
  await expect(panel.getByText('Paid', { exact: true }).first()).toBeVisible();
  expect(await transfersTo(product, customer)).toHaveLength(1);
  const { data: ledger } = await call(endpoints.admin.verifyLedger, { token });
  expect(ledger).toMatchObject({ ok: true, differences: [] });

  await page.goto(`${product.origin}/admin/audit?kind=payouts`);
  const acts = page.getByRole('table', { name: 'Acts of administrators' });
  await expect(acts).toContainText('I called their desk');
  await expect(acts).toContainText('Their sample letter');
  await theirs.context().close();
});

test('[K1] [S8] [D14] a network that stopped for unexplained coins goes on from the work queue, with a reason that is kept, and each part of them gets its owner', async ({
  page,
  product,
}) => {
  test.skip(externalServer === undefined, NO_EXTERNAL_SERVER);
  test.slow();
  const { call, sandbox, origin } = product;
  const customer = await signUp(product);
  const { data: wallet } = await call(endpoints.wallets.create, {
    token: customer.token,
    params: { currency: 'USDC' },
    query: { network: 'avalanche' },
  });
  // As the daily comparison finds it.
  await query(
    product,
    `insert into balance_surplus (id, network, asset, amount) values (gen_random_uuid(), 'avalanche', 'USDC@avalanche', 12500000)`,
  );
  const balanceOf = async () =>
    (await call(endpoints.wallets.list, { token: customer.token })).data.map(({ balance }) => balance);
  await sandbox.pay('avalanche', 'USDC', wallet.depositAddress, '7');
  const token = await adminToken(call);
  // Its row is also there while its node does not answer, as at a start: the reason has to be this one.
  await mineUntil(sandbox, ['avalanche'], 'the network stops for them', async () => {
    const { data } = await call(endpoints.admin.networks, { token });
    return data.find(({ network }) => network === 'avalanche')?.stalled?.includes('12.5 USDC') === true || undefined;
  });
  await openOverview(page, product, token);
  await page.goto(`${origin}/admin/dashboard?kind=networks`);
  await page
    .getByRole('listitem')
    .getByRole('button', { name: /Avalanche C-Chain Network stopped/ })
    .click();
  const card = page.getByRole('region', { name: 'Avalanche C-Chain', exact: true });
  await expect(card).toContainText('The deposit addresses hold 12.5 USDC more than their known payments explain');
  await sandbox.mine('avalanche', CONFIRMATIONS);
  expect(await balanceOf()).toEqual(['0']);
  await card.getByRole('button', { name: 'Resume the network' }).click();
  const dialog = page.getByRole('dialog', { name: 'Resume Avalanche C-Chain?' });
  await dialog.getByRole('button', { name: 'Resume the network' }).click();
  await expect(dialog.getByText('Please say what these coins are')).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await dialog.getByLabel('How do you know?').fill('A sample gift of the issuer');
  await dialog.getByRole('button', { name: 'Resume the network' }).click();
  await expect(dialog).toBeHidden();
  await mineUntil(
    sandbox,
    ['avalanche'],
    'what waited is credited',
    async () => (await balanceOf())[0] === '7' || undefined,
  );
  await expect(card.getByRole('button', { name: 'Resume the network' })).toHaveCount(0);
  await page.goto(`${origin}/admin/audit`);
  await expect(page.getByRole('table', { name: 'Acts of administrators' })).toContainText(
    '12.5 USDC: A sample gift of the issuer',
  );

  await page.goto(`${origin}/admin/refunds`);
  const decide = async (button: RegExp, title: string, fields: Readonly<Record<string, string>>, confirm: string) => {
    await page.getByRole('button', { name: button }).click();
    const asked = page.getByRole('dialog', { name: title });
    for (const [label, text] of Object.entries(fields)) await asked.getByLabel(label, { exact: true }).fill(text);
    await asked.getByRole('button', { name: confirm }).click();
    await expect(asked).toBeHidden();
  };
  const why = { 'How do you know?': 'A sample withdrawal' };
  const theirs = { 'Customer’s e-mail address': customer.email, 'How much of them?': '5', Transaction: '0xabc' };
  await decide(/^Credit 12\.5 USDC/, 'Whose coins are these?', { ...theirs, ...why }, 'Credit them');
  await expect.poll(balanceOf).toEqual(['12']);
  const ours = { 'How much of them?': '4', ...why };
  const isOurs = 'Are these coins the operator’s own?';
  await decide(/^The operator’s own: 7\.5 USDC/, isOurs, ours, 'Book them as ours');
  const notOurs = 'Are these coins not the operator’s own?';
  await decide(/^Not the operator’s own: 4 USDC/, notOurs, why, 'Put them back');
  await decide(/^The operator’s own: 7\.5 USDC/, isOurs, ours, 'Book them as ours');
  const reason = { Reason: 'Too little to trace' };
  await decide(/^Leave them here: 3\.5 USDC/, 'Leave these coins where they are?', reason, 'Leave them here');
  await expect(page.getByRole('table', { name: 'Coins without a known owner' })).toContainText('Too little to trace');
  const { data: ledger } = await call(endpoints.admin.verifyLedger, { token });
  expect(ledger).toMatchObject({ ok: true, differences: [] });
});

test('[D10] [S8] Solana’s nonces are made from the treasury’s page: asked for, paid for as it says, and there', async ({
  page,
  product,
}) => {
  test.slow();
  const { call, sandbox, origin } = product;
  await signedIn(page, await adminToken(call));
  await page.setViewportSize(SIZE);
  await page.goto(`${origin}/admin/treasury`);
  const tasks = page.getByRole('region', { name: 'Asked' });
  const ask = async (count: string) => {
    await page.getByRole('button', { name: 'Plan for Solana' }).click();
    const dialog = page.getByRole('dialog', { name: 'What is to be done on Solana?' });
    await dialog.getByLabel('Make nonces').check();
    await dialog.getByLabel('How many').fill(count);
    await dialog.getByRole('button', { name: 'Make nonces' }).click();
    return dialog;
  };
  const refused = await ask('0');
  await expect(refused.getByText(/^Please give a number from 1 to \d+\.$/)).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await refused.getByRole('button', { name: 'Cancel' }).click();

  const answered = async (pattern: RegExp) =>
    mineUntil(sandbox, ['solana'], 'the task is answered', async () => {
      const text =
        (await tasks
          .getByText(pattern)
          .first()
          .textContent({ timeout: 1000 })
          .catch(() => null)) ?? '';
      return pattern.exec(text) ?? undefined;
    });
  await ask('3');
  const [, amount = '', payer = ''] = await answered(/at least ([\d.]+) SOL .* to (\w+),/);
  await sandbox.pay('solana', 'SOL', payer, amount);
  await sandbox.mine('solana', CONFIRMATIONS);
  await ask('3');
  await answered(/3 nonces of this key are there/);
  await expect(page.getByRole('row').filter({ hasText: 'Solana' }).first()).toContainText('3 nonces');
});
