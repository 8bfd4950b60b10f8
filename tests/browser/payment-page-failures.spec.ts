// Whatever the payment API answers, the payer's page shows the specified words; the API may be another
// server, which is called without a token and accepted only in the contract's form.
import { randomUUID } from 'node:crypto';
import { endpoints, TEXTS } from '@kobogate/contract';
import { sampleLink } from '@kobogate/testkit/payer/samples.ts';
import { expect, test } from '../support/fixtures.ts';
import { createLink } from '../support/payer.ts';
import { adminToken } from '../support/people.ts';
import { type Product, startProduct, WITHOUT_WATCHERS } from '../support/product.ts';
import { startStubPaymentApi, type StubPaymentApi } from '../support/stub-payment-api.ts';

let api: StubPaymentApi;
let running: Product;

test.beforeAll(async () => {
  api = await startStubPaymentApi();
  running = await startProduct({ environment: async () => ({ ...WITHOUT_WATCHERS, PAYMENT_API_URL: `${api.base}/` }) });
});
test.afterAll(async () => {
  await running.stop();
  api.stop();
});

const link = sampleLink({ name: 'Elsewhere' });

for (const [what, answer, sentence] of [
  ['no words', { status: 500, body: {} }, null],
  ['the server’s words', { status: 503, body: { message: 'We are closed today.' } }, 'We are closed today.'],
  ['no connection', 'cut-off', null],
  ['another form than agreed', { status: 200, body: { data: { name: 7 } } }, null],
] as const) {
  test(`[A-15] [G-1] a payment link that fails to load with ${what}: the fixed text, and a Retry that reloads`, async ({
    page,
  }) => {
    api.answer = answer;
    await page.goto(`${running.origin}/custom-payment/${link.id}`);
    const alert = page.getByRole('alert');
    await expect(alert.getByText(TEXTS.paymentLoadFailed, { exact: true })).toBeVisible();
    if (sentence !== null) await expect(alert).toContainText(sentence);
    api.answer = { status: 200, body: { data: link } };
    await page.evaluate(() => document.documentElement.setAttribute('data-not-reloaded', 'true'));
    await page.getByRole('link', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elsewhere');
    await expect(page.locator('html')).not.toHaveAttribute('data-not-reloaded');
  });
}

test('[A-15] [B-11] [G-1] where there is no link, it says so', async ({ page, product }) => {
  api.answer = { status: 200, body: { data: null } };
  await page.goto(`${running.origin}/custom-payment/${link.id}`);
  await expect(page.getByText(TEXTS.noPaymentData, { exact: true })).toBeVisible();
  for (const path of [randomUUID(), 'no-such-link', `${randomUUID()}/payments/${randomUUID()}`]) {
    const answer = await page.goto(`${product.origin}/custom-payment/${path}`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByText(TEXTS.noPaymentData, { exact: true })).toBeVisible();
  }
});

for (const [code, status, says, next] of [
  ['link-expired', 410, 'Lokacin wannan hanyar biyan kuɗi ya ƙare', 'Lokacin biya ta wannan hanya ya wuce'],
  ['link-used', 409, 'An riga an biya ta wannan hanyar biyan kuɗi', 'da fatan kada a sake biya'],
  ['link-inactive', 404, 'An kashe wannan hanyar biyan kuɗi', 'Wanda ya yi ta ya kashe ta'],
] as const) {
  test(`[B-11] a ${code} says so and what to do next, in the payer’s language, without a script, and with a status of its own`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ locale: 'ha-NG', javaScriptEnabled: false });
    const page = await context.newPage();
    api.answer = { status: code === 'link-inactive' ? 404 : 409, body: { message: 'In English.', code } };
    const answer = await page.goto(`${running.origin}/custom-payment/${link.id}`);
    expect(answer?.status()).toBe(status);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(says);
    await expect(page.getByRole('main')).toContainText(next);
    await expect(page.getByRole('main')).not.toContainText('In English.');
    await context.close();
  });
}

test('[B-11] a link that its merchant switches off is told apart from one that never existed', async ({ product }) => {
  const linkId = await createLink(product, { amount: '25000', coins: ['USDT'] });
  const token = await adminToken(product.call);
  await product.call(endpoints.paymentLinks.deactivate, { params: { id: linkId }, token });
  const answer = await fetch(`${product.origin}/custom-payment/${linkId}?lang=en`);
  expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('switched off')]);
});

test('[F-11] the payment API may be another one: it is asked, without a token, and its pictures are shown', async ({
  page,
}) => {
  api.answer = {
    status: 200,
    body: { data: { ...link, profileImage: '/pictures/1', bannerImage: 'javascript:alert(1)' } },
  };
  api.asked.length = 0;
  await page.addInitScript(() => localStorage.setItem('kobogate_token', 'a-token'));
  const answer = await page.goto(`${running.origin}/custom-payment/any-id`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Elsewhere');
  expect(api.asked[0]).toBe('GET /pay/api/payment-links/user/any-id no token');
  const policy = answer?.headers()['content-security-policy'] ?? '';
  expect(policy).toContain(`connect-src 'self' ${new URL(api.base).origin}`);
  await expect(page.locator('[data-picture=profile] img')).toHaveAttribute(
    'src',
    `${new URL(api.base).origin}/pictures/1`,
  );
  await expect(page.locator('[data-picture=banner] img')).toHaveCount(0);
});

test('[F-11] a page of another origin may read a link, and nothing that needs a session', async ({ product }) => {
  const preflight = await fetch(`${product.apiBase}/payment-links/user/${link.id}`, {
    method: 'OPTIONS',
    headers: { origin: 'https://other.example', 'access-control-request-method': 'GET' },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
  expect(preflight.headers.get('access-control-allow-headers')).not.toContain('authorization');
  for (const path of ['/payment-links', '/user', '/wallet/supported-coins']) {
    const answer = await fetch(product.apiBase + path, { headers: { origin: 'https://other.example' } });
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  }
});
