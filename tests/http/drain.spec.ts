// A server that gets SIGTERM says at once that it is not ready, answers every open request, and cuts no caller off.
import { Agent, request } from 'node:http';
import { endpoints } from '@kobogate/contract';
import { expect, test } from '../support/fixtures.ts';
import { send } from '../support/http.ts';
import { ADMIN, type Product, startProduct } from '../support/product.ts';
import { eventually } from '../support/wait.ts';

let product: Product;
test.beforeAll(async () => {
  product = await startProduct({ environment: async () => ({ DRAIN_SECONDS: '5' }) });
});
test.afterAll(() => product.stop());

interface Asked {
  /** The status and the body, or how the connection ended. */
  readonly answer: Promise<{ status: number; text: string; connection: string | undefined }>;
  readonly isSent: Promise<void>;
}

function ask(path: string, agent: Agent, body?: object, token?: string): Asked {
  const { hostname, port } = new URL(product.origin);
  const asked = request({
    hostname,
    port,
    path: `/api${path}`,
    agent,
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': '203.0.113.9',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
  });
  const isSent = new Promise<void>((resolve) => asked.once('finish', () => resolve()));
  const answer = new Promise<{ status: number; text: string; connection: string | undefined }>((resolve, reject) => {
    asked.once('error', reject);
    asked.once('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.once('error', reject);
      response.once('end', () =>
        resolve({ status: response.statusCode ?? 0, text, connection: response.headers.connection }),
      );
    });
  });
  asked.end(body === undefined ? undefined : JSON.stringify(body));
  return { answer, isSent };
}

test('[I7] on SIGTERM it is not ready at once, answers every log-in under way, sends streams back, and exits with 0', async () => {
  const status = async (path: string): Promise<number> => (await send('GET', `${product.apiBase}${path}`)).status;
  expect([await status('/live'), await status('/ready'), await status('/health')]).toEqual([200, 200, 200]);
  const login = await product.call(endpoints.accounts.login, { body: { ...ADMIN } });
  const { token } = (login.data ?? {}) as { token?: string };

  // Connections that stay open between requests, as a proxy's do.
  const agent = new Agent({ keepAlive: true });
  await ask('/live', agent).answer;
  const stream = ask('/events', agent, undefined, token);
  await stream.isSent;
  const logins = Array.from({ length: 8 }, () => ask('/auth/login', agent, ADMIN));
  await Promise.all(logins.map(({ isSent }) => isSent));
  const exit = product.stopServer();
  await eventually('it says that it is not ready', async () => (await status('/ready')) === 503, { limitMs: 5_000 });
  // It still serves callers who have not noticed yet.
  expect([await status('/live'), await status('/health')]).toEqual([200, 200]);

  const answers = await Promise.all(logins.map(({ answer }) => answer));
  expect(answers.map((answer) => answer.status)).toEqual(logins.map(() => 200));
  const streamed = await stream.answer;
  expect(streamed).toMatchObject({ status: 200, text: expect.stringMatching(/retry: \d+\n\n$/) });
  expect(await ask('/live', agent).answer).toMatchObject({ status: 200, connection: 'close' });
  expect(await exit).toBe(0);
  agent.destroy();
  await product.startServer();
});

test('[I7] a stop right after a burst cuts nothing off, also without a pause for those who spread requests', async () => {
  await product.killServer();
  await product.startServer({ DRAIN_SECONDS: '0' });
  const agent = new Agent({ keepAlive: true });
  await ask('/live', agent).answer;
  const logins = Array.from({ length: 8 }, () => ask('/auth/login', agent, ADMIN));
  await Promise.all(logins.map(({ isSent }) => isSent));
  // Answered on a connection that came after theirs.
  await send('GET', `${product.apiBase}/live`);
  const exit = product.stopServer();
  const answers = await Promise.all(logins.map(({ answer }) => answer));
  expect(answers.map(({ status }) => status)).toEqual(logins.map(() => 200));
  expect(await exit).toBe(0);
  agent.destroy();
});
