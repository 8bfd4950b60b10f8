// What is decided on the desk is what was seen: a name that the bank denies and a listed sender are not approved without a
// reason; what has changed since it was read is not decided; and what arrives moves no row.
import type { Page, Request } from '@playwright/test';
import { endpoints, TOKEN_STORAGE_KEY } from '@kobogate/contract';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { adminToken } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { answering, cutOff, hold, passOn, signedIn, stub } from '../support/stubs.ts';
import { axeFindings } from '../screens/findings.ts';

const ORDERS = 6;
const LISTED = '0x8576acc5c05d6ce88f4e49bf65bdf0c62f91353c';

test('[S1] [S2] [S3] a doubtful name, a listed sender and a changed order are decided by keyboard, each as it was seen', async ({
  page,
  product,
}) => {
  test.slow();
  const { call, origin } = product;
  const customer = await newCustomer(product);
  const real = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25' });
  const token = await adminToken(call);
  const { data: evidence } = await call(endpoints.evidence.read, { token, params: { id: real.id } });
  const facts = { status: 'pending', funding: 'funded', payout: 'none', version: 7 } as const;
  const list = Array.from({ length: ORDERS }, (_, index) => ({
    ...evidence.order,
    ...facts,
    id: `00000000-0000-4000-8000-0000000000${String(index + 10)}`,
    customerName: `Sample Number ${index + 1}`,
    // The third goes to somebody else, and the fourth has coins of a listed sender.
    bankAccount:
      index === 2
        ? {
            ...evidence.order.bankAccount,
            nameResolution: 'mismatch',
            resolvedName: 'JOHN DOE ENTERPRISES',
            nameScore: 0,
          }
        : evidence.order.bankAccount,
    listedSenders: index === 3 ? [LISTED] : [],
  }));
  const sent: { id: string; body: unknown }[] = [];
  await stub(page, 'GET', '/order/admin', (request) => answering(200, list)(request));
  await stub(page, 'GET', /^\/api\/order\/[\w-]+\/evidence$/, (request) => {
    const order = list.find(({ id }) => request.url.pathname.includes(id));
    return answering(200, { data: { ...evidence, order: { ...evidence.order, ...order } } })(request);
  });
  await stub(page, 'PUT', /^\/api\/order\/[\w-]+$/, (request) => {
    const id = request.url.pathname.split('/').at(-1) ?? '';
    const index = list.findIndex((order) => order.id === id);
    const [order] = list.slice(index, index + 1);
    const body = request.sent();
    sent.push({ id, body });
    // The fifth has changed since it was read.
    if (index === 4 && order?.version === 7) {
      Object.assign(order, { version: 8, naira: '1.00' });
      return answering(409, { message: 'This order has changed since you looked at it.' })(request);
    }
    if (order !== undefined) Object.assign(order, { status: 'approved', version: 9 });
    return answering(200, { message: 'Order approved', data: order })(request);
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedIn(page, token);
  await page.goto(`${origin}/admin/dashboard?tab=orders&status=pending&coins=arrived&sort=oldest`);
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await expect(rows).toHaveCount(ORDERS + 1);
  for (const height of await rows.evaluateAll((all) =>
    all.slice(1).map((row) => Math.round(row.getBoundingClientRect().height)),
  ))
    expect(height).toBeLessThanOrEqual(57);

  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  const panel = (number: number) => page.getByRole('complementary', { name: new RegExp(`Sample Number ${number}.?$`) });
  await expect(panel(1).getByText('Ledger entries').or(panel(1).getByText('Timeline')).first()).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys of the desk' })).toBeVisible();
  await page.keyboard.press('Escape');

  const dialog = page.getByRole('dialog', { name: 'Approve this order?' });
  const reason = dialog.getByLabel('To approve it, say why it may be paid');
  for (let number = 1; number <= ORDERS; number += 1) {
    await expect(panel(number)).toBeVisible();
    await page.keyboard.press('a');
    await expect(dialog).toContainText(`Sample Number ${number}`);
    if (number === 3 || number === 4) {
      await expect(reason).toBeFocused();
      const before = sent.length;
      await page.keyboard.press('Enter');
      await expect(dialog.getByText('Please give a reason.')).toBeVisible();
      expect(sent).toHaveLength(before);
      await page.keyboard.type('A letter is on file.');
    } else {
      await expect(dialog.getByRole('button', { name: 'Approve order' })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  }
  // One was refused: it had changed, and is shown with what has.
  await expect(page.getByText('Not decided')).toBeVisible();
  expect(new Set(sent.map(({ id }) => id)).size).toBe(ORDERS);
  expect(sent.every(({ body }) => JSON.stringify(body).includes('"version":7'))).toBe(true);
  expect(list.filter(({ status }) => status === 'pending')).toHaveLength(1);
  await page.getByRole('button', { name: /^Look again/ }).click();
  await expect(dialog.getByText(/has changed since you looked at it/)).toBeVisible();
});

test('[S2] [S3] a decision that is not saved, and the way back from one that is, follow the officer to other pages', async ({
  page,
  product,
}) => {
  const { call, origin } = product;
  const customer = await newCustomer(product);
  const real = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '26' });
  const token = await adminToken(call);
  const { data: evidence } = await call(endpoints.evidence.read, { token, params: { id: real.id } });
  const order = { ...evidence.order, status: 'pending', funding: 'funded', payout: 'none', version: 7 };
  const own = { ...order, id: '00000000-0000-4000-8000-000000000020', customerName: 'Own Order' };
  const { data: self } = await call(endpoints.accounts.getUser, { token });
  const list = [order, Object.assign(own, { customerId: self.id })];
  await stub(page, 'GET', '/order/admin', (request) => answering(200, list)(request));
  await stub(page, 'GET', /^\/api\/order\/[\w-]+\/evidence$/, (request) =>
    answering(200, { data: { ...evidence, order } })(request),
  );
  let saves = 0;
  await stub(page, 'PUT', /^\/api\/order\/[\w-]+$/, (request) => {
    saves += 1;
    if (saves === 1) return answering(500, { message: 'Not now.' })(request);
    return answering(200, { message: 'Order approved', data: { ...order, status: 'approved', version: 9 } })(request);
  });
  const undone: string[] = [];
  await page.route('**/api/order/*/undo', (route) => {
    undone.push(route.request().method());
    return undone.length === 1
      ? route.abort()
      : route.fulfill({ json: { message: 'Taken back', data: { ...order, version: 10 } } });
  });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedIn(page, token);
  await page.goto(`${origin}/admin/dashboard?tab=orders`);
  // One's own order is a colleague's to decide on.
  await expect(page.getByText('Your own order: a colleague decides')).toBeVisible();
  await page.getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve order' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'Not saved on the server' })).toBeVisible();
  await page.getByRole('link', { name: 'Users' }).click();
  await expect(page.getByRole('heading', { name: 'Users' })).toBeVisible();
  await page.getByRole('button', { name: /^Try again/ }).click();
  const back = page.getByRole('button', { name: /^Undo/ });
  await back.click();
  // The network lost the first press: the second is sent.
  await expect.poll(() => undone.length).toBe(1);
  await page.getByRole('heading', { name: 'Users' }).click();
  await page.keyboard.press('u');
  await expect(back).toBeHidden();
  expect(undone).toHaveLength(2);
});

/** A new customer, who places orders, and the desk with these orders alone, once it is opened. */
async function deskOf(page: Page, product: Product) {
  const customer = await newCustomer(product);
  const token = await adminToken(product.call);
  return {
    customer,
    token,
    place: (amount: string) => placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount }),
    open: async () => {
      await signedIn(page, token);
      await page.goto(`${product.origin}/admin/dashboard?tab=orders&search=${encodeURIComponent(customer.email)}`);
    },
  };
}

