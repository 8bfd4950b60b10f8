import { z } from 'zod';
import { BEHAVIOURS } from '../banks/behaviour.ts';
import { PROVIDERS } from '../banks/provider.ts';
import { STATEMENT_FAULTS } from '../banks/statement.ts';
import { Refusal } from '../platform/refusal.ts';
import { OPEN_ID_BEHAVIOURS, OPEN_IDS } from '../sign-in/open-id.ts';
import { TEXT_BEHAVIOURS } from '../sms/termii.ts';
import { type Price, SOURCE_MODES } from '../rates/price-book.ts';

// Bodies arrive with every number as its own text (platform/exact-json.ts), so numbers are read from text here.
const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
const text = z.string().min(1).max(200);

export const PayInput = z.object({ asset: text, to: text, amount: text });
export const ArriveInput = z.object({ to: text, amount: text });
export const PayOddlyInput = z.object({
  to: text,
  amount: text,
  tokens: z.record(z.string().max(32), text).default({}),
  fails: z.boolean().default(false),
  back: text.optional(),
});
export const ReplaceInput = z.object({ txid: text, to: text, amount: text });
export const MineInput = z.object({ blocks: whole(1, 1_000).default(1), seconds: whole(0, 10_000_000).default(0) });
export const ReorgInput = z.object({
  depth: whole(0, 1_000),
  drop: z.array(text).default([]),
  move: z.array(text).default([]),
});
export const DeployInput = z.object({ contract: text, args: z.array(z.unknown()).default([]) });
export const CallInput = z.object({
  contract: text,
  address: text,
  function: text,
  args: z.array(z.unknown()).default([]),
  value: text.default('0'),
});
export const BalanceInput = z.object({ address: text, asset: text });
export const TextInput = z.object({ next: z.enum(TEXT_BEHAVIOURS) });
export const OpenIdInput = z.object({ provider: z.enum(OPEN_IDS), next: z.enum(OPEN_ID_BEHAVIOURS) });
export const RotateInput = z.object({ provider: z.enum(OPEN_IDS) });
export const MailInput = z.object({ to: text.optional() });
export const AccountInput = z.object({
  accountNumber: z.string().regex(/^\d{10}$/, 'must be ten digits'),
  bankCode: z.string().regex(/^\d{3,6}$/, 'must be three to six digits'),
  accountName: text,
  isClosed: z.boolean().default(false),
});
export const BehaviourInput = z.object({
  provider: z.enum(PROVIDERS),
  next: z.enum(BEHAVIOURS),
  times: whole(1, 1_000_000).default(1),
});
export const StatementInput = z.object({
  provider: z.enum(PROVIDERS),
  reference: text,
  fault: z.enum(STATEMENT_FAULTS),
});
const price = z.string().max(200).optional();
export const RateInput = z
  .object({ asset: text, ngn: price, usd: price, source: text.optional() })
  .refine(({ ngn, usd }) => ngn !== undefined || usd !== undefined, 'must have a price in ngn or usd');
export const SourceModeInput = z.object({ source: text, mode: z.enum(SOURCE_MODES) });

/** Reads input in a schema's shape. Throws a `Refusal` that names every field that does not fit. */
export function read<Shape>(schema: z.ZodType<Shape>, input: unknown): Shape {
  const parsed = schema.safeParse(input ?? {});
  if (parsed.success) return parsed.data;
  throw new Refusal(
    parsed.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; '),
  );
}

/** Only the prices that were given. */
export function pricesIn({ ngn, usd }: { ngn?: string | undefined; usd?: string | undefined }): Partial<Price> {
  return { ...(ngn === undefined ? {} : { ngn }), ...(usd === undefined ? {} : { usd }) };
}
