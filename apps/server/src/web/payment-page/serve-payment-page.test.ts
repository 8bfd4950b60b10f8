// Every address of the payer's page answers with the right state and status, forms redirect to the payment's own
// address, and no input of an API or browser makes it fail in another way.
import type { LinkId, PaymentPage, PaymentPageView } from '@kobogate/contract';
import { sampleLink, samplePayment } from '@kobogate/testkit/payer/samples.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { DrawLinkPicture, DrawReceipt } from '../../books/index.ts';
import { createApiCaller, type ApiRequest, type ApiResponse } from '../ask-api.ts';
import { servePaymentPage } from './serve-payment-page.ts';

const GONE: ApiResponse = { status: 0, json: undefined };
let answers: Record<string, ApiResponse>;
let asked: ApiRequest[];
let http: FastifyInstance;

const EMPTY_RECEIPT = { language: 'en', company: '', customer: '', amount: '', notice: '', sections: [], foot: '' };
const page: PaymentPage = {
  inline: { styles: ["'sha256-x'"], scripts: [] },
  render: (view) => JSON.stringify(view),
  layOutReceipt: (payment, language) => ({ ...EMPTY_RECEIPT, title: `${language} ${payment.id}` }),
  renderPart: (view) => JSON.stringify({ ...view, isPart: true }),
};

async function start(drawn: PaymentPage = page, walletConnect: string | null = null): Promise<FastifyInstance> {
  const server = Fastify();
  const ask = createApiCaller(
    async (request) => {
      asked.push(request);
      return answers[`${request.method} ${request.path}`] ?? GONE;
    },
    () => undefined,
  );
  const drawLinkPicture: DrawLinkPicture = async ({ amount }) => new TextEncoder().encode(`PNG ${amount}`);
  const drawReceipt: DrawReceipt = async ({ title }) => Buffer.from(`%PDF ${title}`);
  await servePaymentPage(server, {
    page: drawn,
    ask,
    drawReceipt,
    drawLinkPicture,
    publicOrigin: 'https://pay.example',
    apiBase: '/api',
    walletConnect,
  });
  return server;
}

it('only with a project of the operator’s may the page reach WalletConnect, and it gets the project', async () => {
  const policyOf = async (server: FastifyInstance) => {
    const answer = await server.inject({ url: PAYMENT });
    return [String(answer.headers['content-security-policy']).includes('wss:'), answer.json().walletConnect];
  };
  expect(await policyOf(http)).toEqual([false, null]);
  const project = 'a'.repeat(32);
  const server = await start(page, project);
  expect(await policyOf(server)).toEqual([true, project]);
  await server.close();
});

const LINK_ID = sampleLink().id;
const PAYMENT_ID = samplePayment().id;
beforeEach(async () => {
  http = await start();
  asked = [];
  answers = {
    [`GET /payment-links/user/${LINK_ID}`]: { status: 200, json: { data: sampleLink() } },
    [`GET /payments/${PAYMENT_ID}/public`]: { status: 200, json: { data: samplePayment() } },
    [`POST /payment-links/${LINK_ID}/payments`]: { status: 201, json: { data: samplePayment() } },
    [`POST /payments/${PAYMENT_ID}/rate`]: { status: 200, json: { data: samplePayment() } },
    [`POST /payments/${PAYMENT_ID}/receipt`]: { status: 200, json: { message: 'Sent' } },
  };
});
afterAll(() => http.close());

const LINK = `/custom-payment/${LINK_ID}`;
const PAYMENT = `${LINK}/payments/${PAYMENT_ID}`;

async function get(url: string): Promise<{ status: number; view: PaymentPageView }> {
  const answer = await http.inject({ url });
  return { status: answer.statusCode, view: answer.json() };
}
async function post(url: string, form: Record<string, string> = {}) {
  const answer = await http.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: answer.statusCode, location: answer.headers.location, body: answer.body };
}