test('[S2] orders that arrive move no row under a pointer: they are counted, and shown when asked for', async ({
  page,
  product,
}) => {
  const { customer, token, place, open } = await deskOf(page, product);
  const first = await place('21.5');
  await payAndMine(product, first);
  await orderWhere(product, customer.token, first.id, 'funded', ({ funding }) => funding === 'funded');
  await open();
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await expect(rows).toHaveCount(2);
  const before = await rows.nth(1).boundingBox();
  await place('22.5');
  await expect(page.getByText('1 new')).toBeVisible();
  expect(await rows.nth(1).boundingBox()).toEqual(before);
  await expect(rows).toHaveCount(2);
  // What a row says is still the newest, and its evidence is the server's own.
  await product.call(endpoints.adminOrders.decide, {
    token,
    params: { id: first.id },
    body: { status: 'declined', reason: 'A sample reason' },
  });
  await expect(rows.nth(1).getByText('Declined')).toBeVisible();
  await page.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(1)).toContainText('22.5 USDT');
  await expect(page.getByText('1 new')).toHaveCount(0);
  await rows
    .nth(2)
    .getByRole('button', { name: /details of the order$/ })
    .click();
  const panel = page.getByRole('dialog');
  await expect(panel.getByText('Order declined.')).toBeVisible();
  await panel.getByText(/^Ledger entries/).click();
  await expect(panel.getByText('Coins given back from an order')).toBeVisible();
  for (const [button, ending] of [
    ['PDF and JSON', 'zip'],
    ['Only the PDF', 'pdf'],
    ['Only the JSON', 'json'],
  ] as const) {
    const file = page.waitForEvent('download');
    await panel.getByRole('button', { name: button }).click();
    expect((await file).suggestedFilename()).toBe(`evidence-${first.id}.${ending}`);
  }
  // Back closes it, and leaves the list as it was.
  await page.goBack();
  await expect(panel).toHaveCount(0);
  await expect(rows).toHaveCount(3);
});

