import { API_VERSION, type Endpoint, ERROR_CODES, isFile } from '@kobogate/contract';
import * as z from 'zod/mini';
import { type JsonSchema, typeText } from './type-text.ts';

/**
 * What the build writes in place of `src/contract.ts`: the calls with their methods and paths, and the types of their
 * input and answers and of events' data, with no imports. Pure.
 */
export function contractSource(
  calls: Readonly<Record<string, Endpoint>>,
  eventData: Readonly<Record<string, z.ZodMiniType>>,
): string {
  const table = Object.entries(calls).map(
    ([name, { media, method, path }]) => `  ${name}: ${JSON.stringify({ media, method, path })},`,
  );
  const types = Object.entries(calls).map(
    ([name, { body, query, answer, media }]) =>
      `  ${name}: { body: ${text(body, 'input')}; search: ${text(query, 'input')}; result: ${isFile(media) ? 'Uint8Array' : text(answer, 'output')} };`,
  );
  return [
    '/** The calls that the client makes. */',
    `export const CALLS = {\n${table.join('\n')}\n} as const;`,
    '/** The version of the API that these calls and types are of. */',
    `export const VERSION = ${JSON.stringify(API_VERSION)};`,
    '/** Names of the calls. */',
    'export type CallName = keyof typeof CALLS;',
    `interface Types {\n${types.join('\n')}\n}`,
    '/** What a call takes as its JSON body. */',
    "export type BodyOf<Name extends CallName> = Types[Name]['body'];",
    '/** What a call takes in its address. */',
    "export type SearchOf<Name extends CallName> = Types[Name]['search'];",
    '/** What a call answers. */',
    "export type ResultOf<Name extends CallName> = Types[Name]['result'];",
    '/** Why the server refused a call, as it may say. */',
    `export type ErrorCode =\n${Object.keys(ERROR_CODES)
      .map((code) => `  | '${code}'`)
      .join('\n')};`,
    ...eventTypes(eventData),
  ].join('\n\n');
}

/** The data of events, each form written once under the name of what it is about, such as `PaymentData`. */
function eventTypes(eventData: Readonly<Record<string, z.ZodMiniType>>): string[] {
  const names = new Map<z.ZodMiniType, string>();
  for (const [type, schema] of Object.entries(eventData)) {
    const [subject = ''] = type.split('.');
    if (!names.has(schema)) names.set(schema, `${subject.charAt(0).toUpperCase()}${subject.slice(1)}Data`);
  }
  const lines = Object.entries(eventData).map(([type, schema]) => `  readonly '${type}': ${names.get(schema)};`);
  return [
    ...[...names].map(([schema, name]) => `type ${name} = ${text(schema, 'output')};`),
    '/** What `data` is of each event, by the event’s type. */',
    `export interface EventData {\n${lines.join('\n')}\n}`,
  ];
}

function text(schema: z.ZodMiniType, io: 'input' | 'output'): string {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return typeText(rest as JsonSchema);
}
