import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chown, mkdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { unprivilegedIdentity } from '@kobogate/server/src/platform/embedded/identity.ts';
import { newestPostgres } from './debian-postgres.ts';
import { createTemporaryFolder } from './temporary-folder.ts';

/** Debian's package `postgresql`. */
const BIN = newestPostgres() ?? '';
/** Whether a PostgreSQL that replicates can be started here. */
export const canReplicate = BIN !== '' && existsSync(join(BIN, 'pg_basebackup'));

const runFile = promisify(execFile);

/** A PostgreSQL and its standby, by PostgreSQL's own streaming replication. */
export interface Replicated {
  readonly primaryUrl: string;
  readonly replicaUrl: string;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  /** Makes the standby a server of its own that takes writes. */
  promoteReplica(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts both, in a temporary folder. */
export async function startReplicated(): Promise<Replicated> {
  const folder = await createTemporaryFolder('replicated');
  const user = await unprivilegedIdentity();
  const own = join(folder.path, 'own');
  await mkdir(own);
  if (user !== undefined) await chown(own, user.uid, user.gid);
  const run = (program: string, ...args: string[]) => runFile(join(BIN, program), args, { cwd: own, ...user });
  const urlAt = (port: number): string => `postgres://postgres@127.0.0.1:${port}/postgres`;
  const [primary, replica] = [join(own, 'primary'), join(own, 'replica')];
  const [primaryPort, replicaPort] = [await freePort(), await freePort()];
  const start = (data: string, port: number) => {
    const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off -c shared_buffers=16MB`;
    return run('pg_ctl', '--silent', '--wait', '-D', data, '-l', `${data}.log`, '-o', options, 'start');
  };
  const stop = (data: string) => run('pg_ctl', '--silent', '--wait', '--mode=immediate', '-D', data, 'stop');

  await run(
    'initdb',
    '--auth=trust',
    '--username=postgres',
    '--no-sync',
    '--no-locale',
    '--encoding=UTF8',
    '-D',
    primary,
  );
  await start(primary, primaryPort);
  const from = ['-h', '127.0.0.1', '-p', String(primaryPort), '-U', 'postgres'];
  await run('pg_basebackup', ...from, '-D', replica, '--write-recovery-conf', '--checkpoint=fast', '--no-sync');
  await start(replica, replicaPort);
  return {
    primaryUrl: urlAt(primaryPort),
    replicaUrl: urlAt(replicaPort),
    stopReplica: async () => void (await stop(replica)),
    startReplica: async () => void (await start(replica, replicaPort)),
    promoteReplica: async () => void (await run('pg_ctl', '--silent', '--wait', '-D', replica, 'promote')),
    stop: async () => {
      await Promise.allSettled([stop(replica), stop(primary)]);
      await folder.remove();
    },
  };
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
