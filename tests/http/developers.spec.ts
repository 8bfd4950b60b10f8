// Whatever the pages for developers show runs as it stands there: each example is taken off the page, TypeScript is
// compiled strictly against the packed client outside of our folders, and all of it calls the running product.
import { createHmac } from 'node:crypto';
import { endpoints } from '@kobogate/contract';
import { createMerchantFolder, type MerchantFolder } from '../support/client-package.ts';
import { giveBankAccount } from '../support/customer.ts';
import { freePort } from '../support/free-port.ts';
import { send } from '../support/http.ts';
import { adminToken } from '../support/people.ts';
import { type Product, startProduct } from '../support/product.ts';
import { expect, test } from '../support/fixtures.ts';
import { eventually } from '../support/wait.ts';

interface Example {
  readonly page: string;
  readonly id: string;
  readonly language: string;
  readonly code: string;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };
const EXAMPLE = /data-example="(?<id>[^"]+)".*?<pre data-language="(?<language>\w+)"[^>]*><code>(?<code>.*?)<\/code>/gs;
/** These wait for what others do, and have tests of their own. */
const SERVERS = new Set(['receive-webhook']);

let product: Product;
let token = '';
let merchant: MerchantFolder;
let examples: Example[] = [];

/** Every page for developers is linked from the first. */
async function readExamples(origin: string): Promise<Example[]> {
  const page = async (path: string) => (await send('GET', origin + path, { headers: { accept: 'text/html' } })).text;
  const start = await page('/developers');
  const paths = new Set([...start.matchAll(/href="(\/developers[\w/-]*)"/g)].map(([, path = '']) => path));
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

/** What an example finds: a link and a payment that no other example has touched. */
async function variables(): Promise<Record<string, string>> {
  const body = { name: 'Sample shop', purpose: 'A sample', amount: '25000', coins: ['USDT' as const] };
  const { data: link } = await product.call(endpoints.paymentLinks.create, { token, body });
  const { data: payment } = await product.call(endpoints.payments.create, {
    token,
    body: { linkId: link.id, currency: 'USDT', network: 'bsc' },
  });
  return {
    KOBOGATE_URL: product.origin,
    KOBOGATE_KEY: token,
    SANDBOX_URL: product.sandbox.base,
    LINK_ID: link.id,
    PAYMENT_ID: payment.id,
  };
}

async function runExample({ id, language, code }: Example, known: Record<string, string>): Promise<string> {
  return language === 'bash'
    ? merchant.run('bash', ['-euo', 'pipefail', '-c', code], known)
    : merchant.run(process.execPath, [`${id}.js`], known);
}
const exampleOf = (id: string): Example => {
  const found = examples.find((example) => example.id === id);
  if (found === undefined) throw new Error(`no page has the example ${id}`);
  return found;
};

test.beforeAll(async () => {
  [product, merchant] = await Promise.all([startProduct(), createMerchantFolder()]);
  // While links are not switched on for everybody, an administrator may make them.
  token = await adminToken(product.call);
  await giveBankAccount(product, token);
  examples = await readExamples(product.origin);
  const typed = examples.filter(({ language }) => language === 'typescript');
  await merchant.compile(Object.fromEntries(typed.map(({ id, code }) => [id, code])));
});
test.afterAll(async () => {
  await product.stop();
  await merchant.remove();
});

test('every example of every page runs against the product', async () => {
  const running = examples.filter(({ id, language }) => ['bash', 'typescript'].includes(language) && !SERVERS.has(id));
  expect(running.length).toBeGreaterThan(30);
  expect(new Set(examples.map(({ id }) => id)).size).toBe(examples.length);
  // Two at a time: most of it is waiting for a program to start.
  const halves = [0, 1].map(async (half) => {
    for (const example of running.filter((_, index) => index % 2 === half)) {
      const printed = await runExample(example, await variables()).catch((failure: unknown) => {
        throw new Error(`${example.page}, ${example.id}: ${String(failure)}`);
      });
      expect([example.id, printed]).toEqual([example.id, expect.stringMatching(/\S/)]);
    }
  });
  await Promise.all(halves);
});

test('a repeated payment is the same one, and a refusal has its kind, status and sentence', async () => {
  const known = await variables();
  expect(await runExample(exampleOf('repeat-payment'), known)).toBe('true\n');
  expect(await runExample(exampleOf('handle-errors'), known)).toMatch(/^refused 404 \S+ \S+/);
});

test('play money pays a payment', async () => {
  const known = await variables();
  await runExample(exampleOf('sandbox-pay'), known);
  await eventually('the payment is paid', async () => {
    const printed = await runExample(exampleOf('get-payment'), known);
    return Object(JSON.parse(printed)).data.state === 'paid';
  });
});

test('the webhook server believes what is signed with its secret, and nothing else', async () => {
  const port = String(await freePort());
  const server = merchant.start(process.execPath, ['receive-webhook.js'], {
    WEBHOOK_SECRET: 'whsec_sample',
    PORT: port,
  });
  try {
    const body = JSON.stringify({ id: 'e1', type: 'payment.paid', sequence: 42, data: {} });
    const deliver = async (secret: string) => {
      const time = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      const headers = { 'kobogate-signature': `t=${time},v1=${signature}` };
      return (await send('POST', `http://127.0.0.1:${port}/`, { body, headers })).status;
    };
    await eventually('the server listens', async () => (await deliver('whsec_sample')) === 204);
    expect(await deliver('whsec_other')).toBe(400);
    await eventually('the event is told', async () => /^42 payment\.paid e1$/m.test(server.printed()));
  } finally {
    server.stop();
  }
});
