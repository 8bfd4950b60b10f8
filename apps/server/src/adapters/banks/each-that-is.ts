import * as z from 'zod/mini';

/**
 * The valid entries of a list. Invalid ones are left out: one malformed entry must not hide the other banks or
 * balances. A value that is not a list is refused.
 */
export function eachThatIs<Schema extends z.ZodMiniType>(schema: Schema) {
  const readAll = (items: unknown[]): z.output<Schema>[] =>
    items.flatMap((item) => {
      const parsed = schema.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    });
  return z.pipe(z.array(z.unknown()), z.transform(readAll));
}
