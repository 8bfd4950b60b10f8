import { NETWORK_IDS } from '@kobogate/contract';
import { connectRail } from '../adapters/banks/rails.ts';
import { openTreasuryWallets } from '../adapters/chains/open-treasury-wallet.ts';
import { createQuoteSigner } from '../sales/index.ts';
import { dayToCompare, reconcileDay } from '../books/index.ts';
import { loadAddressSources } from '../custody/index.ts';
import { createMonthSealer } from '../ledger/index.ts';
import { systemClock } from '../platform/clock.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { readSecrets } from '../configuration/secrets.ts';
import { createLog } from '../platform/log.ts';
import { say } from '../platform/program.ts';
import type { Command } from './command.ts';
import { openBooks } from './open-books.ts';

const USAGE = `Compares a day's chain, ledger and bank statement, to the kobo, prints the report and keeps it.

  npm run ops -- reconcile [DAY]

  DAY   a day of Lagos, such as 2026-11-21; without it, yesterday. Today is compared up to now

Ends with 1 where not all agrees.`;

/** Compares a day, prints and keeps the report, and answers 1 where not all agrees. */
async function run([day = dayToCompare(systemClock.now())]: readonly string[]): Promise<number> {
  const configuration = readConfiguration(readSecrets(process.env));
  const networks = NETWORK_IDS.filter((network) => configuration.networks[network] !== undefined);
  const log = createLog('warn');
  const addressSources = await loadAddressSources({ ...configuration, networks });
  const database = await openBooks(configuration, log);
  try {
    const made = await reconcileDay(
      {
        database,
        log,
        networks,
        addressSources,
        clock: database.clock,
        rails: configuration.rails.map((settings) => connectRail(settings, { log }).rail),
        treasuryWallets: openTreasuryWallets(configuration),
        quoteSigner: createQuoteSigner(configuration.secretsKey, configuration.otherSecretsKeys),
        monthSealer: createMonthSealer(configuration.secretsKey, configuration.otherSecretsKeys),
        publicOrigin: configuration.publicOrigin,
      },
      { day, isScheduled: false, adminId: null },
    );
    if (made === null) throw new Error('the report was not kept');
    say(`${day}: chain, ledger and bank statement`);
    for (const { name, outcome, detail } of made.report.parts) say(`${name}: ${outcome}. ${detail}`);
    for (const { place, subject, ours, theirs, advice } of made.report.differences) {
      say(`DIFFERENCE ${place}: ${subject}\n  ours:   ${ours}\n  theirs: ${theirs}\n  ${advice}`);
    }
    say(made.differenceCount === 0 ? `In all: ${made.outcome}.` : `${made.differenceCount} differences.`);
    return made.outcome === 'agrees' || made.outcome === 'not-compared' ? 0 : 1;
  } finally {
    await database.close();
  }
}

/** `npm run ops -- reconcile`. */
export const command: Command = { usage: USAGE, run };
