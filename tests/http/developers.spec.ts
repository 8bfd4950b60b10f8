// The examples of the developers' pages run unchanged: each is taken off the page, TypeScript is
// compiled strictly against the packed client outside of our folders, and all of it calls the running product.
import { createHmac } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_SETTINGS, endpoints, ERROR_CODES, type Payment, SCOPES, WEBHOOK_EVENTS } from '@kobogate/contract';
import { createMerchantFolder, type MerchantFolder } from '../support/client-package.ts';
import { giveBankAccount } from '../support/customer.ts';
import { freePort } from '../support/free-port.ts';
import { send } from '../support/http.ts';
import { payPayment, paymentWhere, PIXEL } from '../support/payer.ts';
import { adminToken, makeApiKey } from '../support/people.ts';
import { ADMIN, type Product, startProduct } from '../support/product.ts';
import { expect, test } from '../support/fixtures.ts';
import { eventually } from '../support/wait.ts';
import { isSignedWith, startWebhookReceiver } from '../support/webhook-receiver.ts';

interface Example {
  readonly page: string;
  readonly id: string;
  readonly language: string;
  readonly code: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const EXAMPLE = /data-example="(?<id>[^"]+)".*?<pre data-language="(?<language>\w+)"[^>]*><code>(?<code>.*?)<\/code>/gs;
/** These have tests of their own: one runs all the time, one installs (`client-package.spec.ts`), and a key is for one intent; the quick start is one script. */
const TRIED_APART = new Set([
  'install-client',
  'listen',
  'receive-webhook',
  'repeat-payment',
  'handle-errors',
  'sandbox-pay',
]);

let product: Product;
let token = '';
/** Shared by all examples that only read it, or add something to it. */
let shared: Record<string, string> = {};
let merchant: MerchantFolder;
/** The example of a server that receives webhooks, running. */
let receiver: ReturnType<MerchantFolder['start']> | undefined;
let examples: Example[] = [];

