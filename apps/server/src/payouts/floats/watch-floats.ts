import { endpoints, type RailFloat, railTitle } from '@kobogate/contract';
import { formatNaira, type Kobo } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Transaction } from '../../platform/database.ts';
import type { Log } from '../../platform/log.ts';
import { layOutMail } from '../../platform/mail-layout.ts';
import { emitMany } from '../../events.ts';
import { listStaffEmails } from '../../controls/index.ts';
import type { BankRail } from '../bank-rail.ts';
import { listFloats, noteFloat, saveLowSince } from '../db.ts';
import type { PayoutDependencies } from '../dependencies.ts';

export interface FloatDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Pick<Log, 'warn'>;
  readonly rails: readonly Pick<BankRail, 'name' | 'floatKobo'>[];
  /** In kobo. */
  readonly lowFloatKobo: Kobo;
  /** The base of links in mail. */
  readonly publicOrigin: string;
}

/**
 * Asks each rail for its float, and records it. Where it has fallen below `lowFloatKobo`, warns in the log and mails
 * every administrator, once per fall, however many processes call this. A rail that does not answer is skipped: its
 * last reported float stays. Never throws for an outside fault.
 */
export async function watchFloats(dependencies: FloatDependencies): Promise<void> {
  const { database, clock } = dependencies;
  for (const rail of dependencies.rails) {
    const floatKobo = (await rail.floatKobo?.()) ?? null;
    if (floatKobo === null) continue;
    await database.transaction((tx) =>
      takeFloat(tx, dependencies, { rail: rail.name, floatKobo, askedAt: clock.now() }),
    );
  }
}

async function takeFloat(
  tx: Transaction,
  { log, lowFloatKobo, publicOrigin }: FloatDependencies,
  said: { rail: string; floatKobo: Kobo; askedAt: Date },
): Promise<void> {
  const { lowSince } = await noteFloat(tx, said);
  const isLow = said.floatKobo < lowFloatKobo;
  if (isLow === (lowSince !== null)) return;
  await saveLowSince(tx, said.rail, isLow ? said.askedAt : null);
  if (!isLow) return;
  const [floatKobo, below] = [String(said.floatKobo), String(lowFloatKobo)];
  log.warn({ rail: said.rail, floatKobo, lowFloatKobo: below }, 'little naira is left at a bank rail');
  const mail = lowFloatMail({ ...said, lowFloatKobo, publicOrigin });
  const admins = await listStaffEmails(tx, endpoints.reconciliations.run);
  await emitMany(
    tx,
    admins.map((to) => ({ type: 'mail.send', payload: { to, ...mail } })),
  );
}

function lowFloatMail({
  rail,
  floatKobo,
  lowFloatKobo,
  publicOrigin,
}: {
  rail: string;
  floatKobo: Kobo;
  lowFloatKobo: Kobo;
  publicOrigin: string;
}) {
  const subject = `There is little naira left at ${railTitle(rail)}`;
  const content = layOutMail({
    title: subject,
    paragraphs: [
      `${formatNaira(floatKobo)} is left for payouts, less than the ${formatNaira(lowFloatKobo)} at which we tell you.`,
      'Payouts that it does not cover go by another rail, or wait; nothing is lost. Please add naira at the provider.',
    ],
    link: { label: 'See all rails', url: `${publicOrigin}/admin/dashboard` },
    reason: 'You get this mail because you are an administrator. You will be told again the next time it falls.',
  });
  return { subject, ...content };
}

/** The connected rails in the operator's order, with their last reported floats. */
export async function viewRails({
  database,
  rails,
}: Pick<PayoutDependencies, 'database' | 'rails'>): Promise<RailFloat[]> {
  const known = new Map((await listFloats(database)).map((float) => [float.rail, float]));
  return rails.map(({ name }) => {
    const float = known.get(name);
    return {
      rail: name,
      floatKobo: float === undefined ? null : String(float.floatKobo),
      askedAt: float?.askedAt.toISOString() ?? null,
      lowSince: float?.lowSince?.toISOString() ?? null,
    };
  });
}
