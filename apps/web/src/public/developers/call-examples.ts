import type { Endpoint } from '@kobogate/contract';
import type { ExampleText } from './example.tsx';

/** The input of a call's example. A text such as `LINK_ID` is a variable of the examples. */
export interface Sample {
  readonly id?: string;
  /** The id of a nested record. */
  readonly inner?: string;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The name of a file that is sent as the body. */
  readonly file?: string;
  /** The name of a file that the answer is saved in. */
  readonly saved?: string;
  /** The client's method. */
  readonly method: string;
}

const LINK = { name: 'Sample shop', purpose: 'Order 1042', amount: '25000', coins: ['USDT'] };
const DAYS = { from: '2026-11-01', to: '2026-11-30' };
const PAIR = { currency: 'USDT', network: 'bsc' };

/** By method and path, as the contract has them. */
const SAMPLES: Readonly<Record<string, Sample>> = {
  'POST /payment-links': { body: LINK, method: 'links.create' },
  'GET /payment-links': { query: { state: 'active' }, method: 'links.list' },
  'GET /payment-links/{id}': { id: 'LINK_ID', method: 'links.get' },
  'PUT /payment-links/{id}': { id: 'LINK_ID', body: { ...LINK, version: 1 }, method: 'links.update' },
  'POST /payment-links/{id}/activate': { id: 'LINK_ID', method: 'links.activate' },
  'POST /payment-links/{id}/deactivate': { id: 'LINK_ID', method: 'links.deactivate' },
  'POST /images': { query: { kind: 'profile' }, file: 'picture.png', method: 'links.uploadImage' },
  'GET /payments': { query: { state: 'paid' }, method: 'payments.list' },
  'GET /payments/{id}': { id: 'PAYMENT_ID', method: 'payments.get' },
  'POST /payments': { body: { linkId: 'LINK_ID', ...PAIR, reference: 'cart-77' }, method: 'payments.create' },
  'GET /payments/totals': { method: 'payments.totals' },
  'GET /payments/overview': { query: DAYS, method: 'payments.overview' },
  'GET /payments/references': { query: { search: 'INV-' }, method: 'payments.references' },
  'GET /payments/settled.csv': { query: { ...DAYS, format: 'xero' }, method: 'payments.settledCsv' },
  'GET /payments/settled.xlsx': { query: DAYS, saved: 'settled.xlsx', method: 'payments.settledWorkbook' },
  'GET /payments/file.csv': { query: DAYS, method: 'payments.csv' },
  'GET /payments/file.xlsx': { query: DAYS, saved: 'payments.xlsx', method: 'payments.workbook' },
  'POST /payments/{id}/refund-offers': {
    id: 'PAYMENT_ID',
    body: { asset: 'USDT@bsc' },
    method: 'payments.offerRefund',
  },
  'POST /payments/{id}/refund-offers/{offer}/withdraw': {
    id: 'PAYMENT_ID',
    inner: 'OFFER_ID',
    method: 'payments.withdrawRefund',
  },
  'GET /webhooks/endpoints': { method: 'webhooks.endpoints' },
  'POST /webhooks/endpoints': {
    body: { url: 'RECEIVER_URL', events: ['payment.paid', 'refund.final'] },
    method: 'webhooks.create',
  },
  'PATCH /webhooks/endpoints/{id}': { id: 'ENDPOINT_ID', body: { isActive: true }, method: 'webhooks.update' },
  'DELETE /webhooks/endpoints/{id}': { id: 'SPARE_ID', method: 'webhooks.remove' },
  'POST /webhooks/endpoints/{id}/rotate': { id: 'SPARE_ID', method: 'webhooks.rotate' },
  'POST /webhooks/endpoints/{id}/retire': { id: 'ROTATED_ID', method: 'webhooks.retire' },
  'POST /webhooks/endpoints/{id}/test': {
    id: 'ENDPOINT_ID',
    body: { type: 'payment.held' },
    method: 'webhooks.sample',
  },
  'GET /webhooks/endpoints/{id}/deliveries': { id: 'ENDPOINT_ID', method: 'webhooks.deliveries' },
  'GET /webhooks/deliveries/{id}': { id: 'DELIVERY_ID', method: 'webhooks.delivery' },
  'POST /webhooks/deliveries/{id}/replay': { id: 'DELIVERY_ID', method: 'webhooks.replay' },
  'POST /webhooks/listeners': { body: { events: ['payment.paid'] }, method: 'webhooks.listen' },
  'GET /webhooks/events': { query: { after: 0, endpoint: 'ENDPOINT_ID' }, method: 'webhooks.events' },
  'GET /payment-links/user/{id}': { id: 'LINK_ID', method: 'checkout.link' },
  'GET /payment-links/coins': { method: 'checkout.coins' },
  'POST /payment-links/{id}/payments': { id: 'LINK_ID', body: PAIR, method: 'checkout.open' },
  'GET /payments/{id}/public': { id: 'PAYMENT_ID', method: 'checkout.payment' },
};

