import type { Draw } from '../platform/draw.ts';

/** A schema as OpenAPI 3.1 has it, in the words that the API's own description uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly format?: string;
  readonly maxLength?: number;
  readonly pattern?: string;
}

/** Values that have been seen in answers, by the name of their field. */
export class Seen {
  readonly #values = new Map<string, unknown[]>();

  /** Keeps every plain value of an answer, the latest of each name. */
  keep(answer: unknown): void {
    if (Array.isArray(answer)) for (const each of answer.slice(0, 5)) this.keep(each);
    else if (typeof answer === 'object' && answer !== null) {
      for (const [name, value] of Object.entries(answer)) {
        if (typeof value === 'object') this.keep(value);
        else this.add(name, value);
      }
    }
  }

  add(name: string, value: unknown): void {
    const kept = this.#values.get(name) ?? [];
    if (!kept.includes(value)) kept.push(value);
    if (kept.length > 40) kept.shift();
    this.#values.set(name, kept);
  }

  of(name: string): readonly unknown[] {
    return this.#values.get(name) ?? [];
  }
}

/** What a field of this name usually holds; the API's description has most of them as plain texts. */
const USUAL: Readonly<Record<string, readonly unknown[]>> = {
  currency: ['USDT', 'USDC', 'USDT', 'ETH', 'BTC', 'SOL', 'NGN'],
  fromCurrency: ['USDT', 'USDC', 'ETH'],
  network: ['ethereum', 'ethereum', 'polygon', 'bsc', 'bitcoin', 'solana'],
  asset: ['USDT@ethereum', 'USDC@ethereum', 'ETH@ethereum', 'BTC@bitcoin'],
  amount: ['10', '25', 25, '25000', '0.5', '1000000'],
  fromAmount: ['10', '1', 20, '0.000001'],
  minimumAmount: ['1000', null],
  maximumAmount: ['100000', null],
  accountNumber: ['0123456785', '0000000000'],
  bankName: ['GTBANK', 'ACCESS BANK'],
  accountName: ['Ada Obi'],
  reason: ['A sample reason'],
  note: ['A sample note'],
  phone: ['0803 000 0000'],
  url: ['https://shop.example/hook', 'http://127.0.0.1/', 'https://[::1]/'],
  redirectUrl: ['https://shop.example/thanks', null],
  limit: ['1', '20', '100', '0', '-1'],
  skip: ['0', '5', '999999999'],
  from: ['2026-01-01', '2026-11-20'],
  to: ['2026-11-24', '2026-12-31'],
  day: ['2026-11-23'],
  date: ['2026-11-23'],
  expiresAt: ['2030-01-01T00:00:00Z', null],
  code: ['000000', '123456'],
  otp: ['0000', '1234'],
  version: [0, 1, '1'],
  address: ['0x52908400098527886E0F7030069857D2E4169EE7', 'not-an-address'],
};

/** What breaks programs: edges of numbers, of texts, of types. */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1e300,
  1e-300,
  2 ** 31,
  2 ** 53,
  '9223372036854775808',
  '-9223372036854775809',
  '1e1000',
  '0x10',
  '-0',
  'NaN',
  'Infinity',
  '',
  ' ',
  '\t\n',
  [],
  {},
  [[[]]],
  [null],
  { $gt: '' },
  { isLosslessNumber: true, value: '1' },
  { isLosslessNumber: true, value: {} },
  { length: 5 },
  { toString: 'x', valueOf: 'y' },
  'null',
  'undefined',
  'x'.repeat(5000),
  '9'.repeat(400),
  `0.${'0'.repeat(118)}1`,
  'a\u0000b',
  '\u0000',
  '\uD800',
  'a\uDC00b',
  '\u202Eevil',
  '\u200B',
  '\uFEFF',
  'é'.repeat(60),
  'e\u0301'.repeat(40),
  '\u0300'.repeat(30),
  '🪙'.repeat(50),
  '👨‍👩‍👧‍👦',
  'İıſK',
  '１２３',
  '٣',
  "'; drop table app_user; --",
  "\\'; select pg_sleep(9); --",
  '$1',
  '%s%n%d',
  '%',
  '_',
  '\\',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '=cmd|calc!A0',
  '../../etc/passwd',
  '..\\..\\',
  '%00%ff',
  'a\r\nSet-Cookie: x=1',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  'toString',
  '2026-02-30',
  '0000-00-00',
  '+275760-09-13T00:00:00.001Z',
  '9999-12-31T23:59:59.999999999Z',
  '-000001-01-01',
  'http://169.254.169.254/latest/meta-data',
  'javascript:alert(1)',
  'https://user:pass@shop.example:99999/',
  '00000000-0000-0000-0000-000000000000',
  '01890000-0000-7000-8000-00000000000g',
  '01890000-0000-7000-8000-000000000000',
];

