import * as z from 'zod/mini';
import { endpoint, instant } from './endpoint.ts';

export const ledgerReportSchema = z.object({
  ok: z.boolean(),
  accounts: z.number(),
  transactions: z.number(),
  entries: z.number(),
  differences: z.array(z.string()),
  checkedAt: instant,
});

export const networkStatusSchema = z.object({
  network: z.string(),
  name: z.string(),
  height: z.nullable(z.number()),
  headHeight: z.nullable(z.number()),
  checkedAt: z.nullable(instant),
  /** Why the watcher waits, in a sentence; null while it runs. */
  stalled: z.nullable(z.string()),
  /**
   * Until a watcher that was stopped has caught up, at its present pace; null where it is up to date or that is not
   * known.
   */
  secondsLeft: z.nullable(z.number()),
});
export type NetworkStatus = z.output<typeof networkStatusSchema>;

/** Deposit addresses of a family of chains; only a pool, such as Solana's, can be used up. */
export const addressSupplySchema = z.object({
  family: z.string(),
  size: z.number(),
  taken: z.number(),
  /** A fifth or less is left. */
  isLow: z.boolean(),
});

export const admin = {
  verifyLedger: endpoint({
    method: 'POST',
    path: '/admin/ledger/verify',
    summary: 'Recompute every balance of the ledger and report each difference',
    access: 'admin',
    proof: 'none',
    answer: z.object({ data: ledgerReportSchema }),
    errors: [401, 403],
  }),
  networks: endpoint({
    method: 'GET',
    path: '/admin/networks',
    summary: 'How far each watched network has been read, and how many deposit addresses were given out',
    access: 'admin',
    answer: z.object({ data: z.array(networkStatusSchema), addresses: z.array(addressSupplySchema) }),
    errors: [401, 403],
  }),
} as const;
