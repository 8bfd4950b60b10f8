import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod/mini';
import type { RailCallback, ReadCallback } from '../../payouts/index.ts';
import { readJson } from '../../platform/json.ts';

/** Whether a callback carries the hex HMAC-SHA512 of its own bytes in a header. Takes the same time for any signature. */
export function isSigned({ body, header }: RailCallback, name: string, key: string): boolean {
  return isSameText(header(name) ?? '', createHmac('sha512', key).update(body).digest('hex'));
}

/** Compares in constant time. */
export function isSameText(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Reads callbacks with a schema that finds the reference, if `isProven` accepts them. */
export function createCallbackReader(
  schema: z.ZodMiniType<string>,
  isProven: (callback: RailCallback) => boolean,
): ReadCallback {
  return (callback) => {
    if (!isProven(callback)) return null;
    try {
      const parsed = schema.safeParse(readJson(Buffer.from(callback.body).toString('utf8')));
      return parsed.success ? parsed.data : null;
    } catch {
      return null;
    }
  };
}

/** The reference in an object under this key. */
export const referenceIn = (key: string) =>
  z.pipe(
    z.record(z.string(), z.unknown()),
    z.pipe(
      z.transform((body: Record<string, unknown>) => body[key]),
      z.pipe(
        z.object({ reference: z.string() }),
        z.transform(({ reference }) => reference),
      ),
    ),
  );
