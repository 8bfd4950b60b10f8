// The page shows what happened, always as text, and its forms act like the control calls.
import { type ChainlessSandbox, startChainless } from '@kobogate/testkit/sandbox/server.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let sandbox: ChainlessSandbox;
beforeAll(async () => {
  sandbox = await startChainless();
});
afterAll(() => sandbox.close());

const page = async (path = '/') => (await fetch(sandbox.server.base + path)).text();
const submit = (action: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${sandbox.server.base}/page/${action}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    redirect: 'manual',
    headers,
  });

test('text from outside is shown as text, and no script can run', async () => {
  const evil = '<script>alert(1)</script>';
  sandbox.world.mailbox.add({
    to: evil,
    from: evil,
    subject: evil,
    text: `Your code\n\n4821\n\nNot this one: 5000 ${evil}`,
    html: evil,
    receivedAt: '2026-01-01T00:00:00Z',
  });
  sandbox.world.banks.tellOfAccount({ bankCode: '000013', accountNumber: '0123456785', accountName: evil });
  const markup = await page(`/?done=${encodeURIComponent(evil)}`);
  expect(markup).not.toContain('<script');
  expect(markup).toContain('&lt;script&gt;alert(1)');
  expect(markup).toContain('<span class="code">4821</span>');
  const policy = (await fetch(sandbox.server.base)).headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
});

test('a form does what its control call does and leads back to the page, which confirms it', async () => {
  const done = await submit('account', { bankCode: '000014', accountNumber: '0690000040', accountName: 'BISI ADE' });
  expect(done.status).toBe(303);
  expect(sandbox.world.banks.accountName('000014', '0690000040')).toBe('BISI ADE');
  expect(await page(done.headers.get('location') ?? '')).toContain('The bank knows 0690000040 as BISI ADE now.');
  const failed = await submit('rate', { asset: 'XRP', ngn: '1' });
  expect(await page(failed.headers.get('location') ?? '')).toContain('There is no asset XRP');
});

test('a form that another site posts, or that the page does not have, changes nothing', async () => {
  const foreign = await submit(
    'behaviour',
    { provider: 'budpay', next: 'fail', times: '9' },
    { origin: 'http://evil.test' },
  );
  expect(foreign.status).toBe(400);
  expect(sandbox.world.behaviours.current('budpay').next).toBe('success');
  expect((await submit('constructor', {})).status).toBe(400);
});
