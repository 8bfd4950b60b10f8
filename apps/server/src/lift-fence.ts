import { NETWORK_IDS } from '@kobogate/contract';
import { liftOnMachine } from './books/index.ts';
import { systemClock } from './platform/clock.ts';
import { readConfiguration } from './configuration/configuration.ts';
import { openForCommand } from './platform/configured-database.ts';
import { createLog } from './platform/log.ts';
import { runProgram, say } from './platform/program.ts';

const USAGE = `Lets payouts leave again, as the second person, where one administrator has said so on the page /admin/recovery.

  npm run lift-fence -- "why, in your words"

It is for an installation with one administrator. What you write is kept for ever.`;

/** `npm run lift-fence -- "REASON"`: the operator's word on the machine. Ends with 1 where the fence stays up. */
async function main(reason = ''): Promise<number> {
  if (reason.trim() === '') {
    say(USAGE);
    return 1;
  }
  const configuration = readConfiguration(process.env);
  const log = createLog('warn');
  const compared = {
    rails: configuration.rails.map(({ name }) => name),
    networks: NETWORK_IDS.filter((network) => configuration.networks[network] !== undefined),
  };
  const database = await openForCommand(configuration, log);
  try {
    await liftOnMachine({ database, clock: systemClock, log, compared }, reason);
  } finally {
    await database.close();
  }
  say('Payouts leave again.');
  return 0;
}

await runProgram(() => main(...process.argv.slice(2, 3)));
