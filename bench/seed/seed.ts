import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { hasRealOrders, insertSamples } from '@kobogate/testkit/sales/samples/people.ts';
import { seedOrders } from '@kobogate/testkit/sales/samples/seed-orders.ts';
import { readOtherKeys, readSecretsKey } from '../../apps/server/src/configuration/configuration.ts';
import { readSecrets } from '../../apps/server/src/configuration/secrets.ts';
import { openForCommand } from '../../apps/server/src/platform/configured-database.ts';
import { ConfigurationError } from '../../apps/server/src/platform/errors.ts';
import { createLog } from '../../apps/server/src/platform/log.ts';
import { migrate } from '../../apps/server/src/platform/migrate.ts';
import { runProgram, say } from '../../apps/server/src/platform/program.ts';
import { createQuoteSigner } from '../../apps/server/src/sales/quotes/order-quote.ts';

const USAGE = `Fills a database with made-up people and orders of two years, for benches and demos.

  npm run seed -- [--orders COUNT] [--people COUNT] [--beside-real-orders]

  --orders COUNT         how many orders, 10,000 unless said; 1,000,000 take some minutes
  --people COUNT         how many people, each “Sample Person” with an address at samples.invalid; one for 500 orders unless said
  --beside-real-orders   also where people who are no samples have orders

The database is the one of DATABASE_URL, else of DATA_DIR, as for every command.`;

const MIGRATIONS = join(import.meta.dirname, '..', '..', 'apps', 'server', 'migrations');
const ORDERS_A_PERSON = 500;
const TOLD_EVERY = 100_000;

/** `npm run seed`: seeds samples and says what it did. Ends with 1 where it must not, or its arguments are wrong. */
async function run(): Promise<number> {
  const { values } = parseArgs({
    options: {
      orders: { type: 'string', default: '10000' },
      people: { type: 'string' },
      'beside-real-orders': { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  if (values.help) {
    say(USAGE);
    return 0;
  }
  const count = readCount('--orders', values.orders);
  const people =
    values.people === undefined ? Math.ceil(count / ORDERS_A_PERSON) : readCount('--people', values.people);
  const environment = readSecrets(process.env);
  const secretsKey = readSecretsKey(environment);
  if (secretsKey === null) {
    throw new ConfigurationError(['Quotes are signed with SECRETS_KEY: set it, or start the product once.']);
  }
  const otherSecretsKeys = readOtherKeys(environment);
  const place = { databaseUrl: environment['DATABASE_URL'] || undefined, dataDir: environment['DATA_DIR'] || '.data' };
  const database = await openForCommand({ ...place, secretsKey, otherSecretsKeys }, createLog('warn'));
  try {
    await migrate(database, MIGRATIONS);
    if (!values['beside-real-orders'] && (await hasRealOrders(database))) {
      say('This database has orders of real people. Samples beside them need --beside-real-orders.');
      return 1;
    }
    const start = performance.now();
    await seedOrders(database, await insertSamples(database, people), {
      count,
      signer: createQuoteSigner(secretsKey, otherSecretsKeys),
      withBooks: true,
      onProgress: (written) => {
        if (written % TOLD_EVERY === 0 && written < count) say(`${written.toLocaleString('en')} orders`);
      },
    });
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    say(`${count.toLocaleString('en')} orders of ${people.toLocaleString('en')} samples, in ${seconds} s.`);
    return 0;
  } finally {
    await database.close();
  }
}

function readCount(name: string, text: string): number {
  if (!/^[1-9]\d{0,7}$/.test(text)) throw new ConfigurationError([`${name} takes a number from 1 to 99999999.`]);
  return Number(text);
}

await runProgram(run);
