import { dateTimeText, NETWORK_IDS } from '@kobogate/contract';
import { liftOnMachine, viewRecovery } from '../books/index.ts';
import { readConfiguration } from '../configuration/configuration.ts';
import { readSecrets } from '../configuration/secrets.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database.ts';
import { createLog, type Log } from '../platform/log.ts';
import { say } from '../platform/program.ts';
import type { Command } from './command.ts';
import { openBooks } from './open-books.ts';

const USAGE = `After a restore payouts are stopped until the books were compared with every bank and chain: docs/recovery.md.

  npm run ops -- recovery status           says whether payouts are stopped, why, and what is left to do; ends with 1 while they are
  npm run ops -- recovery lift "why"       lets payouts leave again, as the second person, where one administrator has approved that on
                                           the page /admin/recovery

“lift” is for an installation with one administrator. What you write is kept for ever.`;

interface Machine {
  readonly database: Database;
  readonly log: Log;
  readonly clock: Clock;
  readonly compared: { readonly rails: readonly string[]; readonly networks: readonly string[] };
}

const COMMANDS: Readonly<Record<string, (machine: Machine, args: readonly string[]) => Promise<number>>> = {
  status,
  lift,
};

async function run([name = '', ...args]: readonly string[]): Promise<number> {
  const work = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (work === undefined || (name === 'lift' && (args[0] ?? '').trim() === '')) {
    say(USAGE);
    return name === '' ? 0 : 1;
  }
  const configuration = readConfiguration(readSecrets(process.env));
  const log = createLog('warn');
  const compared = {
    rails: configuration.rails.map((rail) => rail.name),
    networks: NETWORK_IDS.filter((network) => configuration.networks[network] !== undefined),
  };
  const database = await openBooks(configuration, log);
  try {
    return await work({ database, log, clock: database.clock, compared }, args);
  } finally {
    await database.close();
  }
}

/** Answers 1 while the fence is up. */
async function status(machine: Machine): Promise<number> {
  const { fence, checks, left } = await viewRecovery(machine, { adminId: null });
  if (fence === null) {
    say('Payouts leave: the fence is not up.');
    return 0;
  }
  say(`Payouts are stopped since ${dateTimeText(fence.raisedAt)}: ${fence.reason}`);
  say(`Banks’ lists are read from ${dateTimeText(fence.readFrom)} on.`);
  for (const { title, detail } of checks.filter((check) => check.detail !== '')) say(`${title}: ${detail}`);
  for (const sentence of left) say(`Left to do: ${sentence}`);
  if (left.length === 0) say('Everything was compared, and every transfer is decided.');
  say(
    fence.firstLiftedBy === null
      ? 'No administrator has approved yet that payouts leave again (/admin/recovery).'
      : `${fence.firstLiftedBy} has approved that payouts leave again; a second person has to.`,
  );
  return 1;
}

async function lift(machine: Machine, [reason = '']: readonly string[]): Promise<number> {
  await liftOnMachine(machine, reason);
  say('Payouts leave again.');
  return 0;
}

/** `npm run ops -- recovery`. */
export const command: Command = { usage: USAGE, run };
