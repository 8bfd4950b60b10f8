// An officer's hour on the built product, all of it real: three pages of orders decided by keyboard alone, one of whose payees the bank
// denies, one that a colleague decides in between, one approval and one decline taken back and given again; what arrives
// in between moves no row, and in the end each order was paid once, as it was decided.
import { endpoints, type Order } from '@kobogate/contract';
import { type Customer, newCustomer, orderWhere, placeOrder } from '../support/customer.ts';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { adminToken, newColleague, signUp } from '../support/people.ts';
import { CONFIRMATIONS, type Product, startProduct } from '../support/product.ts';
import { hold, passOn, signedIn } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';
import { axeFindings } from '../screens/findings.ts';

const ORDERS = 24;
const OF_EACH = 8;
const DESK = '/admin/dashboard?tab=orders&status=pending&coins=arrived&sort=oldest';
/** The places in the list of what is not plainly approved. */
const DENIED = 2;
const TAKEN_BACK = 7;
const ARRIVAL = 11;
const DECLINED = 14;
const COLLEAGUES = 18;

let product: Product;
test.beforeAll(async () => {
  product = await startProduct();
});
test.afterAll(() => product.stop());

type Owner = Pick<Customer, 'token'>;

/** A customer whose payout account is, by the bank, somebody else's. */
async function deniedCustomer(): Promise<Owner> {
  const { call, sandbox } = product;
  const { token } = await signUp(product);
  const { data: banks } = await call(endpoints.bankAccounts.listBanks, { token });
  const [bank] = banks;
  if (bank === undefined) throw new Error('there is no bank');
  const account = { accountNumber: '0690000031', accountName: 'JOHN DOE ENTERPRISES', bankCode: bank.bank_code };
  await sandbox.tellOfAccount(account);
  const body = { accountNumber: account.accountNumber, bankName: bank.bank_name, accountName: 'Sample Person' };
  await call(endpoints.bankAccounts.save, { token, body });
  return { token };
}

async function placed({ token }: Owner, amount: string): Promise<Order> {
  const order = await placeOrder(product, token, { currency: 'USDT', network: 'bsc', amount });
  await product.sandbox.pay('bsc', 'USDT', order.depositAddress, order.missingAmount);
  return order;
}

async function untilFunded(orders: readonly { order: Order; owner: Owner }[]): Promise<void> {
  await product.sandbox.mine('bsc', CONFIRMATIONS);
  for (const { order, owner } of orders)
    await orderWhere(product, owner.token, order.id, 'funded', ({ funding }) => funding === 'funded');
}

