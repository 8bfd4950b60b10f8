// Guarantee: whatever a request may hold can be sent. The server reads each JSON number as its decimal text, so a part of
// a request that wants a number of the language's own would refuse all that anybody sends.
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import * as features from './endpoints.ts';
import { count } from './settings.ts';

const AS_SENT = { isLosslessNumber: true, value: '2' };

/** The paths of the parts that want a number and do not take one as the server reads it. */
function bareNumbers(schema: unknown, path: string): string[] {
  if (!(schema instanceof z.ZodMiniType)) return [];
  const def: Readonly<Record<string, unknown>> = { ...schema.def };
  const within = (part: unknown, name: string): string[] => bareNumbers(part, `${path}${name}`);
  switch (def['type']) {
    case 'number':
    case 'bigint':
      return [path];
    case 'literal':
      return (def['values'] as unknown[]).some((value) => typeof value === 'number') ? [path] : [];
    case 'object':
      return Object.entries(def['shape'] as object).flatMap(([name, part]) => within(part, `.${name}`));
    case 'union':
      return z.safeParse(schema, AS_SENT).success
        ? []
        : (def['options'] as unknown[]).flatMap((part) => within(part, ''));
    case 'pipe':
      return within(def['in'], '');
    case 'array':
      return within(def['element'], '[]');
    case 'record':
      return within(def['valueType'], '{}');
    case 'optional':
    case 'nullable':
    case 'default':
      return within(def['innerType'], '');
    case 'string':
    case 'enum':
    case 'boolean':
    case 'custom':
    case 'unknown':
    case 'any':
      return [];
    default:
      throw new Error(`${path} is of a kind that is not looked into here: ${String(def['type'])}`);
  }
}

const calls = Object.values(features).flatMap((feature) => Object.values(feature));

describe('requests', () => {
  it.each(calls.map((call) => [`${call.method} ${call.path}`, call] as const))('%s takes what is sent', (_, call) => {
    expect([call.params, call.query, call.body].flatMap((part) => bareNumbers(part, ''))).toEqual([]);
  });

  it('is seen where one does not', () => {
    const wrong = z.object({ tiers: z.array(z.object({ tier: z.nullable(z.union([z.literal(0), z.literal(1)])) })) });
    expect(bareNumbers(wrong, '')).toEqual(['.tiers[].tier', '.tiers[].tier']);
    expect(bareNumbers(z.object({ days: count('Please send days.') }), '')).toEqual([]);
  });
});
