import { API_VERSION, API_VERSION_HEADER, type Endpoint, endpoints } from '@kobogate/contract';
import { isVariable, type Sample, sampleOf } from './call-examples.ts';
import { REFERENCE } from './guide.ts';
import { OPERATIONS } from './operations.ts';

/** The variables to fill in; each is also kept by the call that makes such a thing. */
const MADE_BY: Readonly<Record<string, Endpoint | null>> = {
  KOBOGATE_URL: null,
  KOBOGATE_KEY: null,
  LINK_ID: endpoints.paymentLinks.create,
  PAYMENT_ID: endpoints.payments.create,
  OFFER_ID: null,
  ENDPOINT_ID: null,
  DELIVERY_ID: null,
  RECEIVER_URL: null,
  SPARE_ID: endpoints.webhooks.create,
  ROTATED_ID: null,
};

interface Entry {
  readonly key: string;
  readonly value: string;
}

/**
 * Every call that a program may make as a collection for Postman (format 2.1), with the samples of the reference; the key is
 * a variable and never in it. Pure.
 */
export function postmanCollection() {
  return {
    info: {
      name: 'Kobogate API',
      description:
        'Fill in KOBOGATE_URL, such as https://pay.example, and KOBOGATE_KEY. Links and payments that are made here are kept as LINK_ID and PAYMENT_ID.',
      schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json',
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{KOBOGATE_KEY}}', type: 'string' }] },
    variable: Object.keys(MADE_BY).map((key) => ({ key, value: '' })),
    item: REFERENCE.map(({ area, label, lead }) => ({
      name: label,
      description: lead,
      item: OPERATIONS.filter((operation) => operation.area === area).map(({ endpoint }) => itemOf(endpoint)),
    })),
  };
}

function itemOf(endpoint: Endpoint) {
  const { method, path, summary, scope, takesKey } = endpoint;
  const sample: Partial<Sample> = sampleOf(endpoint) ?? { id: 'PAYMENT_ID' };
  const header: Entry[] = [
    { key: API_VERSION_HEADER, value: API_VERSION },
    ...(takesKey ? [{ key: 'Idempotency-Key', value: '{{$guid}}' }] : []),
  ];
  const kept = Object.entries(MADE_BY).find(([, maker]) => maker === endpoint)?.[0];
  return {
    name: `${method} ${path}`,
    ...(kept === undefined ? {} : { event: [{ listen: 'test', script: { exec: keeping(kept) } }] }),
    request: {
      method,
      description: summary,
      ...(scope === null ? { auth: { type: 'noauth' } } : {}),
      header: [...header, ...(sample.body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }])],
      url: addressOf(path, sample),
      ...bodyOf(sample),
    },
  };
}

const keeping = (variable: string): string[] => [
  `if (pm.response.code === 201) pm.collectionVariables.set('${variable}', pm.response.json().data.id);`,
];

/** The address in parts, as Postman shows it. */
function addressOf(path: string, { id = '', inner = '', query = {} }: Partial<Sample>) {
  const filled = path.replace('{id}', `{{${id}}}`).replace('{offer}', `{{${inner}}}`);
  const search = Object.entries(query).map(([key, value]) => ({ key, value: String(value) }));
  const written = search.map(({ key, value }) => `${key}=${encodeURIComponent(value)}`).join('&');
  return {
    raw: `{{KOBOGATE_URL}}/api${filled}${written === '' ? '' : `?${written}`}`,
    host: ['{{KOBOGATE_URL}}'],
    path: ['api', ...filled.split('/').filter(Boolean)],
    query: search,
  };
}

function bodyOf({ body, file }: Partial<Sample>) {
  if (file !== undefined) return { body: { mode: 'file', file: { src: file } } };
  if (body === undefined) return {};
  const raw = JSON.stringify(
    body,
    (_name, value: unknown) => (typeof value === 'string' && isVariable(value) ? `{{${value}}}` : value),
    2,
  );
  return { body: { mode: 'raw', raw, options: { raw: { language: 'json' } } } };
}