describe('a link’s page', () => {
  it('[A-14] offers the coins that can be paid, with the earlier choice', async () => {
    const { status, view } = await get(`${LINK}?currency=USDT&lang=ha`);
    expect(status).toBe(200);
    expect(view).toMatchObject({
      language: 'ha',
      kept: 'lang=ha',
      content: { kind: 'choosing', choice: { currency: 'USDT' } },
    });
  });

  it('has a picture for chats that tells its amount, which no link has that can’t be paid', async () => {
    const picture = await http.inject({ url: `${LINK}/picture.png` });
    expect([picture.statusCode, picture.headers['content-type'], picture.body]).toEqual([
      200,
      'image/png',
      'PNG ₦25,000.50',
    ]);
    expect((await get(LINK)).view.origin).toBe('https://pay.example');
    const open = sampleLink({ isAmountOpen: true, amount: '' });
    answers[`GET /payment-links/user/${LINK_ID}`] = { status: 200, json: { data: open } };
    expect((await http.inject({ url: `${LINK}/picture.png` })).body).toBe('PNG ');
    answers[`GET /payment-links/user/${LINK_ID}`] = { status: 404, json: { message: 'There is no such link.' } };
    expect((await http.inject({ url: `${LINK}/picture.png` })).statusCode).toBe(404);
  });

  it('holds the preview of its banner, of which its parts need no other, and does without where there is none', async () => {
    const bannerImage = `/api/images/${LINK_ID}`;
    const source = 'data:image/webp;base64,AAAA';
    answers[`GET /payment-links/user/${LINK_ID}`] = { status: 200, json: { data: sampleLink({ bannerImage }) } };
    answers[`GET /images/${LINK_ID}/preview`] = { status: 200, json: { data: { source } } };
    expect((await get(LINK)).view.preview).toBe(source);
    expect((await get(`${LINK}?part=main`)).view.preview).toBeNull();
    expect((await get(PAYMENT)).view.preview).toBeNull();
    // Another payment API may answer with anything.
    for (const wrong of ['data:text/html,x', 'https://elsewhere.example/x.webp']) {
      answers[`GET /images/${LINK_ID}/preview`] = { status: 200, json: { data: { source: wrong } } };
      expect((await get(LINK)).view.preview).toBeNull();
    }
    answers[`GET /images/${LINK_ID}/preview`] = { status: 404, json: { message: 'x' } };
    expect(await get(LINK)).toMatchObject({ status: 200, view: { preview: null } });
  });

  it('picks the only coin automatically', async () => {
    const networks = [{ currency: 'BTC', network: 'mainnet', networkName: 'Bitcoin mainnet' }];
    answers[`GET /payment-links/user/${LINK_ID}`] = { status: 200, json: { data: sampleLink({ networks }) } };
    expect((await get(LINK)).view.content).toMatchObject({ choice: { currency: 'BTC' } });
  });

  it.each([
    [{ status: 404, json: { message: 'x' } }, 404, { kind: 'nothing' }],
    [{ status: 400, json: { message: 'x' } }, 404, { kind: 'nothing' }],
    [{ status: 200, json: { data: null } }, 404, { kind: 'nothing' }],
    [{ status: 409, json: { message: 'x' } }, 410, { kind: 'closed', reason: 'ended', link: null }],
    [{ status: 404, json: { code: 'link-inactive' } }, 404, { kind: 'closed', reason: 'inactive' }],
    [{ status: 409, json: { code: 'link-expired' } }, 410, { kind: 'closed', reason: 'expired' }],
    [{ status: 409, json: { code: 'link-used' } }, 409, { kind: 'closed', reason: 'used' }],
    [{ status: 200, json: { data: sampleLink({ state: 'used' }) } }, 409, { kind: 'closed', reason: 'used' }],
    [{ status: 503, json: { message: 'Down.' } }, 503, { kind: 'failed', sentence: 'Down.' }],
    [{ status: 500, json: { message: 'Down.', code: 'internal' } }, 503, { kind: 'failed', sentence: '' }],
    [{ status: 200, json: { data: {} } }, 503, { kind: 'failed', sentence: '' }],
  ])('[A-15] of an API that answers %j has the status %s', async (answer, status, content) => {
    answers[`GET /payment-links/user/${LINK_ID}`] = answer;
    const got = await get(LINK);
    expect(got.status).toBe(status);
    expect(got.view.content).toMatchObject(content);
    expect((await post(LINK, { currency: 'USDT', network: 'bsc' })).status).toBe(status);
    expect(asked.every(({ method }) => method === 'GET')).toBe(true);
  });
});

