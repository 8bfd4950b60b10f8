import {
  API_KEY_PREFIX,
  DEVICE_HEADER,
  DEVICE_PATTERN,
  type Endpoint,
  errorAnswer,
  IDEMPOTENCY_KEY,
  isFile,
  REPLAYED,
  SCOPES,
} from '@kobogate/contract';
import * as z from 'zod/mini';

type Json = Record<string, unknown>;

const PATH_PARAMETER = /\{(\w+)\}/g;

/**
 * The OpenAPI 3.1 description of the given endpoints, generated from the schemas that check requests. Paths are
 * relative to the `/api` server entry.
 */
export function describeApi(endpoints: readonly Endpoint[], about: { title: string; version: string }): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = (paths[endpoint.path] ??= {});
    path[endpoint.method.toLowerCase()] = describeEndpoint(endpoint);
  }
  return {
    openapi: '3.1.0',
    info: { ...about, description: 'Amounts are decimal texts or integers of the smallest unit, never floats.' },
    servers: [{ url: '/api' }],
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Error: schemaOf(errorAnswer, 'output') },
    },
    paths,
  };
}

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

// OpenAPI 3.1 allows schemes other than OAuth to name the roles that an operation needs.
const securityOf = ({ scope }: Pick<Endpoint, 'scope'>): Json[] => [
  { bearer: [] },
  ...(scope === null ? [] : [{ apiKey: [scope] }]),
];

function describeEndpoint(endpoint: Endpoint): Json {
  const body = describeBody(endpoint);
  return {
    operationId: operationId(endpoint),
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.roles.length > 0 ? { 'x-roles': endpoint.roles } : {}),
    ...(endpoint.access === 'public' ? {} : { security: securityOf(endpoint) }),
    parameters: [
      ...parametersOf(schemaOf(endpoint.params, 'input'), 'path'),
      ...parametersOf(schemaOf(endpoint.query, 'input'), 'query'),
      ...(endpoint.takesKey ? [KEY_PARAMETER] : []),
      ...(endpoint.takesDevice ? [DEVICE_PARAMETER] : []),
    ],
    ...(body === null ? {} : { requestBody: { required: true, content: body } }),
    responses: Object.fromEntries([
      [
        endpoint.success,
        {
          ...answer('Success', isFile(endpoint.media) ? BYTES : schemaOf(endpoint.answer, 'output'), endpoint.media),
          ...describeHeaders(endpoint),
        },
      ],
      ...[...new Set([...everyErrorOf(endpoint), ...endpoint.errors])]
        .toSorted((one, other) => one - other)
        .map((status) => [status, answer(ERROR_MEANINGS[status] ?? 'Error', { $ref: '#/components/schemas/Error' })]),
    ]),
  };
}

/** The errors that come of what a call takes, whatever it does: who calls, at which address, and how its body is sent. */
const everyErrorOf = ({ access, method, path }: Pick<Endpoint, 'access' | 'method' | 'path'>): number[] => [
  400,
  ...(access === 'public' ? [] : [401, 403]),
  // A part that is longer than any of ours makes it no address of ours.
  ...(path.includes('{') ? [404] : []),
  ...(method === 'GET' ? [] : [413, 415]),
  503,
];

const REPLAYED_MEANS =
  '`true` where this is the first answer to the same `Idempotency-Key`, and nothing was done again';

function describeHeaders({
  answerHeaders,
  takesKey,
  scope,
  isOpen,
}: Pick<Endpoint, 'answerHeaders' | 'takesKey' | 'scope' | 'isOpen'>): Json {
  const isReplayed = takesKey && (scope !== null || isOpen);
  const headers = Object.entries({ ...answerHeaders, ...(isReplayed ? { [REPLAYED]: REPLAYED_MEANS } : {}) });
  if (headers.length === 0) return {};
  return {
    headers: Object.fromEntries(
      headers.map(([name, description]) => [name, { description, schema: { type: 'string' } }]),
    ),
  };
}

function describeBody({ body, fileLimit }: Endpoint): Json | null {
  if (fileLimit !== null) return { 'application/octet-stream': { schema: BYTES } };
  const schema = schemaOf(body, 'input');
  return Object.keys(schema['properties'] ?? {}).length > 0 ? { 'application/json': { schema } } : null;
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

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json;
  return rest;
}

function operationId({ method, path }: Endpoint): string {
  const words = path.replace(PATH_PARAMETER, 'by-$1').split(/[/-]/).filter(Boolean);
  return [method.toLowerCase(), ...words.map((word) => word[0]?.toUpperCase() + word.slice(1))].join('');
}
