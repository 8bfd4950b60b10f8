import { gzipSync } from 'node:zlib';
import type { Draw } from '../platform/draw.ts';
import type { WireRequest } from '../server/product.ts';
import { fittingObject, fittingValue, hostileText, mutated, type Schema, type Seen } from './values.ts';

/** One operation as the API describes it. */
export interface Operation {
  readonly method: string;
  /** Below `/api`. */
  readonly path: string;
  readonly access: string;
  readonly scope: string | undefined;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  /** Of a body of JSON; undefined where it takes none. */
  readonly body: Schema | undefined;
  readonly takesFile: boolean;
  /** By status. */
  readonly media: Readonly<Record<string, string>>;
}

/** Who may call, and what they have. */
export interface Cast {
  /** The tokens of each kind of caller, the usual ones first. */
  readonly tokens: Readonly<Record<'public' | 'user' | 'admin' | 'key', readonly string[]>>;
  /** Ids by the part of an address before them. */
  readonly ids: Map<string, string[]>;
  readonly password: string;
  readonly picture: Uint8Array;
}

/** A request with what is known of it. */
export interface Composed {
  readonly wire: WireRequest;
  /** Undefined where its method or address was changed: any error may be its answer. */
  readonly operation: Operation | undefined;
}

const ESCAPES = [
  '%00',
  '%',
  '%zz',
  '%ff',
  '%2e%2e',
  '%2f',
  '..',
  '.',
  '//',
  ';a=b',
  '%E0%A4%A',
  '%0d%0a',
  "'",
  '*',
  '\\',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const TYPES = [
  'text/plain',
  'application/xml',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/json; charset=utf-16',
  'application/json;',
  'APPLICATION/JSON',
  'application/merge-patch+json',
  '',
  'x',
];

/** A request to one operation: mostly one that fits, often with something wrong about it. */
export function composeRequest(draw: Draw, operation: Operation, cast: Cast, seen: Seen): Composed {
  const path = `/api${fillIn(draw, operation, cast, seen)}${queryOf(draw, operation, seen)}`;
  const content = bodyOf(draw, operation, cast, seen);
  const token = tokenFor(draw, operation, cast);
  const headers: Record<string, string | string[]> = {
    'x-forwarded-for': `10.${draw.below(250)}.${draw.below(250)}.${draw.below(250)}`,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...content.headers,
    ...oddHeaders(draw, operation),
  };
  const wire = {
    method: operation.method,
    path,
    headers,
    ...(content.body === undefined ? {} : { body: content.body }),
  };
  if (draw.chance(0.03)) return { wire: { ...wire, method: draw.of(METHODS) }, operation: undefined };
  if (draw.chance(0.04)) return { wire: { ...wire, path: oddPath(draw, path) }, operation: undefined };
  return { wire, operation };
}

function fillIn(draw: Draw, { path, parameters }: Operation, { ids }: Cast, seen: Seen): string {
  return path.replaceAll(/\{(\w+)\}/g, (_all, name: string, at: number) => {
    const own = ids.get(path.slice(0, at - 1)) ?? [];
    if (own.length > 0 && draw.chance(0.75)) return encodeURIComponent(draw.of(own));
    const schema = parameters.find((parameter) => parameter.name === name)?.schema ?? {};
    return readable(textOf(draw, name, schema, seen)) || 'x';
  });
}

function textOf(draw: Draw, name: string, schema: Schema, seen: Seen): string {
  if (draw.chance(0.35)) return hostileText(draw);
  const value = fittingValue(draw, name, schema, seen);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** As a part of an address; a half of a character can't be escaped. */
const readable = (text: string): string => encodeURIComponent(text.slice(0, 300).replaceAll(/\p{Cs}/gu, '\uFFFD'));

function queryOf(draw: Draw, { parameters }: Operation, seen: Seen): string {
  const parts: string[] = [];
  for (const { name, in: place, schema } of parameters) {
    if (place !== 'query' || draw.chance(0.4)) continue;
    parts.push(`${name}=${readable(textOf(draw, name, schema, seen))}`);
    if (draw.chance(0.05)) parts.push(`${name}=again`);
  }
  if (draw.chance(0.05))
    parts.push(
      draw.of(['__proto__[x]=1', 'constructor=1', '%=%', '=', 'a[]=1&a[]=2', `x=${'y'.repeat(9000)}`, '%00=%00']),
    );
  return parts.length === 0 ? '' : `?${parts.join('&')}`;
}

interface Content {
  readonly body?: string | Uint8Array;
  readonly headers: Readonly<Record<string, string>>;
}

function bodyOf(draw: Draw, { body: schema, takesFile, method }: Operation, cast: Cast, seen: Seen): Content {
  if (takesFile) {
    const picture = Buffer.from(cast.picture);
    if (draw.chance(0.4)) picture[draw.below(picture.length)] = draw.below(256);
    const bytes = draw.chance(0.2) ? picture.subarray(0, draw.below(picture.length)) : picture;
    return {
      body: bytes,
      headers: { 'content-type': draw.of(['image/png', 'image/jpeg', 'application/octet-stream', '']) },
    };
  }
  if (schema === undefined && (method === 'GET' || draw.chance(0.8))) return { headers: {} };
  let value: unknown = fittingObject(draw, schema ?? {}, seen);
  if (schema?.properties?.['password'] !== undefined && draw.chance(0.8))
    value = { ...Object(value), password: cast.password };
  for (let left = draw.chance(0.45) ? 1 + draw.below(3) : 0; left > 0; left -= 1) value = mutated(draw, value);
  const text = JSON.stringify(value) ?? 'null';
  const body = draw.chance(0.06) ? oddText(draw, text) : text;
  if (draw.chance(0.01))
    return { body: gzipSync(body), headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' } };
  return { body, headers: { 'content-type': draw.chance(0.03) ? draw.of(TYPES) : 'application/json' } };
}

/** What no JSON writer writes. */
function oddText(draw: Draw, text: string): string | Uint8Array {
  const odd: readonly (() => string | Uint8Array)[] = [
    () => text.slice(0, draw.below(text.length + 1)),
    () => `\uFEFF${text}`,
    () => `${text}${text}`,
    () => text.replace('{', '{"a":1,"a":2,'),
    () => text.replace('{', '{"__proto__":{"isAdmin":true},'),
    () => text.replace('{', '{"\\u005f_proto__":{"isAdmin":true},'),
    () => `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    () => `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
    () => text.replace(/"([^"]*)"\}$/, `"${'x'.repeat(70_000)}"}`),
    () => text.replace(/\d+/, '9'.repeat(5000)),
    () => text.replace(/:("[^"]*"|\d+)/, ':NaN'),
    () => text.replaceAll('"', "'"),
    () => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.of(0xff, 0xfe, 0x22, 0x7d)]),
    () => Buffer.from(text, 'utf16le'),
    () => `/* comment */${text}`,
    () => '',
  ];
  return draw.of(odd)();
}

function tokenFor(draw: Draw, { access, scope }: Operation, { tokens }: Cast): string | undefined {
  if (draw.chance(0.04))
    return draw.of(['', 'x', '%00', 'A'.repeat(43), 'A'.repeat(5000), ...tokens.user, ...tokens.admin, ...tokens.key]);
  if (access === 'staff') return draw.of(tokens.admin);
  if (access === 'public') return draw.chance(0.9) ? undefined : draw.of(tokens.user);
  if (scope !== undefined && draw.chance(0.3)) return draw.of(tokens.key);
  return draw.chance(0.85) ? tokens.user[0] : draw.of(tokens.user);
}

function oddHeaders(draw: Draw, { parameters }: Operation): Record<string, string | string[]> {
  const headers: Record<string, string | string[]> = {};
  for (const { name, in: place } of parameters) {
    if (place !== 'header' || draw.chance(0.5)) continue;
    headers[name.toLowerCase()] = draw.of([`key-${draw.below(20)}`, 'a'.repeat(30), 'x'.repeat(500), ' ', '{}', 'ÿ']);
  }
  if (draw.chance(0.85)) return headers;
  const odd: readonly (readonly [string, string | string[]])[] = [
    ['if-match', '"x"'],
    ['if-none-match', '*'],
    ['if-modified-since', 'not a date'],
    ['range', 'bytes=0-1,5-'],
    ['accept', 'text/html;q=NaN'],
    ['accept-language', '*;q=9,%00'],
    ['accept-encoding', 'br, zstd;q=x'],
    ['origin', 'null'],
    ['origin', 'https://evil.example'],
    ['referer', 'javascript:1'],
    ['cookie', `a=${'b'.repeat(3000)}; __proto__=1`],
    ['x-forwarded-for', 'unknown, ::1, 999.1.1.1'],
    ['x-forwarded-for', ''],
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-proto', 'javascript'],
    ['x-http-method-override', 'DELETE'],
    ['user-agent', 'ÿ'.repeat(400)],
    ['authorization', 'Basic eDp5'],
    ['authorization', 'Bearer'],
    ['content-language', '%'],
    ['x-background', '1'],
    ['sec-fetch-site', 'cross-site'],
    ['last-event-id', "'; select 1"],
  ];
  const [name, value] = draw.of(odd);
  return { ...headers, [name]: value };
}

function oddPath(draw: Draw, path: string): string {
  const at = draw.below(path.length) + 1;
  const kind = draw.below(5);
  if (kind === 0) return `${path.slice(0, at)}${draw.of(ESCAPES)}${path.slice(at)}`;
  if (kind === 1) return `${path}/`;
  if (kind === 2) return path.toUpperCase();
  if (kind === 3) return path.slice(0, at);
  return `${path.slice(0, at)}${draw.of(ESCAPES).repeat(1 + draw.below(2000))}`;
}
