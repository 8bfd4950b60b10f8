import type { Log } from '../../platform/log.ts';
import type { BankRail } from './bank-rail.ts';

/**
 * Writes a warning for each rail where less naira lies for payouts than `lowFloatKobo`, before payouts have to wait for
 * it. A rail that does not say how much it has is passed over. Never throws for an outside fault.
 */
export async function warnOfLowFloat({
  rails,
  lowFloatKobo,
  log,
}: {
  readonly rails: readonly Pick<BankRail, 'name' | 'floatKobo'>[];
  readonly lowFloatKobo: bigint;
  readonly log: Pick<Log, 'warn'>;
}): Promise<void> {
  for (const rail of rails) {
    const float = (await rail.floatKobo?.()) ?? null;
    if (float === null || float >= lowFloatKobo) continue;
    log.warn(
      { rail: rail.name, floatKobo: String(float), lowFloatKobo: String(lowFloatKobo) },
      'little naira is left at a bank rail; add some before payouts have to wait for it',
    );
  }
}
