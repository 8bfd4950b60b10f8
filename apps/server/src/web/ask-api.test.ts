// Any answer of a payment API, or a missing one, becomes a value: the contract's answer, its refusal with its own
// message, or no answer; an answer that breaks the contract is not believed.
import { endpoints } from '@kobogate/contract';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { sampleLink, samplePayment } from '@kobogate/testkit/payer/samples.ts';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { completingLinks } from './payment-page/complete-link.ts';
import { type ApiRequest, type ApiResponse, createApiCaller, sendInProcess, sendOverHttp } from './ask-api.ts';

const UNSAID = { ok: false, sentence: '', code: '', bound: '', waitSeconds: null };
const NO_ANSWER = { ...UNSAID, status: 0 };
const call = { params: { id: 'a/b' }, visitor: '203.0.113.7' };

function answering(response: ApiResponse | Error) {
  const sent: ApiRequest[] = [];
  const failures: unknown[] = [];
  const ask = createApiCaller(
    async (request) => {
      sent.push(request);
      if (response instanceof Error) throw response;
      return response;
    },
    (error) => failures.push(error),
  );
  return { ask, sent, failures };
}

describe('the payment API', () => {
  it('is called at the contract’s path, for the payer, once per key', async () => {
    const { ask, sent } = answering({ status: 201, json: { data: samplePayment() } });
    const body = { currency: 'USDT', network: 'bsc' };
    const opened = await ask(endpoints.payments.open, { ...call, body, idempotencyKey: 'k', browser: 'Sample/1' });
    expect(opened).toEqual({ ok: true, answer: { data: samplePayment() } });
    expect(sent).toEqual([
      {
        method: 'POST',
        path: '/payment-links/a%2Fb/payments',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'user-agent': 'Sample/1',
          'idempotency-key': 'k',
        },
        body: JSON.stringify(body),
        visitor: '203.0.113.7',
      },
    ]);
  });

  it.each(['.', '..'])('is not called for %s, which would be another path', async (id) => {
    const { ask, sent } = answering({ status: 200, json: { data: sampleLink() } });
    expect(await ask(endpoints.paymentLinks.getPublic, { ...call, params: { id } })).toEqual({
      ...UNSAID,
      status: 404,
    });
    expect(sent).toEqual([]);
  });

  it.each([
    [
      { status: 409, json: { message: 'Used up.', code: 'link-used', bound: '5 USDT' }, retryAfter: '30' },
      { status: 409, sentence: 'Used up.', code: 'link-used', bound: '5 USDT', waitSeconds: 30 },
    ],
    [{ status: 404, json: undefined, retryAfter: 'Sat, 21 Nov 2026 13:05:00 GMT' }, { status: 404 }],
    [{ status: 500, json: { message: 7 } }, { status: 500 }],
  ])('refuses with its own message: %j', async (response, expected) => {
    const answer = await answering(response).ask(endpoints.paymentLinks.getPublic, call);
    expect(answer).toEqual({ ...UNSAID, ...expected });
  });

  it.each([
    ['another form', { status: 200, json: { data: { ...sampleLink(), networks: 'all' } } }],
    ['no JSON', { status: 200, json: undefined }],
    ['no answer', new Error('refused')],
  ])('that gives %s gave no answer, and that is reported', async (_what, response) => {
    const { ask, failures } = answering(response);
    expect(await ask(endpoints.paymentLinks.getPublic, call)).toEqual(NO_ANSWER);
    expect(failures).toHaveLength(1);
  });
});

it('in this process is the same server, with the payer’s own address', async () => {
  const http = Fastify();
  http.get('/api/payment-links/user/:id', (request, reply) =>
    reply.send({ data: sampleLink({ name: `${request.ip} ${request.url}` }) }),
  );
  const ask = createApiCaller(sendInProcess(http, '/api'), () => undefined);
  const answer = await ask(endpoints.paymentLinks.getPublic, call);
  expect(answer.ok && answer.answer.data?.name).toBe('203.0.113.7 /api/payment-links/user/a%2Fb');
  await http.close();
});

it('elsewhere is called over HTTP without following redirects', async () => {
  const server = createServer((request, response) => {
    if (request.url?.includes('moved') === true) response.writeHead(302, { location: '/elsewhere' }).end();
    else response.end(JSON.stringify({ data: sampleLink({ name: String(request.headers['x-forwarded-for']) }) }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const bound = server.address();
  const base = `http://127.0.0.1:${typeof bound === 'object' && bound !== null ? bound.port : 0}/pay`;
  const ask = createApiCaller(sendOverHttp(base), () => undefined);
  const answer = await ask(endpoints.paymentLinks.getPublic, call);
  expect(answer.ok && answer.answer.data?.name).toBe('203.0.113.7');
  expect(await ask(endpoints.paymentLinks.getPublic, { ...call, params: { id: 'moved' } })).toEqual(NO_ANSWER);
  server.closeAllConnections();
  server.close();
  expect(await ask(endpoints.paymentLinks.getPublic, call)).toEqual(NO_ANSWER);
});

describe('[F-11] an API that only knows a link’s first form', () => {
  const first = { name: 'A', purpose: 'B', amount: '1', bannerImage: null, profileImage: null, coins: ['BTC', 'USDC'] };
  const asking = (data: unknown) =>
    createApiCaller(
      completingLinks(async () => ({ status: 200, json: { data } })),
      () => undefined,
    )(endpoints.paymentLinks.getPublic, call);

  it('is understood: a fixed price in naira, on each real network of its coins', async () => {
    const answer = await asking(first);
    const link = answer.ok ? answer.answer.data : null;
    expect(link).toMatchObject({ ...first, id: 'a/b', amountCurrency: 'NGN', isAmountOpen: false, state: 'active' });
    expect(link?.networks.filter(({ currency }) => currency === 'BTC')).toEqual([
      { currency: 'BTC', network: 'mainnet', networkName: 'Bitcoin mainnet' },
    ]);
    expect(link?.networks.some(({ network }) => network === 'cardano')).toBe(false);
  });

  it('is not believed where it answers anything else, and a complete link is not changed', async () => {
    expect(await asking({ ...first, name: 7 })).toEqual(NO_ANSWER);
    expect(await asking({ ...first, coins: 'all' })).toEqual(NO_ANSWER);
    expect(await asking(null)).toEqual({ ok: true, answer: { data: null } });
    expect(await asking(sampleLink())).toEqual({ ok: true, answer: { data: sampleLink() } });
  });
});