/** For tests: a value that a field may not expect. */
export const hostileValue = (draw: Draw): unknown => draw.of(HOSTILE);

/** For tests: the same as text. */
export function hostileText(draw: Draw): string {
  const value = hostileValue(draw);
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** A value that a field may hold: of its schema, of its name, or one that an answer had. */
export function fittingValue(draw: Draw, name: string, schema: Schema, seen: Seen): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum !== undefined && schema.enum.length > 0) return draw.of(schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices !== undefined && choices.length > 0) return fittingValue(draw, name, draw.of(choices), seen);
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const type = types.length === 0 ? undefined : draw.of(types);
  if (type === 'object' || schema.properties !== undefined) return fittingObject(draw, schema, seen);
  if (type === 'array') {
    return Array.from({ length: 1 + draw.below(2) }, () => fittingValue(draw, name, schema.items ?? {}, seen));
  }
  if (type === 'boolean') return draw.chance(0.5);
  if (type === 'null') return null;
  const named = [...(USUAL[name] ?? []), ...seen.of(name), ...(name.endsWith('Id') ? seen.of('id') : [])];
  if (named.length > 0 && draw.chance(0.9)) return draw.of(named);
  if (type === 'integer' || type === 'number') return draw.of([0, 1, 2, 30, 100, 1000]);
  return draw.of(['Sample', 'sample text', '1', '100', '5000']);
}

/** An object with what its schema requires, and often the rest. */
export function fittingObject(draw: Draw, schema: Schema, seen: Seen): Record<string, unknown> {
  const required = new Set(schema.required ?? []);
  const fields = Object.entries(schema.properties ?? {}).filter(([name]) => required.has(name) || draw.chance(0.5));
  return Object.fromEntries(fields.map(([name, field]) => [name, fittingValue(draw, name, field, seen)]));
}

const ODD_NAMES = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'isAdmin',
  'userId',
  'id',
  '',
  'ключ',
  'a.b',
  '0',
];

/** The same value with one thing about it changed, anywhere in it. */
export function mutated(draw: Draw, value: unknown): unknown {
  if (Array.isArray(value) && value.length > 0 && draw.chance(0.7)) {
    const at = draw.below(value.length);
    return value.map((item, index) => (index === at ? mutated(draw, item) : item));
  }
  if (typeof value === 'object' && value !== null && Object.keys(value).length > 0 && draw.chance(0.85)) {
    const entries = Object.entries(value);
    const at = draw.below(entries.length);
    const kind = draw.below(10);
    if (kind === 0) return Object.fromEntries(entries.filter((_, index) => index !== at));
    if (kind === 1) return Object.fromEntries([...entries, [draw.of(ODD_NAMES), hostileValue(draw)]]);
    return Object.fromEntries(
      entries.map(([name, field], index) => [name, index === at ? mutated(draw, field) : field]),
    );
  }
  const kind = draw.below(8);
  if (kind === 0) return [value];
  if (kind === 1) return { value };
  if (kind === 2 && typeof value === 'string') return value + hostileText(draw);
  if (kind === 3 && typeof value === 'number') return draw.of([-value, value + 0.5, value * 1e15, String(value)]);
  if (kind === 4 && typeof value === 'string') return value.slice(0, draw.below(value.length + 1));
  if (kind === 5 && typeof value === 'string') return value.toUpperCase();
  return hostileValue(draw);
}
