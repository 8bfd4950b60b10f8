import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chown, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { newestPostgres } from '@kobogate/testkit/platform/debian-postgres.ts';
import { freePort } from '../support/free-port.ts';
import { send } from '../support/http.ts';
import { eventually } from '../support/wait.ts';
import type { HarmedDatabase } from './databases.ts';

const NODES = ['one', 'two', 'three'] as const;
type Node = (typeof NODES)[number];

/** Debian's packages `patroni`, `etcd-server` and `postgresql`. */
const PATRONI = '/usr/bin/patroni';
const ETCD = '/usr/bin/etcd';
const POSTGRES = newestPostgres();
const LONGEST_START_MS = 180_000;
/** How long a node that died stays away: longer than a switch takes. */
const AWAY_MS = 30_000;

/** How PostgreSQL's roles are looked after: as in deploy/README.md, and with Patroni's shortest times. */
const DYNAMIC = {
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  // A primary that dies is not waited for.
  primary_start_timeout: 0,
  // No commit is answered before a standby has it.
  synchronous_mode: true,
  synchronous_mode_strict: true,
  postgresql: { use_pg_rewind: true, parameters: { shared_buffers: '64MB', max_connections: 100 } },
};

/** Patroni, etcd and PostgreSQL refuse to run as root, or should not: then they run as Debian's user. */
async function identity(): Promise<{ uid: number; gid: number } | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const [, uid, gid] = /^postgres:[^:]*:(\d+):(\d+):/m.exec(await readFile('/etc/passwd', 'utf8')) ?? [];
  return { uid: Number(uid), gid: Number(gid) };
}

interface Ports {
  readonly client: number;
  readonly peer: number;
  readonly rest: number;
  readonly sql: number;
}

async function portsOfAll(): Promise<Readonly<Record<Node, Ports>>> {
  const ports = async (): Promise<Ports> => ({
    client: await freePort(),
    peer: await freePort(),
    rest: await freePort(),
    sql: await freePort(),
  });
  return { one: await ports(), two: await ports(), three: await ports() };
}

/** What Patroni reads of one node. */
function settingsOf(node: Node, own: string, { ports, passwords }: Pick<Places, 'ports' | 'passwords'>): object {
  const { rest, sql } = ports[node];
  return {
    scope: 'kobogate',
    name: node,
    restapi: { listen: local(rest), connect_address: local(rest) },
    etcd3: { hosts: NODES.map((each) => local(ports[each].client)) },
    bootstrap: {
      dcs: DYNAMIC,
      initdb: [{ encoding: 'UTF8' }, { locale: 'C' }],
      pg_hba: ['host all all 127.0.0.1/32 scram-sha-256', 'host replication replicator 127.0.0.1/32 scram-sha-256'],
    },
    postgresql: {
      listen: local(sql),
      connect_address: local(sql),
      data_dir: join(own, 'data'),
      bin_dir: POSTGRES,
      pgpass: join(own, 'pgpass'),
      authentication: {
        superuser: { username: 'postgres', password: passwords.superuser },
        replication: { username: 'replicator', password: passwords.replication },
      },
      parameters: { unix_socket_directories: '' },
    },
  };
}

function etcdArguments(node: Node, own: string, ports: Places['ports']): readonly string[] {
  const { client, peer } = ports[node];
  const members = NODES.map((each) => `${each}=http://${local(ports[each].peer)}`).join(',');
  const settings = {
    name: node,
    'data-dir': join(own, 'etcd'),
    logger: 'zap',
    'log-level': 'error',
    'listen-client-urls': `http://${local(client)}`,
    'advertise-client-urls': `http://${local(client)}`,
    'listen-peer-urls': `http://${local(peer)}`,
    'initial-advertise-peer-urls': `http://${local(peer)}`,
    'initial-cluster': members,
    'initial-cluster-state': 'new',
  };
  return Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
}

interface Places {
  readonly user: { uid: number; gid: number } | undefined;
  readonly ports: Readonly<Record<Node, Ports>>;
  readonly passwords: { readonly superuser: string; readonly replication: string };
}

async function choosePlaces(): Promise<Places> {
  const missing = [PATRONI, ETCD].filter((path) => !existsSync(path));
  if (POSTGRES === null) missing.push('PostgreSQL');
  if (missing.length > 0)
    throw new Error(`${missing.join(', ')} missing: apt-get install patroni etcd-server postgresql`);
  const passwords = { superuser: randomBytes(12).toString('hex'), replication: randomBytes(12).toString('hex') };
  return { user: await identity(), ports: await portsOfAll(), passwords };
}

const local = (port: number): string => `127.0.0.1:${port}`;

function kill(pid: number): void {
  if (pid === 0) return;
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}

