import {
  API_KEY_PREFIX,
  API_VERSION,
  API_VERSION_HEADER,
  API_VERSIONS,
  DEVICE_HEADER,
  DEVICE_PATTERN,
  type Endpoint,
  ERROR_CODES,
  errorAnswer,
  errorCodeSchema,
  IDEMPOTENCY_KEY,
  isFile,
  isForPrograms,
  programErrorAnswer,
  RATE_LIMIT_HEADERS,
  REPLAYED,
  SCOPES,
} from '@kobogate/contract';
import { createSchemaWriter, type Json, type SchemaNames } from './openapi-schemas.ts';

const PATH_PARAMETER = /\{(\w+)\}/g;

/** Endpoints that belong together, under one heading. */
export interface ApiArea {
  readonly name: string;
  readonly description: string;
  readonly endpoints: readonly Endpoint[];
}

/** A request that is sent to merchants' programs. */
export interface ApiWebhook {
  readonly type: string;
  readonly description: string;
  readonly body: Endpoint['answer'];
  /** A body that is as `body` says. */
  readonly sample: unknown;
}

interface Described {
  readonly title: string;
  readonly areas: readonly ApiArea[];
  readonly webhooks: readonly ApiWebhook[];
  /** The area that the webhooks belong to. */
  readonly webhookArea: string;
  /** The header with their signature, and what it holds. */
  readonly signature: { readonly header: string; readonly description: string };
  readonly names: SchemaNames;
}

type Write = ReturnType<typeof createSchemaWriter>['write'];

/**
 * The OpenAPI 3.1 description of the given endpoints and webhooks, generated from the schemas that check them. Paths
 * are relative to the `/api` server entry.
 */
export function describeApi({ areas, webhooks, names, title, ...others }: Described): Json {
  const schemas = createSchemaWriter(
    new Map([...names, [programErrorAnswer, 'Error'], [errorAnswer, 'SessionError'], [errorCodeSchema, 'ErrorCode']]),
    new Map([[errorCodeSchema, CODES]]),
  );
  const paths: Record<string, Json> = {};
  for (const { name, endpoints } of areas) {
    for (const endpoint of endpoints) {
      const path = (paths[endpoint.path] ??= {});
      path[endpoint.method.toLowerCase()] = describeEndpoint(endpoint, name, schemas.write);
    }
  }
  const sent = webhooks.map(
    (webhook) => [webhook.type, { post: describeWebhook(webhook, others, schemas.write) }] as const,
  );
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: API_VERSION,
      description: 'Amounts are decimal texts or integers of the smallest unit, never floats.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/api' }],
    tags: areas.map(({ name, description }) => ({ name, description })),
    components: { securitySchemes: SECURITY_SCHEMES, headers: HEADERS, schemas: schemas.named() },
    paths,
    webhooks: Object.fromEntries(sent),
  };
}

function describeWebhook(
  { type, description, body, sample }: ApiWebhook,
  { webhookArea, signature: { header, description: meaning } }: Pick<Described, 'webhookArea' | 'signature'>,
  write: Write,
): Json {
  const examples = { sample: { summary: 'A sample, of things that do not exist', value: sample } };
  return {
    operationId: `on${asName(type)}`,
    summary: description,
    tags: [webhookArea],
    security: [],
    parameters: [{ name: header, in: 'header', required: true, description: meaning, schema: { type: 'string' } }],
    requestBody: { required: true, content: { 'application/json': { schema: write(body, 'output'), examples } } },
    responses: {
      '2XX': { description: 'It was taken, and is not sent again' },
      '4XX': { description: 'It was not taken, and is sent again, as after any answer but 2XX' },
    },
  };
}

/** The name of an event as types have it: `payment.paid` is `PaymentPaid`. */
export const asName = (type: string): string =>
  type
    .split('.')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');

/** What each code says that a merchant's program can get. */
const CODES = [
  'Why a call failed. A code keeps its meaning; a newer version may have more, so fall back on the status.',
  ...Object.entries(ERROR_CODES).map(
    ([code, { statuses, meaning }]) => `- \`${code}\` (${statuses.join(', ')}): ${meaning}`,
  ),
].join('\n');

const headerOf = (description: string): Json => ({ description, schema: { type: 'string' } });
const HEADERS: Readonly<Record<string, Json>> = {
  [API_VERSION_HEADER]: headerOf('The version of the API that answered'),
  [REPLAYED]: headerOf(
    '`true` where this is the first answer to the same `Idempotency-Key`, and nothing was done again',
  ),
  'Retry-After': headerOf('For how many seconds to wait before the call is made again'),
  ...Object.fromEntries(Object.entries(RATE_LIMIT_HEADERS).map(([name, meaning]) => [name, headerOf(meaning)])),
};
const headersNamed = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

const SECURITY_SCHEMES = {
  bearer: { type: 'http', scheme: 'bearer', description: 'The token of a signed-in user.' },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: `${API_KEY_PREFIX}…`,
    description: `A key made in the account's settings, for these scopes: ${SCOPES.join(', ')}. An operation names the scope that it needs; one without a scope needs a signed-in user.`,
  },
};

const KEY_PARAMETER = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'A repeat with the same key does nothing again and gets the first call’s answer.',
  schema: { type: 'string', pattern: IDEMPOTENCY_KEY.source },
};

const DEVICE_PARAMETER = {
  name: DEVICE_HEADER,
  in: 'header',
  required: false,
  description:
    'A secret that this browser or program creates and keeps. A sign-in code works only with the device that asked for it, and limits are counted per device.',
  schema: { type: 'string', pattern: DEVICE_PATTERN.source },
};