describe('opening a payment', () => {
  it('leads to its own address, and on to the wallet where that was chosen', async () => {
    const form = { key: 'a-sample-key', currency: 'USDT', network: 'bsc', amount: '' };
    expect(await post(`${LINK}?lang=yo&embed=1`, { ...form, next: 'wallet' })).toMatchObject({
      status: 303,
      location: `${PAYMENT}?lang=yo&embed=1#wallet`,
    });
    expect((await post(LINK, { ...form, next: 'address' })).location).toBe(PAYMENT);
    const [first, second] = asked.filter(({ method }) => method === 'POST');
    expect(first?.body).toBe(JSON.stringify({ currency: 'USDT', network: 'bsc' }));
    expect(first?.headers['idempotency-key']).toBe(second?.headers['idempotency-key']);
  });

  it('[A-16] opens nothing where a choice is missing, and says so', async () => {
    const { status, body } = await post(LINK, { currency: 'USDT' });
    expect(status).toBe(422);
    expect(JSON.parse(body).content).toMatchObject({
      trouble: { problem: 'pair-missing' },
      choice: { currency: 'USDT' },
    });
    expect(asked.map(({ method }) => method)).toEqual(['GET']);
  });

  it('takes an open amount of naira as people paste it, and one of coins in plain digits alone', async () => {
    const link = (amountCurrency: 'NGN' | 'USDT') => ({
      status: 200,
      json: { data: sampleLink({ isAmountOpen: true, amount: '', amountCurrency }) },
    });
    const form = { key: 'a-sample-key', currency: 'USDT', network: 'bsc' };
    answers[`GET /payment-links/user/${LINK_ID}`] = link('NGN');
    for (const amount of ['100,000', '₦100,000', 'NGN 100 000', '100000']) {
      expect((await post(LINK, { ...form, amount })).status).toBe(303);
      expect(JSON.parse(asked.at(-1)?.body ?? '')).toMatchObject({ amount: '100000' });
    }
    // However it is written, the same form opens one payment.
    expect(new Set(asked.flatMap(({ headers }) => headers['idempotency-key'] ?? [])).size).toBe(1);
    const malformed = { trouble: { problem: 'amount-malformed' }, choice: { amount: '1,5' } };
    expect(JSON.parse((await post(LINK, { ...form, amount: '1,5' })).body).content).toMatchObject(malformed);
    answers[`GET /payment-links/user/${LINK_ID}`] = link('USDT');
    const { status, body } = await post(LINK, { ...form, amount: '1,000' });
    expect(status).toBe(422);
    expect(JSON.parse(body).content).toMatchObject({ ...malformed, choice: { amount: '1,000' } });
  });

  it('asks for the merchant’s own fields, keeps what was typed, and hands it over under the keys of the link', async () => {
    const field = { key: 'size', label: 'Size', type: 'choice' as const, isRequired: true, choices: ['M', 'L'] };
    const note = { key: 'note', label: 'A note', type: 'text' as const, isRequired: false, choices: [] };
    answers[`GET /payment-links/user/${LINK_ID}`] = {
      status: 200,
      json: { data: sampleLink({ customFields: [field, note] }) },
    };
    const form = { key: 'a-sample-key', currency: 'USDT', network: 'bsc', 'field.note': ' Gate 3 ' };
    const networks = await post(LINK, { ...form, network: '', next: 'networks' });
    expect(networks.status).toBe(200);
    expect(JSON.parse(networks.body).content).toMatchObject({ values: { note: 'Gate 3' }, trouble: null });
    const missing = await post(LINK, form);
    expect(missing.status).toBe(422);
    expect(JSON.parse(missing.body).content).toMatchObject({
      values: { note: 'Gate 3' },
      trouble: { problem: 'fields-missing' },
    });
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
    expect((await post(LINK, { ...form, 'field.size': 'L', 'field.other': 'x' })).status).toBe(303);
    expect(asked.at(-1)?.body).toContain('"customValues":{"size":"L","note":"Gate 3"}');
    // An address can't fill them in: it would be kept in histories and logs.
    expect((await get(`${LINK}?field.size=L`)).view.content).toMatchObject({ values: {} });
  });

  it.each([
    [{ status: 429, json: { message: 'Wait.' } }, 429, 'too-many'],
    [{ status: 409, json: { message: 'Used.' } }, 422, 'refused'],
    [{ status: 422, json: { code: 'coin-amount-low', bound: '20 USDT' } }, 422, 'coin-amount-low'],
    [{ status: 503, json: { code: 'no-rate' } }, 503, 'no-rate'],
    [GONE, 503, 'unreachable'],
  ])('that is answered with %j keeps the choice and says why', async (answer, status, problem) => {
    answers[`POST /payment-links/${LINK_ID}/payments`] = answer;
    const got = await post(LINK, { currency: 'USDT', network: 'bsc' });
    expect(got.status).toBe(status);
    expect(JSON.parse(got.body).content).toMatchObject({ trouble: { problem }, choice: { network: 'bsc' } });
  });
});

it('a link that another payer has just paid is closed, and shows the merchant', async () => {
  answers[`POST /payment-links/${LINK_ID}/payments`] = { status: 409, json: { code: 'link-used' } };
  const got = await post(LINK, { currency: 'USDT', network: 'bsc' });
  expect(got.status).toBe(409);
  expect(JSON.parse(got.body).content).toMatchObject({ kind: 'closed', reason: 'used', link: { id: LINK_ID } });
});

