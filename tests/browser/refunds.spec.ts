// A refund takes two people: its owner asks with a proof, an administrator sees the whole address and approves.
import { endpoints } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { adminToken, PASSWORD, signUp } from '../support/people.ts';
import { CONFIRMATIONS } from '../support/product.ts';
import { signedIn } from '../support/stubs.ts';
import { eventually } from '../support/wait.ts';

const PAYEE = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

test('[D10] a customer asks for coins back, an administrator approves, and both see its state', async ({
  page,
  context,
  product,
}) => {
  const { call, sandbox } = product;
  const { token, email } = await signUp(product);
  const { data: wallet } = await call(endpoints.wallets.create, {
    token,
    params: { currency: 'USDT' },
    query: { network: 'polygon' },
  });
  await sandbox.pay('polygon', 'USDT', wallet.depositAddress, '12.5');
  await sandbox.mine('polygon', CONFIRMATIONS);
  await eventually('the coins are in the balance', async () => {
    const { data } = await call(endpoints.wallets.list, { token });
    return data[0]?.balance === '12.5';
  });

  await signedIn(page, token);
  await page.goto(`${product.origin}/account/wallets`);
  await page.getByRole('button', { name: 'Send coins back' }).click();
  const form = page.getByRole('form', { name: 'Send coins back' });
  await form.getByRole('button', { name: /^All of it/ }).click();
  await expect(page.getByText('The address gets 12.4 USDT')).toBeVisible();
  await form.getByLabel('Address on Polygon').fill(PAYEE.replace('94', '95'));
  await page.getByRole('button', { name: 'Ask for the refund' }).click();
  await expect(page.getByRole('alert')).toContainText('Please enter your password');
  await form.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Ask for the refund' }).click();
  await expect(page.getByRole('alert')).toContainText('typing error');
  await form.getByLabel('Address on Polygon').fill(PAYEE);
  await page.getByRole('button', { name: 'Ask for the refund' }).click();
  const row = page.getByRole('list', { name: 'Your refunds' }).getByRole('listitem');
  await expect(row).toContainText('12.5 USDT on Polygon');
  await expect(row).toContainText('Asked for');

  const desk = await context.browser()?.newPage();
  if (desk === undefined) throw new Error('there is no browser');
  await signedIn(desk, await adminToken(call));
  await desk.goto(`${product.origin}/admin/refunds`);
  const asked = desk.getByRole('row').filter({ hasText: email });
  await asked.getByRole('button', { name: /^Approve/ }).click();
  await expect(desk.getByRole('dialog')).toContainText(PAYEE);
  await expect(desk.getByRole('dialog')).toContainText(/Worth ₦[\d,]+\.\d\d/);
  await desk.getByRole('button', { name: 'Approve refund' }).click();
  await expect(asked).toContainText('Approved');
  await expect(asked.getByRole('button', { name: /^Approve/ })).toHaveCount(0);
  // On the person's page too, where older ones are found.
  await asked.getByRole('link', { name: 'Sample Person' }).click();
  await expect(desk.getByRole('region', { name: 'Refunds' })).toContainText('12.5 USDT');
  await desk.close();
  await page.reload();
  await expect(row).toContainText('Approved');
});
