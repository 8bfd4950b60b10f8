// The queue of decisions: each thing that waits is a row of its own, a colleague's decision moves no row, and with the keyboard alone
// an officer decides on it there, or opens its page and comes back to the same row.
import type { Page } from '@playwright/test';
import { endpoints, type RefundId, type StaffRole, type WorkItem, type WorkKind } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, newColleague, PASSWORD, signUp } from '../support/people.ts';
import { CONFIRMATIONS, type Product } from '../support/product.ts';
import { NETWORKS } from '../screens/network-samples.ts';
import { RECOVERY } from '../screens/recovery-samples.ts';
import { ALL_REFUNDS, FOUND_PAYMENTS, LATE, SUSPENSE, TAKEN, UNCLAIMED } from '../screens/refund-samples.ts';
import { answering, hold, passOn, signedIn, stub } from '../support/stubs.ts';
import { collectViolations } from '../support/violations.ts';
import { eventually } from '../support/wait.ts';

const SIZE = { width: 1440, height: 900 };

async function fundedOrders(product: Product, amounts: readonly string[]) {
  const customer = await newCustomer(product);
  const orders = [];
  for (const amount of amounts) {
    const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount });
    await payAndMine(product, order);
    orders.push(await orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded'));
  }
  return { customer, orders };
}

const PAYEE = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

/** A refund that a new customer asks for. */
async function requestedRefund(product: Product, amount: string): Promise<RefundId> {
  const { call, sandbox } = product;
  const { token } = await signUp(product);
  const { data: wallet } = await call(endpoints.wallets.create, {
    token,
    params: { currency: 'USDT' },
    query: { network: 'polygon' },
  });
  await sandbox.pay('polygon', 'USDT', wallet.depositAddress, amount);
  await sandbox.mine('polygon', CONFIRMATIONS);
  await eventually('the coins are in the balance', async () => {
    const { data } = await call(endpoints.wallets.list, { token });
    return data[0]?.balance === amount;
  });
  const { data } = await call(endpoints.refunds.request, {
    token,
    body: { asset: 'USDT@polygon', amount, address: PAYEE, password: PASSWORD },
  });
  return data.id;
}

/** The queue, narrowed to a kind, in the browser of a signed-in officer. */
async function openQueue(page: Page, { origin }: Product, { token, kind }: { token: string; kind: WorkKind }) {
  await signedIn(page, token);
  await page.setViewportSize(SIZE);
  await page.goto(`${origin}/admin/dashboard?kind=${kind}`);
  const work = page.getByRole('region', { name: 'Work' });
  const rows = work.getByRole('list', { name: 'Queue' });
  const row = (coins: string) => rows.getByRole('button', { name: new RegExp(`${coins} USDT`) });
  return { work, row };
}

test('[S8] orders are decided in the queue by keyboard: the row stays with its outcome, the next one has the focus, and undo takes it back', async ({
  page,
  product,
}) => {
  test.slow();
  const { call } = product;
  const token = await adminToken(call);
  const { customer, orders } = await fundedOrders(product, ['41', '42', '43']);
  const [first, second, third] = orders;
  if (first === undefined || second === undefined || third === undefined) throw new Error('there are too few orders');
  const { work, row } = await openQueue(page, product, { token, kind: 'orders' });
  await row('41').focus();
  await page.keyboard.press('ArrowDown');
  await expect(row('42')).toBeFocused();
  await page.keyboard.press('ArrowUp');
  const places = async () => [await row('41').boundingBox(), await row('42').boundingBox()].map((box) => box?.y);
  const before = await places();
  await page.keyboard.press('Enter');
  const panel = work.getByRole('complementary', { name: /Sample Person/ });
  await expect(panel.getByText('It waits for a decision.')).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Approve the order/ })).toBeFocused();
  expect(await collectViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(row('41')).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: /^Approve the order/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const approving = page.getByRole('dialog', { name: 'Approve this order?' });
  await expect(approving.getByRole('button', { name: 'Approve order' })).toBeFocused();
  // Taken back before its answer is there, so that the five seconds do not end on a slow machine.
  const letFirstGo = await hold(page, 'PUT', `/order/${first.id}`);
  await page.keyboard.press('Enter');
  await expect(row('41')).toContainText('Approved');
  await expect(row('42')).toBeFocused();
  await expect(panel.getByText('42 USDT').first()).toBeVisible();
  expect(await places()).toEqual(before);
  await page.keyboard.press('u');
  letFirstGo(passOn);
  await eventually('it is approved and taken back', async () => {
    const { data } = await call(endpoints.evidence.read, { token, params: { id: first.id } });
    return data.decisions.length === 2 || undefined;
  });
  await expect(row('41')).toContainText('To review');
  await orderWhere(product, customer.token, first.id, 'pending', ({ status }) => status === 'pending');

  // The colleague decides first: nothing is decided twice, and both row and page say so.
  await expect(panel.getByText('It waits for a decision.')).toBeVisible();
  await page.keyboard.press('d');
  const declining = page.getByRole('dialog', { name: 'Decline this order?' });
  await expect(declining).toBeVisible();
  const letGo = await hold(page, 'PUT', `/order/${second.id}`);
  await declining.getByRole('button', { name: 'Decline order' }).press('Enter');
  await expect(row('42')).toContainText('Declined');
  await expect(row('43')).toBeFocused();
  const { data } = await call(endpoints.evidence.read, { token, params: { id: second.id } });
  await call(endpoints.adminOrders.decide, {
    token,
    params: { id: second.id },
    body: { status: 'declined', version: data.order.version, code: 'other', reason: 'A sample' },
  });
  letGo(passOn);
  await expect(row('42')).toContainText('Not decided, see below');
  await expect(page.getByText(/This order is already declined/)).toBeVisible();
  await page.getByRole('button', { name: /^Look again/ }).press('Enter');
  await expect(panel.getByText('Declined: A sample').first()).toBeVisible();
  await expect(row('42')).toBeFocused();
  expect(await places()).toEqual(before);
  await expect(work.getByText('1 done')).toBeVisible();
  await work.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(row('42')).toHaveCount(0);
});

