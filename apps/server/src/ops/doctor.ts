import { parseArgs } from 'node:util';
import { type Configuration, readConfiguration } from '../configuration/configuration.ts';
import { readSecrets } from '../configuration/secrets.ts';
import { ConfigurationError } from '../platform/errors.ts';
import { isDatabaseThere } from '../platform/configured-database.ts';
import { createLog } from '../platform/log.ts';
import { say } from '../platform/program.ts';
import type { Command } from './command.ts';
import { examineDatabase } from './examine-database.ts';
import { examineDisk } from './examine-disk.ts';
import { examineFiles } from './examine-files.ts';
import { examineOutside } from './examine-outside.ts';
import { fine, type Finding, wrong } from './finding.ts';

const USAGE = `Tries everything that a server needs, with the variables that it would have: configuration, database and replica, schema, fence, erasing, disk, the files that are named, mail, text messages, sign-in with Google and Apple, each node of each network, each payout rail, each rate source, the signer, the receiver of telemetry. It changes nothing and sends nothing.

  npm run ops -- doctor

Ends with 1 where a server would not start, or would not work.`;

const MARKS = { fine: '✓', look: '!', wrong: '✗' } as const;

async function run(args: readonly string[]): Promise<number> {
  parseArgs({ args: [...args], options: {} });
  const { configuration, environment, findings } = readAll();
  const log = createLog('silent');
  const place = {
    databaseUrl: configuration?.databaseUrl ?? (environment['DATABASE_URL'] || undefined),
    dataDir: configuration?.dataDir ?? (environment['DATA_DIR'] || '.data'),
    secretsKey: configuration?.secretsKey ?? null,
    otherSecretsKeys: configuration?.otherSecretsKeys ?? [],
  };
  tell(findings);
  const isNew = !(await isDatabaseThere(place));
  const found = [...findings];
  const add = (each: readonly Finding[]): void => {
    tell(each);
    found.push(...each);
  };
  if (!isNew) add(await examineDatabase(place, log));
  // With a configuration that stops the start nothing makes one.
  else if (configuration !== null) add([fine('database', 'there is none in DATA_DIR yet: the first start makes it')]);
  // After the database: on a busy machine what these compute as they begin would be taken for its delay.
  const parts = [
    examineDisk(place.dataDir),
    ...(configuration === null ? [] : [...examineFiles(configuration), ...examineOutside(configuration, log)]),
  ];
  for (const part of parts) add(await part);
  const count = found.filter(({ state }) => state === 'wrong').length;
  say(count === 0 ? '\nA server can start and work with this.' : `\nTo put right: ${count}.`);
  return count === 0 ? 0 : 1;
}

/** The configuration where it can be read, and a finding for each sentence that would stop the start. */
function readAll(): {
  configuration: Configuration | null;
  environment: Readonly<Record<string, string | undefined>>;
  findings: readonly Finding[];
} {
  let environment: Readonly<Record<string, string | undefined>> = process.env;
  try {
    environment = readSecrets(process.env);
    const configuration = readConfiguration(environment);
    return { configuration, environment, findings: [fine('configuration', `roles ${configuration.roles.join(', ')}`)] };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return {
      configuration: null,
      environment,
      findings: error.message.split('\n').map((sentence) => wrong('configuration', sentence.trim())),
    };
  }
}

function tell(findings: readonly Finding[]): void {
  for (const { state, part, sentence } of findings) say(`${MARKS[state]} ${part}: ${sentence}`);
}

/** `npm run ops -- doctor`, and `npm run doctor`. */
export const command: Command = { usage: USAGE, run };
