import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { eventually } from './wait.ts';

/** The PgBouncer that `npm test` has found; undefined where there is none. */
export const pgbouncer = process.env['PGBOUNCER'];

/** Why a test that needs PgBouncer can't run. */
export const NO_PGBOUNCER = 'PGBOUNCER names no program; `npm test` looks for one';

/** A PgBouncer in transaction mode before one database. */
export interface Pooler {
  /** The database's address through it. */
  readonly address: string;
  stop(): Promise<void>;
}

/** PgBouncer refuses to run as root: then it runs as the user `nobody`. */
async function nobody(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^nobody:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid ?? 65_534), gid: Number(gid ?? 65_534) };
}

/** Starts one that shares `connections` connections to the database at `address` between all transactions. */
export async function startPooler(address: string, connections: number): Promise<Pooler> {
  if (pgbouncer === undefined) throw new Error(NO_PGBOUNCER);
  const { hostname, port, username, password, pathname } = new URL(address);
  const name = pathname.slice(1);
  const own = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'kobogate-pgbouncer-'));
  const settings = join(folder, 'pgbouncer.ini');
  const user = await nobody();
  await writeFile(
    settings,
    `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${username} password=${password}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = transaction
max_client_conn = 500
default_pool_size = ${connections}
ignore_startup_parameters = extra_float_digits,statement_timeout,idle_in_transaction_session_timeout,application_name
`,
  );
  if (user !== undefined) await chown(settings, user.uid, user.gid);
  await chmod(folder, 0o755);
  const program = spawn(pgbouncer, [settings], { ...user, cwd: folder, stdio: 'ignore' });
  const ended = once(program, 'exit');
  const through = new URL(address);
  through.port = String(own);
  await eventually('PgBouncer answers', async () => {
    const client = new pg.Client({ connectionString: through.href });
    client.on('error', () => {});
    await client.connect();
    await client.end();
    return true;
  });
  return {
    address: through.href,
    stop: async () => {
      program.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
