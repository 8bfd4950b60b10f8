// A merchant makes a payment link with pictures, shares it, finds it again, changes, copies and switches it off; a
// failure is shown where it happens, and nothing that was typed is lost.
import { endpoints } from '@kobogate/contract';
import { interceptNothing } from '../support/intercept.ts';
import { linkAddress, PIXEL } from '../support/payer.ts';
import { adminToken, signUp } from '../support/people.ts';
import type { Product } from '../support/product.ts';
import { answering, holdStream, signedIn, stub } from '../support/stubs.ts';
import { expect, test } from '../support/fixtures.ts';

/** Links are on offer, also where the default is off. */
async function offerLinks({ call }: Product): Promise<void> {
  const token = await adminToken(call);
  const { switches } = (await call(endpoints.settings.read, { token })).data;
  if (switches.value.paymentLinks) return;
  const body = { version: String(switches.version), value: { ...switches.value, paymentLinks: true } };
  await call(endpoints.settings.saveSwitches, { token, body });
}

test('[C-9] [F4] create with pictures, share, search, edit, duplicate, switch off and on', async ({
  page,
  product,
}) => {
  await offerLinks(product);
  const { token } = await signUp(product);
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/payment-link`);
  await expect(page.getByText('No payment links yet')).toBeVisible();
  // Of a merchant without a payout account.
  await expect(page.getByText('Your links can’t be paid yet')).toBeVisible();
  await page.getByRole('link', { name: 'New payment link' }).click();

  await page.getByRole('button', { name: 'Create link' }).click();
  await expect(page.getByText('Please give the link a name')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.getByLabel('Name', { exact: true }).fill('<b>Ada’s</b> Sample Bakery');
  await page.getByLabel('Purpose').fill('Two trays of small chops');
  await page.getByLabel('Amount', { exact: true }).fill('50');
  await page.getByLabel('Bitcoin (BTC)').uncheck();
  await page.getByLabel('USDT on Polygon').uncheck();
  const [banner, profile] = [page.locator('input[type=file]').first(), page.locator('input[type=file]').last()];
  await banner.setInputFiles({ name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('<svg/>') });
  await expect(page.getByRole('alert')).toContainText('Please choose a JPEG, a PNG or a WebP');
  const picture = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from(PIXEL, 'base64') };
  await banner.setInputFiles(picture);
  await expect(page.getByAltText('Banner, as payers see it')).toBeVisible();
  await profile.setInputFiles(picture);
  await expect(page.getByAltText('Profile picture, as payers see it')).toBeVisible();
  await page.getByRole('button', { name: 'Create link' }).click();
  // The limits are the operator's, which other tests of this product change.
  await expect(page.getByRole('alert')).toContainText(/^Please enter an amount from ₦[\d,]+\.00 to ₦[\d,]+\.00/);
  await page.getByLabel('Amount', { exact: true }).fill('25000.50');
  await expect(page.getByRole('alert')).toBeHidden();
  await page.getByRole('button', { name: 'Create link' }).click();

  const share = page.getByRole('dialog', { name: /^Share <b>Ada’s<\/b> Sample Bakery/ });
  await expect(share.getByRole('img', { name: /^QR code/ })).toBeVisible();
  const id = /payment-link\/([\w-]{36})$/.exec(page.url())?.[1] ?? '';
  const address = linkAddress(product, id);
  await expect(share.getByText(address)).toBeVisible();
  await expect(share.getByRole('link', { name: 'Open page' })).toHaveAttribute('href', address);
  await expect(share.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
    'href',
    /^https:\/\/wa\.me\/\?text=.*custom-payment/,
  );
  await expect(share.getByRole('link', { name: 'E-mail' })).toHaveAttribute('href', /^mailto:\?subject=/);
  await share.getByRole('button', { name: 'Close' }).click();
  await expect(page.getByText('No payments yet')).toBeVisible();
  const { data: shown } = await product.call(endpoints.paymentLinks.getPublic, { params: { id } });
  expect(shown).toMatchObject({ amount: '25000.50', coins: expect.not.arrayContaining(['BTC']) });
  expect(shown?.networks.filter(({ currency }) => currency === 'USDT').map(({ network }) => network)).not.toContain(
    'polygon',
  );
  expect(shown?.bannerImage).toMatch(/^\/api\/images\//);

  await page.getByRole('link', { name: 'Edit', exact: true }).click();
  await page.getByLabel('Purpose').fill('Three trays of small chops');
  await page.getByRole('button', { name: 'Save link' }).click();
  await expect(page.getByText('Three trays of small chops')).toBeVisible();
  await page.getByRole('link', { name: 'Duplicate' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Second Sample Shop');
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Second Sample Shop');
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('Switched off', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Switch on' }).click();
  await expect(page.getByText('Active', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Switch off' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click();
  await expect(page.getByText('Switched off', { exact: true })).toBeVisible();

  await page.getByRole('link', { name: 'Payment links', exact: true }).click();
  const rows = page.getByRole('table', { name: 'Payment links' }).getByRole('row');
  await expect(rows).toHaveCount(3);
  await page.getByLabel('Search').fill('SECOND');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('Switched off');
  await page.getByLabel('Search').fill('');
  await page.getByLabel('State').selectOption('active');
  await expect(rows).toHaveCount(2);
  await expect(rows.last()).toContainText('Ada’s');
  await page.getByLabel('Search').fill('nothing of the kind');
  await expect(page.getByText('No links found')).toBeVisible();
});

test('[C-9] a link that was changed in the meantime is not saved over, and one that does not load can be tried again', async ({
  page,
  product,
}) => {
  await offerLinks(product);
  const { token } = await signUp(product);
  const link = { name: 'Sample', purpose: 'Bread', amount: '2500', coins: ['USDT' as const] };
  const { data } = await product.call(endpoints.paymentLinks.create, { token, body: link });
  const params = { id: data.id };
  await signedIn(page, token);
  await page.goto(`${product.origin}/account/payment-link/${data.id}/edit`);
  await page.getByLabel('Purpose').fill('Typed here');
  const body = { ...link, purpose: 'Changed elsewhere', version: String(data.version) };
  await product.call(endpoints.paymentLinks.update, { token, params, body });
  await page.getByRole('button', { name: 'Save link' }).click();
  await expect(page.getByRole('alert')).toContainText('was changed in the meantime');
  await expect(page.getByLabel('Purpose')).toHaveValue('Typed here');
  expect((await product.call(endpoints.paymentLinks.getOwn, { token, params })).data.purpose).toBe('Changed elsewhere');

  const letStreamGo = await holdStream(page);
  await stub(page, 'GET', '/payment-links', answering(422, { message: 'The list is not there.' }));
  await page.goto(`${product.origin}/account/payment-link`);
  await expect(page.getByRole('alert')).toContainText('The list is not there.');
  await interceptNothing(page);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'Sample', exact: true })).toBeVisible();
  letStreamGo();
});