describe('a payment’s page', () => {
  it('shows the payment, also where its link can’t be read any more', async () => {
    expect((await get(`${PAYMENT}?part=main`)).view).toMatchObject({ isPart: true, content: { kind: 'payment' } });
    answers[`GET /payment-links/user/${LINK_ID}`] = { status: 404, json: {} };
    const { status, view } = await get(PAYMENT);
    expect([status, view.content]).toMatchObject([200, { kind: 'payment', link: null, payment: { id: PAYMENT_ID } }]);
  });

  it('of another link shows nothing', async () => {
    answers[`GET /payments/${PAYMENT_ID}/public`] = {
      status: 200,
      json: { data: samplePayment({ linkId: idFor<LinkId>('other') }) },
    };
    expect((await get(PAYMENT)).status).toBe(404);
  });

  it('renews the rate and mails the receipt by forms that lead back to it', async () => {
    expect(await post(`${PAYMENT}/rate?lang=ig`)).toMatchObject({ status: 303, location: `${PAYMENT}?lang=ig` });
    const mailed = await post(`${PAYMENT}/receipt`, { email: ' a@b.cd ' });
    expect(mailed).toMatchObject({ status: 303, location: `${PAYMENT}?mailed=1` });
    expect(asked.at(-1)?.body).toBe('{"email":"a@b.cd","language":"en"}');
    expect((await get(`${PAYMENT}?mailed=1`)).view.content).toMatchObject({ isMailed: true });
  });

  it('leads from a form’s own address, where its refusal was shown, to the payment', async () => {
    for (const form of ['rate', 'receipt']) {
      const { statusCode, headers } = await http.inject({ url: `${PAYMENT}/${form}?lang=ha&part=main` });
      expect([statusCode, headers.location]).toEqual([303, `${PAYMENT}?lang=ha&part=main`]);
    }
  });

  it('has its receipt as a PDF in the payer’s language once it is paid, and before that leads back', async () => {
    const early = await http.inject({ url: `${PAYMENT}/receipt.pdf?lang=yo` });
    expect([early.statusCode, early.headers.location]).toEqual([303, `${PAYMENT}?lang=yo`]);
    answers[`GET /payments/${PAYMENT_ID}/public`] = { status: 200, json: { data: samplePayment({ state: 'paid' }) } };
    const { statusCode, headers, body } = await http.inject({ url: `${PAYMENT}/receipt.pdf?lang=yo` });
    expect([statusCode, headers['content-type'], body]).toEqual([200, 'application/pdf', `%PDF yo ${PAYMENT_ID}`]);
    expect(headers['content-disposition']).toBe(`attachment; filename="receipt-${PAYMENT_ID}.pdf"`);
    expect(headers['cache-control']).toContain('no-store');
    answers[`GET /payments/${PAYMENT_ID}/public`] = { status: 404, json: {} };
    expect((await http.inject({ url: `${PAYMENT}/receipt.pdf` })).statusCode).toBe(404);
  });

  it('mails to no text that is no address, and says what is wrong', async () => {
    const { status, body } = await post(`${PAYMENT}/receipt`, { email: 'invalid' });
    expect([status, JSON.parse(body).content.trouble.problem]).toEqual([422, 'email-malformed']);
    expect(asked.map(({ path }) => path)).not.toContain(`/payments/${PAYMENT_ID}/receipt`);
  });
});

describe('its answers', () => {
  it('are not cached, allow only their own style, and may be framed only where asked for', async () => {
    const plain = await http.inject({ url: LINK, headers: { 'accept-encoding': 'br' } });
    expect(plain.headers).toMatchObject({ 'cache-control': 'no-store', 'content-encoding': 'br' });
    expect(plain.headers['content-security-policy']).toContain("style-src 'self' 'sha256-x'");
    expect(plain.headers['content-security-policy']).toContain("frame-ancestors 'none'");
    const framed = await http.inject({ url: `${LINK}?embed=1` });
    expect(framed.headers['content-security-policy']).toContain('frame-ancestors *');
  });

  it('[F1] are pages too where another form is sent, and never answer with a server error', async () => {
    for (const [type, payload, status] of [
      ['application/x-www-form-urlencoded', `amount=${'9'.repeat(17_000)}`, 413],
      ['multipart/form-data; boundary=x', '--x--', 415],
      ['application/xml', '<a/>', 415],
      ['application/json', '{', 400],
      ['application/json', '{"__proto__":{}}', 400],
    ] as const) {
      for (const url of [LINK, `${PAYMENT}/receipt`, '/custom-payment/%00']) {
        const answer = await http.inject({ method: 'POST', url, payload, headers: { 'content-type': type } });
        expect([type, url, answer.statusCode]).toEqual([type, url, status]);
        expect(answer.body).toContain('"kind":"failed"');
      }
    }
  });

  it('are pages too where the page can’t be drawn', async () => {
    let isFirst = true;
    const broken = await start({
      ...page,
      render: (view) => {
        if (isFirst) {
          isFirst = false;
          throw new Error('broken');
        }
        return page.render(view);
      },
    });
    expect((await broken.inject({ url: LINK })).json()).toMatchObject({ content: { kind: 'failed' } });
    await broken.close();
  });
});
