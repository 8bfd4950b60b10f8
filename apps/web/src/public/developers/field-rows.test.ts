// Guarantee: every field of a schema is in the reference once, with its path, its type in words and whether it is
// needed.
import * as z from 'zod/mini';
import { describe, expect, it } from 'vitest';
import { fieldRows } from './field-rows.ts';

describe('the fields of a schema', () => {
  it('are listed with nested ones', () => {
    const schema = z.object({
      id: z.string(),
      note: z.optional(z.nullable(z.string())),
      state: z.enum(['a', 'b']),
      parts: z.array(z.object({ amount: z.union([z.string(), z.number()]) })),
      owner: z.nullable(z.object({ isNew: z.boolean() })),
    });
    expect(
      fieldRows(schema, 'output').map(({ path, type, isOptional }) => `${path}${isOptional ? '?' : ''}: ${type}`),
    ).toEqual([
      'id: text',
      'note?: text or null',
      'state: “a”, “b”',
      'parts: list of object',
      'parts[].amount: text or number',
      'owner: object or null',
      'owner.isNew: true or false',
    ]);
  });

  it('is present in an answer where it has a default, and optional in a request', () => {
    const schema = z.object({ after: z._default(z.number(), 0) });
    expect(fieldRows(schema, 'input')[0]?.isOptional).toBe(true);
    expect(fieldRows(schema, 'output')[0]?.isOptional).toBe(false);
  });
});
