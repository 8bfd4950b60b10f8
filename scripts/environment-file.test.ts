// One file of variables, quoted as its head says, gives a shell and Kubernetes the values that were meant. systemd and compose, which read it
// too, take single quotes as a shell does (man systemd.exec, EnvironmentFile; the compose specification, env_file).
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { read, walk } from './lib/deploy-files.ts';
import { SAMPLE } from './lib/sample-environment.mjs';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'environment-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const ASSIGNMENT = /^(?<name>[A-Z][A-Z0-9_]*)=(?<value>.*)$/;
/** The assignments of a file as they stand there: kubectl reads them so, quotes and all. */
const literally = (text: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    text.split('\n').flatMap((line) => {
      const { name, value } = ASSIGNMENT.exec(line)?.groups ?? {};
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );

/** What a program gets whose shell has read the file as the walk for Debian does. */
async function byShell(text: string): Promise<Readonly<Record<string, string>>> {
  const file = join(folder, 'kobogate.env');
  await writeFile(file, text);
  const print = `${process.execPath} -p 'JSON.stringify(process.env)'`;
  const { stdout } = await promisify(execFile)('/bin/sh', ['-euc', `set -a && . ${file} && ${print}`], { env: {} });
  return JSON.parse(stdout);
}

/** What the walk's line for Kubernetes hands to kubectl. */
async function toKubectl(text: string): Promise<Readonly<Record<string, string>>> {
  const file = join(folder, 'kobogate.env');
  await writeFile(file, text);
  const line = (await walk('Kubernetes')).find((each) => each.includes('kubectl create secret generic')) ?? '';
  const command = line.replace(/ \| kubectl.*/, '').replace('kobogate.env', file);
  const { stdout } = await promisify(execFile)('/bin/sh', ['-euc', command]);
  return literally(stdout);
}

/** The rule of the file's head. */
async function quoted(value: string): Promise<string> {
  const [, plain = ''] = /but letters, digits and (.*) in it stands/.exec(await read(SAMPLE)) ?? [];
  const isPlain = [...value].every((letter) => /[A-Za-z0-9]/.test(letter) || plain.split(' ').includes(letter));
  return isPlain ? value : `'${value}'`;
}

const VALUES = {
  MAIL_FROM: 'Kobogate <no-reply@pay.example>',
  DATABASE_URL: 'postgres://kobogate:p%40ss@one:5432,two:5432/kobogate?sslmode=verify-full&sslrootcert=/etc/ca.pem',
  SMTP_URL: 'smtp://user@mail.example:word@mail.example:587?requireTLS=true',
  SECRETS_KEY: 'nwwe93/LCkhjzhCpWy1EeOYTC/qMV9EpbgSz/XqByV4=',
  ADMIN_PASSWORD: 'a $HOME "b" `c` \\ #d; (e) !f ~ *',
  OTEL_EXPORTER_OTLP_HEADERS: 'api-key=abc,other=d%20e',
  CONFIRMATIONS_BASE: '1:50000,3:5000000,6',
  PAYSTACK_SECRET_KEY: '~sk_live_1',
};

test('[O10] a file that is quoted as its head says has the same values for a shell and for Kubernetes', async () => {
  const lines = await Promise.all(
    Object.entries(VALUES).map(async ([name, value]) => `${name}=${await quoted(value)}\n`),
  );
  const text = `# a remark\n${lines.join('')}\n`;
  expect(await byShell(text)).toMatchObject(VALUES);
  expect(await toKubectl(text)).toEqual(VALUES);
});

test('[O10] the sample’s defaults need no quotes, and its own example has them', async () => {
  const sample = await read(SAMPLE);
  const filled = sample.replaceAll(/^#(?=[A-Z][A-Z0-9_]*=)/gm, '');
  const names = Object.keys(literally(filled));
  expect(names.length).toBeGreaterThan(100);
  expect(await byShell(filled)).toMatchObject(literally(filled));
  const [, example = ''] = /^# {3}(MAIL_FROM=.*)$/m.exec(sample) ?? [];
  expect(await byShell(example)).toMatchObject({ MAIL_FROM: VALUES.MAIL_FROM });
});