test('[S2] a list that was asked for before a decision and comes after it does not show the order undecided again', async ({
  page,
  product,
}) => {
  const { place, open } = await deskOf(page, product);
  await place('23.5');
  await open();
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row').filter({ hasText: '23.5 USDT' });
  await expect(row.getByRole('button', { name: /^Approve/ })).toBeVisible();
  const isList = (request: Request): boolean => new URL(request.url()).pathname === '/api/order/admin';
  const ended = Promise.race([
    page.waitForEvent('requestfailed', isList),
    page.waitForEvent('requestfinished', isList),
  ]);
  let letGo: () => void = () => undefined;
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  // The first list is as it was when it was asked for; later ones do not come.
  const isAsked = new Promise<void>((resolve) => {
    let count = 0;
    void stub(page, 'GET', '/order/admin', async (request) => {
      count += 1;
      if (count > 1) return;
      const old = Object(await request.serverAnswer());
      resolve();
      await isLetGo;
      await answering(200, old)(request);
    });
  });
  await place('24.5');
  await isAsked;
  await row.getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve order' }).click();
  await expect(page.getByText(/^Approved: /)).toBeVisible();
  letGo();
  await ended;
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  expect(await row.textContent()).toContain('Approved');
});

test('[S2] clean orders are approved together as they were seen, one that another decided on is left out, and who else looks is shown', async ({
  page,
  product,
}) => {
  test.slow();
  const customer = await newCustomer(product);
  const token = await adminToken(product.call);
  const funded = async (amount: string) => {
    const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount });
    await payAndMine(product, order);
    return orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  };
  const [first, second, third] = [await funded('11'), await funded('12'), await funded('13')];
  const looker = { orderId: second.id, adminId: first.id, by: 'Ada Obi', since: new Date().toISOString() };
  await stub(page, 'GET', '/admin/presence', answering(200, { data: [looker] }));
  await page.setViewportSize({ width: 1440, height: 900 });
  await signedIn(page, token);
  await page.goto(
    `${product.origin}/admin/dashboard?tab=orders&sort=oldest&search=${encodeURIComponent(customer.email)}`,
  );
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await expect(rows).toHaveCount(4);
  await expect(rows.nth(2)).toContainText('Ada Obi looks at it');
  // What it is weighed by stands in its row, and with the points in its panel.
  await expect(rows.nth(1)).toContainText('First payout');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await page.keyboard.press('j');
  await page.keyboard.press('x');
  await expect(page.getByText(/^2 orders, .* chosen$/)).toBeVisible();
  await page.keyboard.press('Shift+A');
  const dialog = page.getByRole('dialog', { name: /^Approve these 2 orders/ });
  await expect(dialog).toContainText('11 USDT');
  expect(await axeFindings(page)).toEqual([]);
  // Another officer decides on one of them meanwhile.
  await product.call(endpoints.adminOrders.decide, {
    token,
    params: { id: second.id },
    body: { status: 'declined', reason: 'A sample reason' },
  });
  await expect(page.getByText('Something has changed since you looked. Nothing was done.')).toBeVisible();
  await page.getByRole('button', { name: 'Show them as they are now' }).click();
  await page.getByRole('button', { name: /^Approve 1 order, / }).click();
  await expect(page.getByText('1 of 1 approved')).toBeVisible();
  const status = async (id: string) =>
    (await product.call(endpoints.evidence.read, { token, params: { id } })).data.order.status;
  expect([await status(first.id), await status(second.id), await status(third.id)]).toEqual([
    'approved',
    'declined',
    'pending',
  ]);
  await page
    .getByRole('button', { name: /details of the order$/ })
    .nth(2)
    .click();
  await expect(page.getByText('It would be the customer’s first payout.')).toBeVisible();
});

