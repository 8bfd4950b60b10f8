import { API_VERSION, type Endpoint, isFile } from '@kobogate/contract';
import * as z from 'zod/mini';
import { type JsonSchema, typeText } from './type-text.ts';

/**
 * What the build writes in place of `src/contract.ts`: the calls with their methods and paths, and the types of their
 * input and answers, with no imports. Pure.
 */
export function contractSource(calls: Readonly<Record<string, Endpoint>>): string {
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
  ].join('\n\n');
}

function text(schema: z.ZodMiniType, io: 'input' | 'output'): string {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return typeText(rest as JsonSchema);
}
