import { parseArgs } from 'node:util';
import { readOtherKeys, readSecretsKey } from '../configuration/configuration.ts';
import { readSecrets } from '../configuration/secrets.ts';
import { resealNonceKeys } from '../custody/index.ts';
import { resealTotpSecrets } from '../identity/index.ts';
import { resealEndpointSecrets } from '../messaging/index.ts';
import { ConfigurationError } from '../platform/errors.ts';
import { createLog } from '../platform/log.ts';
import { say } from '../platform/program.ts';
import { createSecretBox } from '../platform/secret-box.ts';
import { resealWord } from '../platform/secrets-key.ts';
import type { Command } from './command.ts';
import { openBooks } from './open-books.ts';

const USAGE = `After every server has the new SECRETS_KEY, and the former one in SECRETS_KEY_OTHERS: seals what is in the database with the new one. Servers may run meanwhile, and it may be repeated. docs/recovery.md has the whole walk.

  npm run ops -- rotate-secrets`;

async function run(args: readonly string[]): Promise<number> {
  parseArgs({ args: [...args], options: {} });
  const environment = readSecrets(process.env);
  const secretsKey = readSecretsKey(environment);
  const otherSecretsKeys = readOtherKeys(environment);
  if (secretsKey === null || otherSecretsKeys.length === 0) {
    throw new ConfigurationError(['Set SECRETS_KEY to the new key, and SECRETS_KEY_OTHERS to the former one.']);
  }
  const database = await openBooks(
    {
      databaseUrl: environment['DATABASE_URL'] || undefined,
      dataDir: environment['DATA_DIR'] || '.data',
      secretsKey,
      otherSecretsKeys,
    },
    createLog('warn'),
  );
  try {
    const box = createSecretBox(secretsKey, otherSecretsKeys);
    const apps = await resealTotpSecrets(database, box);
    const endpoints = await resealEndpointSecrets(database, box);
    const nonces = await resealNonceKeys(database, box);
    // Last: where the command breaks off before, a start without the former key is still refused.
    const hasMoved = await resealWord(database, box);
    say(
      `Sealed with the new key: ${apps} authenticator apps, ${endpoints} secrets of webhooks, ${nonces} keys that pay for nonces.`,
    );
    say(
      hasMoved || apps + endpoints + nonces > 0
        ? 'Run it once more when every server has the new key: it then says 0 of each.'
        : 'Nothing in this database is sealed with a former key.',
    );
    say(
      'Quotes, closed months and backups from before stay signed with the former key: leave it in SECRETS_KEY_OTHERS to prove them.',
    );
    return 0;
  } finally {
    await database.close();
  }
}

/** `npm run ops -- rotate-secrets`. */
export const command: Command = { usage: USAGE, run };
