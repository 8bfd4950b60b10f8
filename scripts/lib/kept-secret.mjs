import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * A secret of a data folder: made once, stored in a file that only its owner can read. A start that is interrupted
 * leaves either none or a whole one.
 * @param {string} dataDir
 * @param {string} name of the file
 * @param {() => string} make
 * @returns {Promise<string>}
 */
export async function keptSecret(dataDir, name, make) {
  const file = join(dataDir, name);
  const kept = (await readFile(file, 'utf8').catch(() => '')).trim();
  if (kept !== '') return kept;
  const made = make();
  await mkdir(dataDir, { recursive: true });
  await writeFile(`${file}.new`, `${made}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
  return made;
}

const SECRETS_KEY_FILE = 'secrets-key';

/**
 * The key with which the server of this data folder seals secrets in its database: 32 random bytes in base64.
 * @param {string} dataDir
 * @returns {Promise<string>}
 */
export const secretsKey = (dataDir) => keptSecret(dataDir, SECRETS_KEY_FILE, () => randomBytes(32).toString('base64'));

/**
 * As `secretsKey`, for a data folder that has one already; makes none.
 * @param {string} dataDir
 * @returns {Promise<string | undefined>}
 */
export const knownSecretsKey = (dataDir) =>
  readFile(join(dataDir, SECRETS_KEY_FILE), 'utf8').then(
    (text) => text.trim(),
    () => undefined,
  );