/** Every page for developers is linked from the first, or from the reference. */
async function readExamples(origin: string): Promise<Example[]> {
  const page = async (path: string) => (await send('GET', origin + path, { headers: { accept: 'text/html' } })).text;
  const lists = (await Promise.all([page('/developers'), page('/developers/reference')])).join('');
  const paths = new Set([...lists.matchAll(/href="(\/developers[\w/-]*)"/g)].map(([, path = '']) => path));
  const found = await Promise.all(
    [...paths].map(async (path) =>
      [...(await page(path)).matchAll(EXAMPLE)].map(({ groups = {} }) => ({
        page: path,
        id: groups['id'] ?? '',
        language: groups['language'] ?? '',
        code: (groups['code'] ?? '').replaceAll(/&([\w#]+);/g, (_all, name: string) => ENTITIES[name] ?? '?'),
      })),
    ),
  );
  return found.flat();
}

/** The address where the example server will listen. */
async function makeEndpoint(): Promise<Record<string, string>> {
  const port = String(await freePort());
  const { data: endpoint } = await product.call(endpoints.webhooks.create, {
    token,
    body: { url: `http://127.0.0.1:${port}/`, events: [...WEBHOOK_EVENTS], password: ADMIN.password },
  });
  return { PORT: port, WEBHOOK_SECRET: endpoint.secret, ENDPOINT_ID: endpoint.id, RECEIVER_URL: endpoint.url };
}

/** An endpoint for an example that changes it, with two secrets where it says so. */
async function makeSpareEndpoint(isRotated: boolean): Promise<Record<string, string>> {
  const body = { url: shared['RECEIVER_URL'] ?? '', events: ['link.deactivated' as const], password: ADMIN.password };
  const { data } = await product.call(endpoints.webhooks.create, { token, body });
  const params = { id: data.id };
  if (isRotated) await product.call(endpoints.webhooks.rotate, { token, params, body: { password: ADMIN.password } });
  return { SPARE_ID: data.id, ROTATED_ID: data.id };
}

/** An example's own link and payment, where it names one. */
async function variablesFor({ code }: Pick<Example, 'code'>): Promise<Record<string, string>> {
  if (/SPARE_ID|ROTATED_ID/.test(code)) return { ...shared, ...(await makeSpareEndpoint(code.includes('ROTATED_ID'))) };
  if (!/LINK_ID|PAYMENT_ID/.test(code)) return shared;
  const body = { name: 'Sample shop', purpose: 'A sample', amount: '25000', coins: ['USDT' as const] };
  const { data: link } = await product.call(endpoints.paymentLinks.create, { token, body });
  const { data: payment } = await product.call(endpoints.payments.create, {
    token,
    body: { linkId: link.id, currency: 'USDT', network: 'bsc' },
  });
  const known = { ...shared, LINK_ID: link.id, PAYMENT_ID: payment.id };
  if (!/offerRefund|refund-offers|OFFER_ID/.test(code)) return known;
  await payTooMuch(payment);
  if (!code.includes('OFFER_ID')) return known;
  const params = { id: payment.id };
  const { data } = await product.call(endpoints.refundOffers.offer, { token, params, body: { asset: 'USDT@bsc' } });
  return { ...known, OFFER_ID: data.refunds[0]?.id ?? '' };
}

/** Coins beyond the sixteen or so that are asked for, which can be offered back. */
async function payTooMuch(payment: Payment): Promise<void> {
  await payPayment(product, payment, '40');
  await paymentWhere(product, payment.id, 'overpaid', ({ excess }) => excess !== '0');
}

async function runExample(example: Example, given?: Record<string, string>): Promise<string> {
  const { id, language, code } = example;
  const known = given ?? (await variablesFor(example));
  return language === 'bash'
    ? merchant.run('bash', ['--norc', '-euo', 'pipefail', '-c', code], known)
    : merchant.run(process.execPath, [`${id}.js`], known);
}
const exampleOf = (id: string): Example => {
  const found = examples.find((example) => example.id === id);
  if (found === undefined) throw new Error(`no page has the example ${id}`);
  return found;
};

test.beforeAll(async () => {
  [product, merchant] = await Promise.all([startProduct(), createMerchantFolder()]);
  // While links are switched on for administrators only, an administrator may make them.
  token = await adminToken(product.call);
  await giveBankAccount(product, token);
  const { call, sandbox, origin } = product;
  // API keys have no administrator's role: until then only the session makes links.
  const key = DEFAULT_SETTINGS.switches.paymentLinks
    ? await makeApiKey(call, token, [...SCOPES], ADMIN.password)
    : token;
  shared = { KOBOGATE_URL: origin, KOBOGATE_KEY: key, SANDBOX_URL: sandbox.base, ...(await makeEndpoint()) };
  await writeFile(join(merchant.path, 'picture.png'), Buffer.from(PIXEL, 'base64'));
  examples = await readExamples(product.origin);
  const typed = examples.filter(({ language }) => language === 'typescript');
  await merchant.compile(Object.fromEntries(typed.map(({ id, code }) => [id, code])));
  receiver = merchant.start(process.execPath, ['receive-webhook.js'], shared);
  await eventually('the receiver listens', async () => receiver?.printed().includes('listening') === true);
  const { data } = await call(endpoints.webhooks.test, {
    token,
    params: { id: shared['ENDPOINT_ID'] ?? '' },
    body: {},
  });
  shared = { ...shared, DELIVERY_ID: data.deliveryId };
});
test.afterAll(async () => {
  receiver?.stop();
  await product.stop();
  await merchant.remove();
});

test('every example of every page runs against the product', async () => {
  test.slow();
  const running = examples.filter(
    ({ id, language }) => ['bash', 'typescript'].includes(language) && !TRIED_APART.has(id) && !id.startsWith('quick-'),
  );
  expect(running.length).toBeGreaterThan(30);
  expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length);
  // Two at a time: most of the time a program is starting.
  const halves = [0, 1].map(async (half) => {
    for (const example of running.filter((_, index) => index % 2 === half)) {
      const printed = await runExample(example).catch((failure: unknown) => {
        throw new Error(`${example.page}, ${example.id}: ${String(failure)}`);
      });
      expect([example.id, printed]).toEqual([example.id, expect.stringMatching(/\S/)]);
    }
  });
  await Promise.all(halves);
});

test('a repeated payment is the same one, and a refusal has its kind, status and sentence', async () => {
  expect(await runExample(exampleOf('repeat-payment'))).toBe('true\n');
  expect(await runExample(exampleOf('handle-errors'))).toMatch(/^refused 404 payment-unknown \S+ \S+/);
});

test('every code of an error is on the page of errors, in the description for tools and in the client’s types', async () => {
  const codes = Object.keys(ERROR_CODES);
  const page = (await send('GET', `${product.origin}/developers/errors`, { headers: { accept: 'text/html' } })).text;
  const { components } = Object((await send('GET', `${product.apiBase}/openapi.json`)).json);
  const types = await readFile(join(merchant.path, 'node_modules/@kobogate/client/types/contract.d.ts'), 'utf8');
  expect(codes.filter((code) => !page.includes(`>${code}<`))).toEqual([]);
  expect(components.schemas.ErrorCode.enum).toEqual(expect.arrayContaining(codes));
  expect(components.schemas.Error.required).toContain('code');
  expect(codes.filter((code) => !types.includes(`'${code}'`))).toEqual([]);
});

test('play money pays a payment', async () => {
  const known = await variablesFor(exampleOf('sandbox-pay'));
  await runExample(exampleOf('sandbox-pay'), known);
  await eventually('the payment is paid', async () => {
    const printed = await runExample(exampleOf('get-payment'), known);
    return Object(JSON.parse(printed)).data.state === 'paid';
  });
});

test('the example of a webhook server accepts the product’s events, and no event signed by others', async () => {
  await eventually('the event is received', async () => /^\d+ webhook\.test \S+$/m.test(receiver?.printed() ?? ''));
  const body = JSON.stringify({ id: 'e1', type: 'payment.paid', sequence: 1 });
  const time = Math.floor(Date.now() / 1000);
  const signature = createHmac('sha256', 'whsec_other').update(`${time}.${body}`).digest('hex');
  const headers = { 'kobogate-signature': `t=${time},v1=${signature}` };
  expect((await send('POST', `http://127.0.0.1:${shared['PORT']}/`, { body, headers })).status).toBe(400);
});

test('the command posts each event to a program on this machine, signed, also after the server was away', async () => {
  const machine = await startWebhookReceiver();
  const command = ['node_modules/@kobogate/client/kobogate.js', 'listen', '--to', machine.url];
  const listening = merchant.start(process.execPath, command, shared);
  try {
    await eventually('it is ready', async () => listening.printed().includes('To try one'));
    const printed = listening.printed();
    const secret = /WEBHOOK_SECRET=(\S+)/.exec(printed)?.[1] ?? '';
    const id = /--endpoint (\S+)/.exec(printed)?.[1] ?? '';
    const sample = ['node_modules/@kobogate/client/kobogate.js', 'sample', 'payment.held', '--endpoint', id];
    expect(await merchant.run(process.execPath, sample, shared)).toContain('on its way');
    const got = (type: string) => machine.received.find(({ body }) => body.type === type)?.body;
    await eventually('the sample', async () => got('payment.held') !== undefined);
    await product.killServer();
    await product.startServer();
    const body = { name: 'Sample shop', purpose: 'A sample', amount: '25000', coins: ['USDT' as const] };
    const { data: link } = await product.call(endpoints.paymentLinks.create, { token, body });
    await eventually('the link', async () => got('link.created') !== undefined);
    expect(got('payment.held')).toMatchObject({ isSample: true, data: { isHeld: true } });
    expect(got('link.created')).toMatchObject({ isSample: false, data: { id: link.id } });
    // In order, each once, and none is missing: also those of payments that others of these tests have made.
    const numbers = machine.received.map((received) => received.body.sequence);
    expect(numbers).toEqual(numbers.map((_, index) => (numbers[0] ?? 0) + index));
    expect(machine.received.every((each) => isSignedWith(secret, each))).toBe(true);
  } finally {
    listening.stop();
    await machine.close();
  }
});
