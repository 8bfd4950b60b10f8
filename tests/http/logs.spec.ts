// The log is one JSON object a line, each request in it by its id, and none of the secrets that passed through the
// server, at the finest level. A collector of OpenTelemetry gets one trace of each order, over the whole product; without
// one the server does not even load what sends traces.
import { readFile } from 'node:fs/promises';
import { endpoints } from '@kobogate/contract';
import { startOtlpReceiver } from '@kobogate/testkit/platform/otlp-receiver.ts';
import { newCustomer, orderWhere, payAndMine, placeOrder } from '../support/customer.ts';
import { send } from '../support/http.ts';
import { adminToken, fromNewAddress, PASSWORD } from '../support/people.ts';
import { ADMIN, type Product, startProduct } from '../support/product.ts';
import { builtProgram } from '../support/program.ts';
import { expect, test } from '../support/fixtures.ts';
import { eventually } from '../support/wait.ts';

let product: Product;
let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
let bankSecret = '';
test.beforeAll(async () => {
  receiver = await startOtlpReceiver();
  product = await startProduct({
    environment: async ({ BUDPAY_SECRET_KEY = '' }) => {
      bankSecret = BUDPAY_SECRET_KEY;
      return { LOG_LEVEL: 'trace', OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url };
    },
  });
});
test.afterAll(async () => {
  await product.stop();
  receiver.close();
});

test('[F-13] logs are structured, name the request, and hold no password, token or key', async () => {
  const { call, apiBase, sandbox } = product;
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25' });
  await payAndMine(product, order);
  const admin = await adminToken(call);
  await call(endpoints.adminOrders.decide, { token: admin, params: { id: order.id }, body: { status: 'approved' } });
  await orderWhere(product, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');
  await call(endpoints.accounts.forgotPassword, { body: { email: customer.email }, headers: fromNewAddress() });
  const resetToken = await eventually('the reset mail', async () => {
    const mails = await sandbox.mail(customer.email);
    return mails.map(({ text }) => /\?token=(?<token>[\w-]+)/.exec(text)?.groups?.['token']).find(Boolean);
  });
  await send('GET', `${product.origin}/reset-password?token=${resetToken}`, { headers: { accept: 'text/html' } });
  const answer = await send('GET', `${apiBase}/user?token=${customer.token}`, { token: customer.token });

  const requestId = answer.headers.get('x-request-id') ?? 'missing';
  const output = await eventually('the request is logged', async () => {
    const text = product.serverOutput();
    return text.includes(requestId) && text;
  });
  const lines = output.trim().split('\n');
  expect(lines.filter((line) => typeof JSON.parse(line).level !== 'number')).toEqual([]);
  const secrets = { PASSWORD, admin: ADMIN.password, token: customer.token, adminToken: admin, resetToken, bankSecret };
  for (const [name, secret] of Object.entries(secrets)) expect([name, output.includes(secret)]).toEqual([name, false]);
});

test('[O8] one trace has a conversion from the customer’s call to the bank’s answer, under the order’s id, and the log names it', async () => {
  const { call } = product;
  const customer = await newCustomer(product);
  const order = await placeOrder(product, customer.token, { currency: 'USDT', network: 'bsc', amount: '25' });
  await payAndMine(product, order);
  const admin = await adminToken(call);
  await call(endpoints.adminOrders.decide, { token: admin, params: { id: order.id }, body: { status: 'approved' } });
  await orderWhere(product, customer.token, order.id, 'paid', ({ payout }) => payout === 'paid');

  const traceId = order.id.replaceAll('-', '');
  const steps = ['POST /api/conversion', 'coins: from their block until they count', 'order.payable', 'bank: send'];
  const names = await eventually('the whole trace', async () => {
    const found = receiver.spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
    return [...steps, 'payout.paid', 'ledger: post'].every((name) => found.includes(name)) && found;
  });
  expect(steps.map((name) => names.filter((each) => each === name).length)).toEqual([1, 1, 1, 1]);
  const sent = JSON.stringify(receiver.spans);
  for (const secret of [customer.email, customer.accountNumber, customer.token]) expect(sent).not.toContain(secret);
  const first = receiver.spans.find((span) => span.traceId === traceId && span.name === 'POST /api/conversion');
  const [caller] = first?.links ?? [];
  const lines = product.serverOutput().split('\n');
  const logged = lines.filter((line) => line.includes(`"traceId":"${caller?.traceId}"`));
  expect(logged.some((line) => line.includes('"path":"/api/conversion"'))).toBe(true);
});

test('[O8] the start loads nothing of the SDK that sends traces', async () => {
  const program = await readFile(builtProgram('server/dist/main.js'), 'utf8');
  const loaded = new Set([...program.matchAll(/ from "(@opentelemetry\/[^"]+)"/g)].map(([, name]) => name));
  expect(loaded).toEqual(new Set(['@opentelemetry/api']));
});
