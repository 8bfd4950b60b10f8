import { fileURLToPath } from 'node:url';
import type { PaymentPage, PaymentPageContent, PaymentPageView } from '@kobogate/contract';
import { sampleLink } from '@kobogate/testkit/payer/samples.ts';
import type { Page } from '@playwright/test';
import { intercept } from './intercept.ts';
import { answering, cutOff, stub } from './stubs.ts';

const RENDERER = fileURLToPath(new URL('../../apps/web/dist/render/payment.mjs', import.meta.url));

/** The payer's page of the web's build. */
export const loadPayerPage = async (): Promise<PaymentPage> =>
  ((await import(RENDERER)) as { paymentPage: PaymentPage }).paymentPage;

/** The address of the sample link's page. */
export const PAYER_PATH = `/custom-payment/${sampleLink().id}`;

/**
 * Shows the payer's page in any state in place of the server's page of the sample link, with the policy that
 * the server sends; the payment API answers by the state.
 */
export async function stubPayerPage(
  page: Page,
  content: PaymentPageContent,
  more: Partial<PaymentPageView> = {},
): Promise<void> {
  const payerPage = await loadPayerPage();
  const view = {
    language: 'en',
    linkId: sampleLink().id,
    kept: '',
    apiBase: '/api',
    preview: null,
    content,
    ...more,
  } as const;
  const policy = [
    "default-src 'none'",
    `script-src 'self' ${payerPage.inline.scripts.join(' ')}`,
    `style-src 'self' ${payerPage.inline.styles.join(' ')}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ');
  if (content.kind === 'payment') {
    await stub(page, 'GET', `/payments/${content.payment.id}/public`, answering(200, { data: content.payment }));
    await stub(page, 'GET', `/payments/${content.payment.id}/events`, cutOff);
  }
  await intercept(
    page,
    ({ url }) => url.pathname.startsWith(PAYER_PATH),
    ({ url, answer }) =>
      answer({
        status: 200,
        body: url.searchParams.has('part') ? payerPage.renderPart(view) : payerPage.render(view),
        headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy },
      }),
  );
}
