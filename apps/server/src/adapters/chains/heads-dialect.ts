import { z } from 'zod';

interface Call {
  readonly method: string;
  readonly params: readonly unknown[];
}

/** How the nodes of a family announce their blocks by WebSocket. */
export interface HeadsDialect {
  /** The call whose answer says which chain this is; null where the socket answers none. */
  readonly identify: (Call & { differs(result: unknown): string | null }) | null;
  readonly subscribe: Call;
  /** The height of the block that a message of this subscription announces; null for any other message. Pure. */
  read(message: object, subscription: unknown): bigint | null;
}

/** A number as Ethereum's and Substrate's nodes write it. */
export const quantity = z
  .string()
  .regex(/^0x[\da-f]{1,16}$/i)
  .transform(BigInt);

/** Reads announcements of one method, in the form that all three families share. */
export function announcements<Result>(method: string, result: z.ZodType<Result>, height: (result: Result) => bigint) {
  const Announcement = z.object({
    method: z.literal(method),
    params: z.object({ subscription: z.union([z.string(), z.number()]), result }),
  });
  return (message: object, subscription: unknown): bigint | null => {
    const { success, data } = Announcement.safeParse(message);
    return success && data.params.subscription === subscription ? height(data.params.result) : null;
  };
}

/** Of a header only this. */
export const header = z.object({ number: quantity });
