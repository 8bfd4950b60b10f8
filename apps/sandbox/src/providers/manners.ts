import { z } from 'zod';

const count = z.coerce.number().int().min(0).max(1_000_000);

/** What a provider may say that its node does not. */
export const LIES = ['amount', 'invent', 'omit', 'fork', 'chain', 'html', 'half'] as const;

/**
 * How a provider behaves. Nothing is set: it passes everything on, as its node says it.
 */
export const MannersInput = z.strictObject({
  /** The most blocks that one `eth_getLogs` covers. */
  rangeLimit: count.min(1).optional(),
  /** The most logs in one answer. */
  resultLimit: count.optional(),
  /** The most calls in one batch. */
  batchLimit: count.min(1).optional(),
  /** true: the state of each block is gone, as geth says it; `method`: this plan has no traces; `flat`: nested ones alone, as geth. */
  refuseTraces: z.union([z.boolean(), z.enum(['method', 'flat'])]).optional(),
  /** Traces and states of blocks that are deeper than this are refused. */
  pruneBlocks: count.optional(),
  /** It is so many blocks behind, and answers happily. */
  lagBlocks: count.optional(),
  /** Calls a second; the rest is answered with 429 and `Retry-After`. */
  perSecond: count.optional(),
  /** So many of the next requests are answered with 429 and `Retry-After`. */
  busy: count.optional(),
  /** It does not answer at all. */
  down: z.boolean().optional(),
  /** true: amounts are multiplied by 1,000 in block, trace, log and receipt alike. */
  lie: z.union([z.boolean(), z.enum(LIES)]).optional(),
  /** For `invent`: who is paid, in the smallest units of the native coin. */
  to: z.string().max(100).optional(),
  units: z
    .string()
    .regex(/^\d{1,30}$/)
    .optional(),
  /** Which of the network's two providers; the first, where it is not said. */
  provider: z.coerce.number().int().min(1).max(2).optional(),
});

/** The manners of one provider. */
export type Manners = Omit<z.infer<typeof MannersInput>, 'provider'>;

/** Those of traces and of the state that they need. */
export const OF_TRACES: ReadonlySet<keyof Manners> = new Set(['refuseTraces', 'pruneBlocks']);

/** Those that only a provider can have whose node speaks Ethereum's JSON-RPC. */
export const OF_EVM: readonly (keyof Manners)[] = [
  'rangeLimit',
  'resultLimit',
  'refuseTraces',
  'pruneBlocks',
  'lagBlocks',
  'to',
  'units',
];