test('[S2] [S3] nothing that is chosen, decided or shown moves a row, also at 200 %, where several are approved together too', async ({
  page,
  product,
}) => {
  test.slow();
  const { customer, token, place, open } = await deskOf(page, product);
  const funded = async (amount: string) => {
    const order = await place(amount);
    await payAndMine(product, order);
    return orderWhere(product, customer.token, order.id, 'funded', ({ funding }) => funding === 'funded');
  };
  const orders = [await funded('14'), await funded('15')];
  // A window of 1440 px at 200 %.
  await page.setViewportSize({ width: 720, height: 450 });
  await open();
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  const places = () => rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top + scrollY));
  await expect(rows).toHaveCount(3);
  const narrow = await places();
  await page
    .getByLabel(/^Choose the order/)
    .first()
    .check();
  await expect(page.getByText(/^1 order, .* chosen$/)).toBeVisible();
  expect(await places()).toEqual(narrow);
  await page.getByRole('button', { name: 'Approve them' }).click();
  await expect(page.getByRole('dialog', { name: 'Approve this order?' })).toContainText('15 USDT');
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole('button', { name: 'Clear' }).click();
  const wide = await places();
  for (const { id } of orders) {
    const body = { status: 'declined', reason: 'A sample reason' } as const;
    await product.call(endpoints.adminOrders.decide, { token, params: { id }, body });
  }
  await expect(page.getByLabel(/^Choose/)).toHaveCount(0);
  expect(await places()).toEqual(wide);
  await place('16');
  await expect(page.getByText('1 new')).toBeVisible();
  expect(await places()).toEqual(wide);
  await page.keyboard.press('r');
  await expect(rows).toHaveCount(4);
  await expect(page.getByText('1 new')).toHaveCount(0);
});