/**
 * Three nodes, each an etcd, a Patroni and its PostgreSQL. They come to harm in three ways: `switch` hands the role of the
 * primary over, `primary` kills the primary's PostgreSQL, and `node` kills its Patroni too, for half a minute.
 */
export function clusterDatabase(folder: string): HarmedDatabase {
  const running = new Map<string, ChildProcess>();
  const folderOf = (node: Node): string => join(folder, 'cluster', node);
  let places: Places | undefined;
  let harmed: Node | undefined;
  let isStopping = false;

  function startProgram(name: string, program: string, args: readonly string[]): void {
    running.set(name, spawn(program, args, { ...places?.user, cwd: folder, stdio: 'ignore' }));
  }
  const startPatroni = (node: Node): void =>
    startProgram(`patroni ${node}`, PATRONI, [join(folderOf(node), 'patroni.json')]);
  const restOf = (node: Node): string => `http://${local(places?.ports[node].rest ?? 0)}`;

  async function nodesThat(path: string): Promise<readonly Node[]> {
    const asked = NODES.map((node) => send('GET', `${restOf(node)}${path}`).catch(() => ({ status: 0 })));
    const answers = await Promise.all(asked);
    return NODES.filter((_, index) => answers[index]?.status === 200);
  }
  const primary = async (): Promise<Node | undefined> => (await nodesThat('/primary'))[0];
  /** A primary that is another than the one which was harmed, and a standby that has all it acknowledged. */
  async function isReady(): Promise<boolean> {
    const [now, standbys] = [await primary(), await nodesThat('/synchronous')];
    return now !== undefined && now !== harmed && standbys.length > 0;
  }
  const isWhole = async (): Promise<boolean> =>
    (await primary()) !== undefined && (await nodesThat('/replica')).length === NODES.length - 1;

  async function postmaster(node: Node): Promise<number> {
    const text = await readFile(join(folderOf(node), 'data', 'postmaster.pid'), 'utf8').catch(() => '');
    return Number(text.split('\n')[0]);
  }

  return {
    victims: ['switch', 'primary', 'node'],
    isReady,
    start: async () => {
      places = await choosePlaces();
      const { ports, passwords, user } = places;
      for (const node of NODES) {
        const own = folderOf(node);
        await mkdir(own, { recursive: true });
        // Every JSON is YAML.
        const settings = join(own, 'patroni.json');
        await writeFile(settings, JSON.stringify(settingsOf(node, own, places)), { mode: 0o600 });
        if (user !== undefined) for (const path of [own, settings]) await chown(path, user.uid, user.gid);
        startProgram(`etcd ${node}`, ETCD, etcdArguments(node, own, ports));
      }
      for (const node of NODES) startPatroni(node);
      const runs = async (): Promise<boolean> => (await isWhole()) && isReady();
      await eventually('the cluster runs', runs, { limitMs: LONGEST_START_MS });
      const address = (hosts: string, name: string): string =>
        `postgres://postgres:${passwords.superuser}@${hosts}/${name}`;
      const first = local(ports[(await primary()) ?? 'one'].sql);
      const client = new pg.Client({ connectionString: address(first, 'postgres') });
      await client.connect();
      await client.query('create database kobogate');
      await client.end();
      const hosts = NODES.map((node) => local(ports[node].sql)).join(',');
      return `${address(hosts, 'kobogate')}?target_session_attrs=read-write`;
    },
    harm: async (victim) => {
      // With two nodes away all commits wait, as synchronous mode is to do: that is no switch.
      await eventually('all nodes are there', isWhole, { limitMs: LONGEST_START_MS });
      const [leader, candidate] = [await primary(), (await nodesThat('/synchronous'))[0]];
      if (leader === undefined || candidate === undefined) return false;
      if (victim === 'switch') {
        const { status } = await send('POST', `${restOf(leader)}/switchover`, { body: { leader, candidate } });
        if (status !== 200) return false;
      }
      if (victim === 'node') running.get(`patroni ${leader}`)?.kill('SIGKILL');
      if (victim !== 'switch') kill(await postmaster(leader));
      harmed = leader;
      const startAgain = (): void => {
        if (!isStopping) startPatroni(leader);
      };
      if (victim === 'node') void pause(AWAY_MS).then(startAgain);
      return true;
    },
    stop: async () => {
      isStopping = true;
      for (const [, program] of running) program.kill('SIGKILL');
      const pids = await Promise.all(NODES.map(postmaster));
      for (const pid of pids) kill(pid);
      await eventually('the cluster has ended', async () => {
        const alive = new Set(await readdir('/proc'));
        return !pids.some((pid) => pid !== 0 && alive.has(String(pid)));
      });
    },
  };
}