test('[S2] [S8] a key that is held decides on one order at most; after the last the focus is at its row', async ({
  page,
  product,
}) => {
  test.slow();
  const { call } = product;
  const token = await adminToken(call);
  const { orders } = await fundedOrders(product, ['46', '47']);
  const items = orders.map((order): WorkItem => ({
    kind: 'orders',
    id: order.id,
    since: order.createdAt,
    about: 'Sample Person',
    nairaKobo: order.nairaKobo,
    amount: order.fromAmount,
    currency: 'USDT',
    network: 'bsc',
    networkName: 'BNB Smart Chain',
  }));
  await stub(page, 'GET', '/admin/queue', answering(200, { data: items, next: null }));
  const { work, row } = await openQueue(page, product, { token, kind: 'orders' });
  const hold20 = async (): Promise<void> => {
    for (let count = 0; count < 20; count += 1) await page.keyboard.down('Enter');
  };
  const approve = work.getByRole('complementary').getByRole('button', { name: /^Approve the order/ });
  const dialog = page.getByRole('dialog', { name: 'Approve this order?' });
  await row('46').focus();
  await page.keyboard.down('Enter');
  await expect(approve).toBeFocused();
  await hold20();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.up('Enter');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Approve order' })).toBeFocused();
  await hold20();
  await expect(row('46')).toContainText('Approved');
  await hold20();
  await expect(approve).toBeFocused();
  await expect(dialog).toHaveCount(0);
  await page.keyboard.up('Enter');
  await expect(row('47')).toContainText('To review');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('button', { name: 'Approve order' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row('47')).toContainText('Approved');
  await expect(row('47')).toBeFocused();
});

test('[S8] [D10] refunds are decided in the queue by keyboard, one that a colleague has just decided is refused in words', async ({
  page,
  product,
}) => {
  test.slow();
  const { call } = product;
  const token = await adminToken(call);
  const refunds = [];
  for (const amount of ['12.5', '13.5', '14.5']) refunds.push(await requestedRefund(product, amount));
  const [first, second] = refunds;
  if (first === undefined || second === undefined) throw new Error('there are too few refunds');
  // From before the page: one that began on an open page would miss a request of the same moment.
  const letGo = await hold(page, 'PUT', `/admin/refunds/${second}`);
  const { work, row } = await openQueue(page, product, { token, kind: 'refunds' });
  await row('12.5').focus();
  await page.keyboard.press('Enter');
  const panel = work.getByRole('complementary', { name: 'Sample Person' });
  await expect(panel.getByRole('button', { name: /^Approve the refund/ })).toBeFocused();
  await page.keyboard.press('Enter');
  const approving = page.getByRole('dialog', { name: 'Approve this refund?' });
  await expect(approving).toContainText(PAYEE);
  // Whose it is, as names are not unique, and what becomes of it.
  for (const fact of [
    /Asked by sample-\w+@example\.test/,
    /Worth ₦[\d,]+\.\d\d/,
    /Nothing leaves before that plan is signed/,
  ])
    await expect(approving).toContainText(fact);
  await expect(approving.getByRole('button', { name: 'Approve refund' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(row('12.5')).toContainText('Refund approved');
  await expect(row('13.5')).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(panel.getByRole('button', { name: /^Approve the refund.* 13.5 USDT/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(approving.getByRole('button', { name: 'Approve refund' })).toBeFocused();
  await page.keyboard.press('Enter');
  await call(endpoints.refunds.decide, {
    token,
    params: { id: second },
    body: { status: 'declined', reason: 'A sample' },
  });
  letGo(passOn);
  await expect(approving.getByText('This refund is already declined.')).toBeVisible();
  await expect(approving.getByText(/^This refund has changed since you opened it/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(row('13.5')).toBeFocused();
  await expect(row('13.5')).toContainText('No longer waits');
  await page.keyboard.press('ArrowDown');
  await expect(row('14.5')).toBeFocused();
  const { data } = await call(endpoints.refunds.listForAdmin, { token });
  expect(data.find(({ id }) => id === first)?.status).toBe('approved');
  expect(data.find(({ id }) => id === second)?.status).toBe('declined');
});

test('[S8] coins, networks and transfers open beside the queue with the decision of their page, and a row keeps what was decided', async ({
  page,
  product,
}) => {
  const OPENS = [
    ['vouching', NETWORKS[0]?.waiting[0]?.id, /^Vouch for 12500.5 USDT/],
    ['networks', NETWORKS.find(({ surplus }) => surplus !== null)?.network, 'Resume the network'],
    ['late', LATE[0]?.id, /^Send back 13.03 USDT/],
    ['unclaimed', UNCLAIMED[0]?.id, /^Credit .* to a customer/],
    ['unclaimed', TAKEN.find(({ firstReturn }) => firstReturn !== null)?.id, /^Not the operator’s own: 13/],
    ['suspense', SUSPENSE[0] && `${SUSPENSE[0].userId} ${SUSPENSE[0].asset}`, /^Credit .* as USDC/],
    ['found', FOUND_PAYMENTS[0]?.id, /^Say what .* were/],
    ['recovery', RECOVERY.transfers[0]?.id, /^Decide on/],
    ['owed', RECOVERY.transfers.find(({ status }) => status === 'owed')?.id, /^Settle ₦16,000/],
    ['proposals', 'approvals', 'Confirm this'],
  ] as const;
  const token = await adminToken(product.call);
  const { data: settings } = await product.call(endpoints.settings.read, { token });
  const proposal = { value: { secondAboveKobo: '900000000' }, adminId: 'another', by: 'Sample Colleague' };
  const approvals = { ...settings.approvals, proposal: { ...proposal, at: '2026-01-05T09:30:00.000Z' } };
  const items = OPENS.map(([kind, id], at): WorkItem => {
    if (id === undefined) throw new Error(`there is no sample of ${kind}`);
    const since = `2026-01-05T09:3${at}:00.000Z`;
    const coins = {
      nairaKobo: null,
      amount: `${at + 1}`,
      currency: 'USDT',
      network: 'polygon',
      networkName: 'Polygon',
    };
    return { ...coins, kind, id, since, about: 'Sample Person' };
  });
  await stub(page, 'GET', '/admin/queue', answering(200, { data: items, next: null }));
  await stub(page, 'GET', '/admin/networks', answering(200, { data: NETWORKS, addresses: [] }));
  await stub(page, 'GET', '/admin/suspense/late', answering(200, { data: LATE }));
  await stub(page, 'GET', '/admin/suspense/unclaimed', answering(200, { data: UNCLAIMED, taken: TAKEN }));
  await stub(page, 'GET', '/admin/found-payments', answering(200, { data: FOUND_PAYMENTS }));
  await stub(page, 'GET', '/admin/recovery', answering(200, { data: RECOVERY }));
  await stub(page, 'GET', '/admin/suspense', answering(200, { data: SUSPENSE }));
  await stub(page, 'GET', '/admin/settings', answering(200, { data: { ...settings, approvals } }));
  await stub(page, 'POST', '/admin/suspense/credit', answering(200, { message: 'Credited to the customer.' }));
  await stub(
    page,
    'PUT',
    '/admin/settings/approvals',
    answering(200, { message: 'Confirmed.', data: settings.approvals }),
  );
  await stub(page, 'POST', /\/vouch$/, answering(200, { message: 'Noted. It is credited soon.' }));
  await signedIn(page, token);
  await page.setViewportSize(SIZE);
  await page.goto(`${product.origin}/admin/dashboard`);
  const work = page.getByRole('region', { name: 'Work' });
  const rows = work.getByRole('list', { name: 'Queue' }).getByRole('listitem').getByRole('button');
  for (const [at, [, , name]] of OPENS.entries()) {
    await rows.nth(at).focus();
    await page.keyboard.press('Enter');
    await expect(work.getByRole('complementary').getByRole('button', { name })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(rows.nth(at)).toBeFocused();
  }

  // Coins in suspense lead to their person and to the payment that brought them, and say what is at stake.
  await rows.nth(OPENS.findIndex(([kind]) => kind === 'suspense')).press('Enter');
  const kept = work.getByRole('complementary');
  await expect(kept.getByRole('link', { name: 'Sample Person' })).toHaveAttribute('href', /^\/admin\/users\//);
  await expect(kept.getByRole('link', { name: /^0x5c504e/ }).first()).toHaveAttribute(
    'href',
    /^https:.*\/tx\/0x5c504e/,
  );
  await expect(kept).toContainText('Worth ₦192,000.00');
  await page.keyboard.press('Escape');

  await rows.nth(0).focus();
  await page.keyboard.press('Enter');
  await expect(work.getByRole('complementary').getByRole('button', { name: OPENS[0][2] })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('How do you know?').fill('Two explorers show it.');
  await page.getByRole('dialog').getByRole('button', { name: 'Vouch and credit' }).press('Enter');
  await expect(rows.nth(0)).toContainText('Noted. It is credited soon.');
  await expect(rows.nth(1)).toBeFocused();
  for (const [kind, said] of [
    ['suspense', 'Credited to the customer.'],
    ['proposals', 'Confirmed.'],
  ] as const) {
    const [, , name] = OPENS.find(([each]) => each === kind) ?? OPENS[0];
    const row = rows.nth(OPENS.findIndex(([each]) => each === kind));
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(work.getByRole('complementary').getByRole('button', { name })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('button', { name: /^(?:Credit as|Confirm the)/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(row).toContainText(said);
  }
});

test('[S8] [S7] each role has in its queue what it may decide, and decides it there', async ({ browser, product }) => {
  test.slow();
  const { orders } = await fundedOrders(product, ['77']);
  const refund = await requestedRefund(product, '78');
  const admin = await adminToken(product.call);
  const order = orders[0];
  if (order === undefined) throw new Error('there is no order');
  const openAs = async (role: StaffRole) => {
    const page = await browser.newPage({ viewport: SIZE });
    await signedIn(page, await newColleague(product, admin, role));
    const read = page.waitForResponse(/\/api\/admin\/queue/);
    await page.goto(`${product.origin}/admin/dashboard`);
    await read;
    const work = page.getByRole('region', { name: 'Work' });
    await expect(work.getByText(/^Loading/)).toHaveCount(0);
    const row = (coins: string) => work.getByRole('list', { name: 'Queue' }).getByRole('button', { name: coins });
    return { page, work, row };
  };
  const finance = await openAs('finance');
  for (const coins of ['77 USDT', '78 USDT']) await expect(finance.row(coins)).toHaveCount(0);
  await finance.page.close();

  const { page, work, row } = await openAs('reviewer');
  for (const [coins, outcome] of [
    ['78 USDT', 'Refund approved'],
    ['77 USDT', 'Approved'],
  ] as const) {
    await row(coins).press('Enter');
    await work
      .getByRole('complementary')
      .getByRole('button', { name: /^Approve/ })
      .press('Enter');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /^Approve/ })
      .press('Enter');
    await expect(row(coins)).toContainText(outcome);
  }
  const { data: refunds } = await product.call(endpoints.refunds.listForAdmin, { token: admin });
  expect(refunds.find(({ id }) => id === refund)).toMatchObject({ status: 'approved' });
  await eventually('the order is approved', async () => {
    const { data } = await product.call(endpoints.adminOrders.get, { token: admin, params: { id: order.id } });
    return data.status === 'approved';
  });
  await page.close();
});

test('[S8] what is decided in a list of another page is marked there, and the way back leads to its row', async ({
  page,
  product,
}) => {
  const refund = ALL_REFUNDS[0];
  const kept = SUSPENSE[0];
  if (refund === undefined || kept === undefined) throw new Error('the samples have neither');
  const about = { since: '2026-01-05T09:30:00.000Z', about: 'Sample Person', nairaKobo: null, network: 'polygon' };
  const items: WorkItem[] = [
    { ...about, kind: 'refunds', id: refund.id, amount: '250.75', currency: 'USDT', networkName: 'Polygon' },
    {
      ...about,
      kind: 'suspense',
      id: `${kept.userId} ${kept.asset}`,
      amount: '120',
      currency: 'USDC.e',
      networkName: 'Polygon',
    },
  ];
  await stub(page, 'GET', '/admin/queue', answering(200, { data: items, next: null }));
  await stub(page, 'GET', `/admin/refunds/${refund.id}`, answering(200, { data: refund }));
  await stub(page, 'GET', '/admin/suspense', answering(200, { data: SUSPENSE }));
  await signedIn(page, await adminToken(product.call));
  await page.goto(`${product.origin}/admin/dashboard`);
  const letRefundsCome = await hold(page, 'GET', '/admin/refunds');
  const queue = page.getByRole('region', { name: 'Work' }).getByRole('listitem').getByRole('button');
  // At first the lists of the page are loaded, that above the row last, then they are there.
  for (const [at, table] of [
    [1, 'Coins in suspense'],
    [0, 'Refunds'],
    [1, 'Coins in suspense'],
  ] as const) {
    const item = queue.nth(at);
    await item.focus();
    await page.keyboard.press('Enter');
    const toPage = page.getByRole('button', { name: 'Open its page' });
    await toPage.press('Enter');
    const marked = page.locator('tr[aria-current=true]');
    await expect(marked).toHaveCount(1);
    letRefundsCome(answering(200, { data: ALL_REFUNDS }));
    await expect(page.getByRole('table', { name: 'Refunds' })).toBeVisible();
    await expect(page.getByRole('table', { name: table }).locator(marked)).toBeInViewport();
    await page.getByRole('link', { name: 'Back to the queue' }).press('Enter');
    await expect(item).toBeFocused();
  }
});

/** A queue of one refund, which is answered; its record is left to the test. */
async function queueOneRefund(page: Page) {
  const refund = ALL_REFUNDS[0];
  if (refund === undefined) throw new Error('there is no sample');
  const item: WorkItem = {
    kind: 'refunds',
    id: refund.id,
    since: '2026-01-05T09:30:00.000Z',
    about: 'Sample Person',
    nairaKobo: null,
    amount: '250.75',
    currency: 'USDT',
    network: 'polygon',
    networkName: 'Polygon',
  };
  await stub(page, 'GET', '/admin/queue', answering(200, { data: [item], next: null }));
  return refund;
}

test('[S8] a record that comes late leaves the focus where the officer has moved it', async ({ page, product }) => {
  const refund = await queueOneRefund(page);
  const letGo = await hold(page, 'GET', `/admin/refunds/${refund.id}`);
  const { work, row } = await openQueue(page, product, { token: await adminToken(product.call), kind: 'refunds' });
  await row('250.75').press('Enter');
  const toPage = work.getByRole('button', { name: 'Open its page' });
  await toPage.focus();
  letGo(answering(200, { data: refund }));
  await expect(work.getByRole('button', { name: /^Approve the refund/ })).toBeVisible();
  await expect(toPage).toBeFocused();
});

test('[S8] an open record stays open where the window gets wide or narrow', async ({ page, product }) => {
  const refund = await queueOneRefund(page);
  await stub(page, 'GET', `/admin/refunds/${refund.id}`, answering(200, { data: refund }));
  await signedIn(page, await adminToken(product.call));
  const narrow = { width: 390, height: 844 };
  await page.setViewportSize(narrow);
  await page.goto(`${product.origin}/admin/dashboard`);
  await page.getByRole('list', { name: 'Queue' }).getByRole('button').click();
  const over = page.getByRole('dialog', { name: 'Sample Person' });
  const beside = page.getByRole('complementary', { name: 'Sample Person' });
  await expect(over).toBeVisible();
  for (const [size, panel] of [
    [SIZE, beside],
    [narrow, over],
    [SIZE, beside],
  ] as const) {
    await page.setViewportSize(size);
    await expect(panel.getByRole('button', { name: /^Approve the refund/ })).toBeVisible();
  }
});