test('[S2] [D-4] a decision whose answer was lost is not called unsaved any more once the server shows it', async ({
  page,
  product,
}) => {
  const { token, place, open } = await deskOf(page, product);
  const { id } = await place('17');
  await open();
  const row = page.getByRole('table', { name: 'Orders' }).getByRole('row').filter({ hasText: '17 USDT' });
  await expect(row).toBeVisible();
  // As from a proxy whose server restarts once it has decided.
  await stub(page, 'PUT', `/order/${id}`, async (request) => {
    await product.call(endpoints.adminOrders.decide, { token, params: { id }, body: { status: 'approved' } });
    await answering(503)(request);
  });
  const letGo = await hold(page, 'GET', `/order/${id}`);
  await stub(page, 'GET', '/order/admin', cutOff);
  await row.getByRole('button', { name: /^Approve/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Approve order' }).click();
  const unsaved = page.getByRole('alert').filter({ hasText: 'Not saved on the server' });
  await expect(unsaved).toContainText('We do not know whether it was saved.');
  await expect(row).toContainText('Not saved');
  letGo(passOn);
  await expect(unsaved).toHaveCount(0);
  await expect(row).toContainText('Approved');
  await expect(row).not.toContainText('Not saved');
});

test('[S3] a list that an officer has named comes back with one press and from the palette, until it is removed', async ({
  page,
  product,
}) => {
  await signedIn(page, await adminToken(product.call));
  await page.goto(`${product.origin}/admin/dashboard?tab=orders&network=solana&from=1000000&sort=oldest`);
  const lists = page.getByRole('navigation', { name: 'Lists of orders' });
  await lists.getByRole('button', { name: 'Name this list' }).click();
  const dialog = page.getByRole('dialog', { name: 'Name this list' });
  await dialog.getByLabel('Name', { exact: true }).fill('Held');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('The desk has a list of this name already.')).toBeVisible();
  await dialog.getByLabel('Name', { exact: true }).fill('Large Solana');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  const own = lists.getByRole('button', { name: 'Large Solana' });
  await expect(own).toHaveAttribute('aria-current', 'true');
  await lists.getByRole('button', { name: 'Today' }).click();
  await expect(own).not.toHaveAttribute('aria-current');
  // A browser that knows nothing but the session has it too.
  await page.evaluate((token) => {
    const kept = localStorage.getItem(token) ?? '';
    localStorage.clear();
    localStorage.setItem(token, kept);
  }, TOKEN_STORAGE_KEY);
  await page.reload();
  await own.click();
  await expect(page).toHaveURL(/tab=orders&(?=.*network=solana)(?=.*from=1000000)(?=.*sort=oldest)(?!.*date)/);
  await page.goto(`${product.origin}/admin/reports`);
  await page.getByRole('button', { name: /^Find a page/ }).focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: 'Find a page, action or order' }).fill('large sol');
  await page.getByRole('option', { name: /large solana/ }).click();
  await expect(own).toHaveAttribute('aria-current', 'true');
  await lists.getByRole('button', { name: 'Remove this list' }).click();
  await expect(own).toHaveCount(0);
});

test('[S3] the orders of a status are counted by themselves, and a search that was cut says so', async ({
  page,
  product,
}) => {
  const counts = { toReview: 0, toReviewKobo: '0', oldestToReview: null, troubled: 0, undecided: 0 };
  const none = { pending: 0, processing: 0, approved: 0, declined: 0 };
  await stub(page, 'GET', '/order/admin/counts', ({ url, answer }) => {
    const pending = url.searchParams.get('status') === 'pending' ? 384 : 12;
    const isSearchCut = url.searchParams.has('search');
    const body = JSON.stringify({ data: { ...counts, byStatus: { ...none, pending }, isSearchCut } });
    return answer({ status: 200, body, headers: { 'content-type': 'application/json' } });
  });
  await signedIn(page, await adminToken(product.call));
  const desk = `${product.origin}/admin/dashboard?tab=orders&status=pending&currency=ETH`;
  await page.goto(desk);
  await expect(page.getByText('384 orders found, page 1 of 39')).toBeVisible();
  await page.goto(`${desk}&search=sample`);
  await expect(page.getByText('384 orders found among the newest that match, page 1 of 39')).toBeVisible();
});
