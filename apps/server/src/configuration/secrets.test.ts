// A secret may come from a file or a command, and then reaches the configuration as if it had been set; what is wrong with it
// is said without it.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSecrets, SECRET_VARIABLES } from './secrets.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secrets-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('[O10] each variable with a secret may be a file, whose last line break does not count', async () => {
  const path = join(folder, 'secret');
  await writeFile(path, 'two words\n');
  for (const name of SECRET_VARIABLES) {
    const read = readSecrets({ [`${name}_FILE`]: path, PORT: '3000' });
    expect(read).toEqual({ [name]: 'two words', PORT: '3000' });
  }
});

test('[O10] a secret that is set twice, missing or empty stops the start with its name, and never its value', async () => {
  const path = join(folder, 'empty');
  await writeFile(path, '\n');
  const wrong = {
    SECRETS_KEY: 'in the environment',
    SECRETS_KEY_FILE: path,
    DATABASE_URL_FILE: join(folder, 'none'),
    SMTP_URL_FILE: path,
  };
  const refusal = () => readSecrets(wrong);
  expect(refusal).toThrow('SECRETS_KEY and SECRETS_KEY_FILE are both set');
  expect(refusal).toThrow(/DATABASE_URL_FILE names \S+none, which can't be read: ENOENT/);
  expect(refusal).toThrow(/SMTP_URL_FILE names \S+, which is empty/);
  expect(refusal).not.toThrow('in the environment');
});

test('[O10] each variable with a secret may be what a command prints, such as a key service’s client', () => {
  for (const name of SECRET_VARIABLES) {
    // As it stands: no shell reads it.
    const read = readSecrets({ [`${name}_COMMAND`]: ' echo $HOME;  echo two ', PORT: '3000' });
    expect(read).toEqual({ [name]: '$HOME; echo two', PORT: '3000' });
  }
});

test('[O10] a command that fails, prints nothing or is one place of several stops the start, and what it printed is not said', async () => {
  const script = async (name: string, lines: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, `#!/bin/sh\n${lines}\n`, { mode: 0o700 });
    return path;
  };
  const wrong = {
    SECRETS_KEY_COMMAND: `${await script('failing', 'echo half of it; exit 3')} one`,
    SMTP_URL_COMMAND: 'true',
    SIGNER_KEY_COMMAND: await script('dying', 'kill -9 $$'),
    ADMIN_PASSWORD_COMMAND: join(folder, 'none'),
    DATABASE_URL_COMMAND: 'echo one',
    DATABASE_URL_FILE: join(folder, 'none'),
  };
  const refusal = () => readSecrets(wrong);
  expect(refusal).toThrow(/SECRETS_KEY_COMMAND names \S+failing one, which ended with 3\./);
  expect(refusal).toThrow('SMTP_URL_COMMAND names true, which printed nothing.');
  expect(refusal).toThrow(/SIGNER_KEY_COMMAND names \S+dying, which ended with SIGKILL/);
  expect(refusal).toThrow(/ADMIN_PASSWORD_COMMAND names \S+none, which can't be run: ENOENT/);
  expect(refusal).toThrow('DATABASE_URL_FILE and DATABASE_URL_COMMAND are both set');
  expect(refusal).not.toThrow(/half of it|DATABASE_URL_FILE names/);
});

test('[O10] files that are no secrets keep their names, and an empty variable is none', () => {
  const given = { KEYS_FILE: '/keys.json', SANCTIONS_FILE: '/list', EPOCH_FILE: '/epoch', SECRETS_KEY_FILE: '' };
  const { SECRETS_KEY_FILE: _, ...others } = given;
  expect(readSecrets(given)).toEqual(others);
});

test('[O10] docs/variables.md names exactly the variables that may be a file', async () => {
  const page = await readFile(new URL('../../../../docs/variables.md', import.meta.url), 'utf8');
  const [, section = ''] = page.split('\n## Secrets in files\n');
  const [list = ''] = section.split('\n## ');
  const named = [...list.matchAll(/`([A-Z][A-Z0-9_]*(?:<NETWORK>)?)`/g)].map(([, name = '']) => name);
  const wanted = new Set(SECRET_VARIABLES.map((name) => name.replace(/^RPC_.*/, 'RPC_<NETWORK>')));
  expect(named.filter((name) => !/NAME|KEYS_FILE|EPOCH_FILE/.test(name)).toSorted()).toEqual([...wanted].toSorted());
});