const VERSION_PARAMETER = {
  name: API_VERSION_HEADER,
  in: 'header',
  required: false,
  description:
    'The version that the program was written for. Left out: the newest. One that is not answered here: 400.',
  schema: { type: 'string', enum: [...API_VERSIONS] },
};

// OpenAPI 3.1 allows schemes other than OAuth to name the roles that an operation needs.
const securityOf = ({ access, scope }: Pick<Endpoint, 'access' | 'scope'>): Json[] =>
  access === 'public' ? [] : [{ bearer: [] }, ...(scope === null ? [] : [{ apiKey: [scope] }])];

function describeEndpoint(endpoint: Endpoint, tag: string, write: Write): Json {
  const body = describeBody(endpoint, write);
  const success = isFile(endpoint.media) ? BYTES : write(endpoint.answer, 'output');
  const error = write(isForPrograms(endpoint) ? programErrorAnswer : errorAnswer, 'output');
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    tags: [tag],
    'x-access': endpoint.access,
    ...(endpoint.roles.length > 0 ? { 'x-roles': endpoint.roles } : {}),
    security: securityOf(endpoint),
    parameters: [
      ...parametersOf(write(endpoint.params, 'input'), 'path'),
      ...parametersOf(write(endpoint.query, 'input'), 'query'),
      ...(endpoint.takesKey ? [KEY_PARAMETER] : []),
      ...(endpoint.takesDevice ? [DEVICE_PARAMETER] : []),
      ...(isForPrograms(endpoint) ? [VERSION_PARAMETER] : []),
    ],
    ...(body === null ? {} : { requestBody: { required: true, content: body } }),
    responses: Object.fromEntries([
      [
        endpoint.success,
        {
          ...answer('Success', success, endpoint.media),
          headers: { ...describeHeaders(endpoint), ...headersOf(endpoint) },
        },
      ],
      ...errorsOf(endpoint).map((status) => [
        status,
        {
          ...answer(ERROR_MEANINGS[status] ?? 'Error', error),
          headers: { ...headersOf(endpoint), ...(WAITS.has(status) ? headersNamed(['Retry-After']) : {}) },
        },
      ]),
    ]),
  };
}

/** The statuses of which an answer says how long to wait. */
const WAITS: ReadonlySet<number> = new Set([429, 503]);

/** Of every answer of a call: its version, and what an API key may still do. */
const headersOf = ({ scope }: Pick<Endpoint, 'scope'>): Json =>
  headersNamed([API_VERSION_HEADER, ...(scope === null ? [] : Object.keys(RATE_LIMIT_HEADERS))]);

/** Every status besides success, in their order. */
const errorsOf = (endpoint: Endpoint): number[] =>
  [...new Set([...everyErrorOf(endpoint), ...endpoint.errors])].toSorted((one, other) => one - other);

/** The errors that depend only on what a call takes: who calls, at which address, and how its body is sent. */
const everyErrorOf = ({
  access,
  method,
  path,
  scope,
}: Pick<Endpoint, 'access' | 'method' | 'path' | 'scope'>): number[] => [
  400,
  ...(access === 'public' ? [] : [401, 403]),
  // Each API key has a limit of its own.
  ...(scope === null ? [] : [429]),
  // A part that is longer than any of ours makes it no address of ours.
  ...(path.includes('{') ? [404] : []),
  ...(method === 'GET' ? [] : [413, 415]),
  503,
];

function describeHeaders(endpoint: Endpoint): Json {
  const own = Object.entries(endpoint.answerHeaders).map(([name, meaning]) => [name, headerOf(meaning)] as const);
  const isReplayed = endpoint.takesKey && isForPrograms(endpoint);
  return { ...Object.fromEntries(own), ...headersNamed(isReplayed ? [REPLAYED] : []) };
}

function describeBody({ body, fileLimit }: Endpoint, write: Write): Json | null {
  if (fileLimit !== null) return { 'application/octet-stream': { schema: BYTES } };
  const schema = write(body, 'input');
  const takesNothing = schema['$ref'] === undefined && Object.keys(schema['properties'] ?? {}).length === 0;
  return takesNothing ? null : { 'application/json': { schema } };
}

const ERROR_MEANINGS: Readonly<Record<number, string>> = {
  400: 'The request is malformed',
  401: 'The caller is not signed in',
  403: 'Not allowed for this caller',
  404: 'Not found',
  409: 'Conflict with the present state',
  413: 'The body is too large',
  415: 'The body is not of a type that is read here',
  422: 'A rule is broken',
  429: 'Too many requests',
  503: 'A dependency is down; nothing was lost',
};

const BYTES = { type: 'string', format: 'binary' };

function answer(description: string, schema: Json, media: Endpoint['media'] = 'application/json'): Json {
  return { description, content: { [media]: { schema } } };
}

function parametersOf(schema: Json, place: 'path' | 'query'): Json[] {
  const required = new Set((schema['required'] ?? []) as string[]);
  return Object.entries((schema['properties'] ?? {}) as Json).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.has(name),
    schema: property,
  }));
}

function operationId({ method, path }: Endpoint): string {
  const words = path.replace(PATH_PARAMETER, 'by-$1').split(/[/-]/).filter(Boolean);
  return [method.toLowerCase(), ...words.map((word) => word[0]?.toUpperCase() + word.slice(1))].join('');
}
