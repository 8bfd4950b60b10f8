import * as z from 'zod/mini';

/**
 * A list of what has the given form. What has another is left out: one odd entry must not take the other banks, or the
 * other balances, away. Something else than a list is refused.
 */
export function eachThatIs<Schema extends z.ZodMiniType>(schema: Schema) {
  const readAll = (items: unknown[]): z.output<Schema>[] =>
    items.flatMap((item) => {
      const parsed = schema.safeParse(item);
      return parsed.success ? [parsed.data] : [];
    });
  return z.pipe(z.array(z.unknown()), z.transform(readAll));
}