/** The sample of a call; undefined for one without. Pure. */
export const sampleOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): Sample | undefined =>
  SAMPLES[`${method} ${path}`];

/** How a call is made with curl and with the client; none for a call without a sample. Pure. */
export function callExamples(endpoint: Endpoint, anchor: string): ExampleText[] {
  const sample = sampleOf(endpoint);
  if (sample === undefined) return [];
  return [
    { id: `${anchor}-curl`, title: 'curl', language: 'bash', code: curlOf(endpoint, sample) },
    { id: `${anchor}-client`, title: 'TypeScript', language: 'typescript', code: clientOf(endpoint, sample) },
  ];
}

/** Whether a text of a sample is a variable, such as `LINK_ID`. Pure. */
export const isVariable = (text: string): boolean => /^[A-Z]+_(?:ID|URL)$/.test(text);

function curlOf(
  { method, path, scope }: Endpoint,
  { id = '', inner = '', query = {}, body, file, saved }: Sample,
): string {
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  const address = `$KOBOGATE_URL/api${path.replace('{id}', `$${id}`).replace('{offer}', `$${inner}`)}${search.size > 0 ? `?${String(search).replaceAll(/=([A-Z]+_ID)/g, '=$$$1')}` : ''}`;
  const isPlain = method === (body === undefined && file === undefined ? 'GET' : 'POST');
  const json = JSON.stringify(body, null, 1)
    ?.replaceAll(/\n\s*/g, ' ')
    .replaceAll(/"([A-Z]+_(?:ID|URL))"/g, `"'"$$$1"'"`);
  return [
    `curl --fail-with-body ${isPlain ? '' : `-X ${method} `}"${address}"`,
    ...(scope === null ? [] : ['-H "Authorization: Bearer $KOBOGATE_KEY"']),
    ...(file === undefined ? [] : [`-H 'Content-Type: image/png' --data-binary @${file}`]),
    ...(saved === undefined ? [] : [`--output ${saved} --write-out '%{size_download} bytes\\n'`]),
    ...(json === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${json}'`]),
  ].join(' \\\n  ');
}

function clientOf({ scope }: Endpoint, { id, inner, query, body, file, saved, method }: Sample): string {
  const key = scope === null ? [] : ['KOBOGATE_KEY'];
  const variables = [id ?? '', inner ?? '', ...Object.values({ ...query, ...body }).map(String)].filter(isVariable);
  const names = ['KOBOGATE_URL', ...key, ...variables].map((name) => `${name} = ''`);
  const given =
    file === undefined
      ? [id, inner, query, body].flatMap((argument) => (argument === undefined ? [] : [literal(argument)]))
      : [...Object.values(query ?? {}).map(literal), `await readFile('${file}')`];
  const call = `await kobogate.${method}(${given.join(', ')})`;
  return [
    ...(file === undefined ? [] : ["import { readFile } from 'node:fs/promises';"]),
    ...(saved === undefined ? [] : ["import { writeFile } from 'node:fs/promises';"]),
    "import { createClient } from '@kobogate/client';",
    '',
    `const { ${names.join(', ')} } = process.env;`,
    `const kobogate = createClient({ origin: KOBOGATE_URL${scope === null ? '' : ', apiKey: KOBOGATE_KEY'} });`,
    saved === undefined ? `console.log(${call});` : `await writeFile('${saved}', ${call});\nconsole.log('saved');`,
  ].join('\n');
}

function literal(value: unknown): string {
  if (typeof value === 'string') return isVariable(value) ? value : `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${name}: ${literal(inner)}`)
    .join(', ')} }`;
}