test('[S1] [S2] [S3] three pages of orders, by keyboard alone', async ({ page }) => {
  test.slow();
  const { call, origin, apiBase } = product;
  const placedOrders: { order: Order; owner: Owner }[] = [];
  let owner: Owner = await newCustomer(product);
  for (let place = 0; place < ORDERS; place += 1) {
    if (place % OF_EACH === 0 && place > 0) owner = await newCustomer(product);
    const of = place === DENIED ? await deniedCustomer() : owner;
    placedOrders.push({ owner: of, order: await placed(of, `${20 + place}.25`) });
  }
  await untilFunded(placedOrders);
  const token = await adminToken(call);
  const colleague = await newColleague(product, token);
  const orderAt = (place: number): Order => {
    const found = placedOrders[place]?.order;
    if (found === undefined) throw new Error(`no order ${place}`);
    return found;
  };
  const statusOf = async (id: string) =>
    (await call(endpoints.evidence.read, { token, params: { id } })).data.order.status;

  await page.setViewportSize({ width: 1440, height: 900 });
  await signedIn(page, token);
  await page.goto(`${origin}${DESK}`);
  const rows = page.getByRole('table', { name: 'Orders' }).getByRole('row');
  await expect(page.getByText(`${ORDERS} orders found`)).toBeVisible();
  await expect(rows).toHaveCount(11);
  for (const height of await rows.evaluateAll((all) => all.slice(1).map((row) => row.getBoundingClientRect().height)))
    expect(Math.round(height)).toBeLessThanOrEqual(57);

  const panelOf = (order: Order) => page.getByRole('complementary').filter({ hasText: order.id });
  const rowOf = (order: Order) => rows.filter({ has: page.locator(`[data-order="${order.id}"]`) });
  const dialog = page.getByRole('dialog', { name: 'Approve this order?' });
  const ask = async (order: Order): Promise<void> => {
    await expect(panelOf(order)).toBeVisible();
    await page.keyboard.press('a');
    await expect(dialog).toContainText(`${order.fromAmount} USDT`);
  };
  const decline = async (order: Order): Promise<void> => {
    await expect(panelOf(order)).toBeVisible();
    await page.keyboard.press('d');
    await expect(page.getByRole('dialog', { name: 'Decline this order?' })).toContainText(`${order.fromAmount} USDT`);
    await page.keyboard.press('Tab');
    await page.keyboard.type('A sample reason');
    await page.keyboard.press('Enter');
    await expect(rowOf(order)).toContainText('Declined');
  };
  const isTakenBack = async ({ id }: Order) => {
    const { data } = await call(endpoints.evidence.read, { token, params: { id } });
    return (data.order.status === 'pending' && data.decisions.length === 2) || undefined;
  };
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  // Beside the evidence each name is read whole.
  await expect(panelOf(orderAt(0))).toBeVisible();
  const names = rows.locator('[data-order] > :first-child');
  expect(await names.evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length)).toBe(0);

  for (const [place, { order, owner: orderedBy }] of placedOrders.entries()) {
    if (place === DECLINED) {
      // The first time by mistake: taken back before its answer is there, and its owner hears nothing of it.
      const letGo = await hold(page, 'PUT', `/order/${order.id}`);
      await decline(order);
      await page.keyboard.press('u');
      letGo(passOn);
      await eventually('the decline was taken back', () => isTakenBack(order));
      await expect(rowOf(order)).toContainText('To review');
      const { token: theirs } = orderedBy;
      const { data: mine } = await call(endpoints.orders.getConversion, { token: theirs, params: { id: order.id } });
      expect(mine).toMatchObject({ status: 'pending', declineReason: null });
      expect(mine.timeline.map(({ type }) => type)).not.toContain('declined');
      const { data: notices } = await call(endpoints.notifications.list, { token: theirs });
      expect(notices.filter(({ message }) => message.includes('was declined'))).toEqual([]);
      await page.keyboard.press('k');
      await decline(order);
      continue;
    }
    if (place === COLLEAGUES) {
      // A colleague's decision arrives first.
      const letGo = await hold(page, 'PUT', `/order/${order.id}`);
      await ask(order);
      await page.keyboard.press('Enter');
      const body = { status: 'declined', reason: 'A colleague knows more' } as const;
      await call(endpoints.adminOrders.decide, { token: colleague, params: { id: order.id }, body });
      letGo(passOn);
      await expect(page.getByText('Not decided')).toBeVisible();
      await expect(page.getByText(/This order is already declined\./)).toBeVisible();
      continue;
    }
    if (place === TAKEN_BACK) {
      // By a quick hand: before its answer is there.
      const letGo = await hold(page, 'PUT', `/order/${order.id}`);
      await ask(order);
      await page.keyboard.press('Enter');
      await expect(rowOf(order)).toContainText('Approved');
      await page.keyboard.press('u');
      letGo(passOn);
      await eventually('it was taken back', () => isTakenBack(order));
      continue;
    }
    if (place === DENIED) {
      // Nor without the screen.
      const refused = await send('PUT', `${apiBase}/order/${order.id}`, { token, body: { status: 'approved' } });
      expect(refused).toMatchObject({ status: 422, json: { code: 'reason-needed' } });
      await expect(rowOf(order)).toContainText('bank says');
      await expect(rowOf(order)).toContainText('JOHN DOE ENTERPRISES');
      await ask(order);
      await expect(dialog.getByLabel('To approve it, say why it may be paid')).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(dialog.getByText('Please give a reason.')).toBeVisible();
      expect(await axeFindings(page)).toEqual([]);
      expect(await statusOf(order.id)).toBe('pending');
      await page.keyboard.type('A letter is on file.');
    } else {
      await ask(order);
      await expect(dialog.getByRole('button', { name: 'Approve order' })).toBeFocused();
    }
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    if (place === ARRIVAL) {
      const before = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top));
      const late = { owner, order: await placed(owner, '99.75') };
      await untilFunded([late]);
      await expect(page.getByText(/1 new/)).toBeVisible();
      expect(await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().top))).toEqual(before);
    }
  }
  // Until its time to be taken back has ended, a decided order stands in a list that is loaded.
  const isCarriedOut = async ({ order: { id }, owner: { token: theirs } }: (typeof placedOrders)[number]) =>
    (await call(endpoints.orders.getConversion, { token: theirs, params: { id } })).data.status !== 'pending';
  await eventually('all but what was taken back are carried out', async () =>
    (await Promise.all(placedOrders.filter((_, place) => place !== TAKEN_BACK).map(isCarriedOut))).every(Boolean),
  );
  // What was taken back waits, before the one that came in between.
  await page.goto(`${origin}${DESK}`);
  await expect(rows).toHaveCount(3);
  await expect(rows.nth(2)).toContainText('99.75 USDT');
  await page.keyboard.press('j');
  await page.keyboard.press('Enter');
  await ask(orderAt(TAKEN_BACK));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  const ends = await eventually('all are decided', async () => {
    const found = await Promise.all(placedOrders.map(({ order }) => statusOf(order.id)));
    return found.filter((status) => status === 'approved').length === ORDERS - 2 && found;
  });
  expect([ends[DECLINED], ends[COLLEAGUES]]).toEqual(['declined', 'declined']);
  const { data: trail } = await call(endpoints.evidence.read, { token, params: { id: orderAt(DECLINED).id } });
  expect(trail.decisions.map(({ text }) => text)).toEqual([
    'Order declined.',
    'Took the decline of an order back.',
    'Order declined.',
  ]);
  const wanted = placedOrders
    .filter((_, place) => place !== DECLINED && place !== COLLEAGUES)
    .map(({ order }) => order.nairaKobo)
    .toSorted();
  await eventually('each is paid once', async () => {
    const paid = (await product.sandbox.transfers()).map(({ amountKobo }) => String(amountKobo)).toSorted();
    return JSON.stringify(paid) === JSON.stringify(wanted) || undefined;
  });
});
