// The compose file has the form that compose takes, names nothing that it does not have, and starts programs that the image has, with an
// operator's words behind them.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { COMPOSE_SHAPE } from './lib/compose-shape.ts';
import { isKnown, knownVariables, read, walk } from './lib/deploy-files.ts';
import { inRoot } from './lib/paths.mjs';

interface Service {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly env_file?: string;
  readonly entrypoint: readonly string[];
  readonly command?: readonly string[];
  readonly secrets?: readonly string[];
  readonly networks: readonly string[];
  readonly depends_on?: readonly string[] | Readonly<Record<string, unknown>>;
  readonly volumes?: readonly (string | { readonly source: string; readonly target: string })[];
  readonly tmpfs?: readonly string[];
  readonly ports?: readonly string[];
  readonly security_opt?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
  readonly networks: object;
  readonly volumes: object;
}

const readCompose = async (): Promise<Compose> => parse(await read('deploy/compose.yaml'), { merge: true });
function serviceOf({ services }: Compose, name: string): Service {
  const service = services[name];
  if (service === undefined) throw new Error(`there is no service ${name}`);
  return service;
}
const namesOf = (words: Service['depends_on'] = []): readonly string[] =>
  Array.isArray(words) ? words : Object.keys(words);
const sourceOf = (volume: string | { readonly source: string }): string =>
  typeof volume === 'string' ? (volume.split(':')[0] ?? '') : volume.source;

test('[O11] the compose file has the form of the specification, and refers to what it has', async () => {
  const compose = await readCompose();
  const validate = new Ajv({ allErrors: true, allowUnionTypes: true }).compile(COMPOSE_SHAPE);
  expect(validate(compose), JSON.stringify(validate.errors)).toBe(true);
  const nested = { ...compose.services['ops'], entrypoint: [['/bin/sh']] };
  expect(validate({ ...compose, services: { ops: nested } }), 'a list in a list').toBe(false);
  const volumes = Object.keys(compose.volumes);
  for (const [name, service] of Object.entries(compose.services)) {
    for (const each of service.secrets ?? []) expect(Object.keys(compose.secrets), name).toContain(each);
    for (const each of service.networks) expect(Object.keys(compose.networks), name).toContain(each);
    for (const each of namesOf(service.depends_on)) expect(Object.keys(compose.services), name).toContain(each);
    const sources = (service.volumes ?? []).map(sourceOf);
    for (const each of sources.filter((source) => !source.startsWith('.'))) expect(volumes, name).toContain(each);
    for (const each of sources.filter((source) => source.startsWith('.'))) {
      expect(existsSync(inRoot('deploy', each)), `${name}: ${each}`).toBe(true);
    }
  }
});

test('[O11] the walk makes every file that compose reads, for its readers alone, and git takes none of them', async () => {
  const { services, secrets } = await readCompose();
  const lines = (await walk('Compose')).filter((line) => !/^(?:export|docker) /.test(line));
  const folder = await mkdtemp(join(tmpdir(), 'compose-'));
  try {
    await mkdir(join(folder, 'deploy/compose/files'), { recursive: true });
    for (const name of ['kobogate.env', 'kobogate-keys.txt'])
      await writeFile(join(folder, name), 'X=1\n', { mode: 0o600 });
    await promisify(execFile)('/bin/sh', ['-euc', `umask 077\n${lines.join('\n')}`], { cwd: folder });
    const readable = async (path: string) => ((await stat(join(folder, 'deploy', path))).mode & 0o007).toString(8);
    const files = Object.values(secrets).map(({ file }) => file);
    for (const file of files) {
      // PgBouncer's user is another one than Kobogate's, and both are not the one that made it.
      expect(await readable(file), file).toBe('4');
      expect(await readable(dirname(file)), dirname(file)).toBe('0');
    }
    expect(await readable('compose/files/kobogate-keys.txt')).toBe('4');
    expect(await readable(services['api']?.env_file ?? '')).toBe('0');
    const made = [...files, services['api']?.env_file, 'compose/files/kobogate-keys.txt'].map(
      (path) => `deploy/${path}`,
    );
    const { stdout } = await promisify(execFile)(
      'git',
      ['check-ignore', 'kobogate.env', 'kobogate-keys.txt', ...made],
      {
        cwd: inRoot(),
      },
    );
    expect(stdout.trim().split('\n')).toEqual(['kobogate.env', 'kobogate-keys.txt', ...made]);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('[O11] the compose file runs each role apart, without rights, and gives secrets as files', async () => {
  const compose = await readCompose();
  const names = await knownVariables();
  for (const role of ['api', 'watcher', 'worker']) {
    const service = serviceOf(compose, role);
    expect(service.environment['ROLES']).toBe(role);
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], init: true });
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.secrets).toEqual(['secrets-key', 'database-password']);
    for (const name of Object.keys(service.environment)) {
      expect(name === 'KOBOGATE_DATABASE' || isKnown(names, name), name).toBe(true);
    }
  }
  // What these two keep may be larger than memory, and outlives a container.
  for (const [role, volume] of [
    ['worker', 'departures:/data'],
    ['watcher', 'watch-lists:/data'],
  ] as const) {
    const { volumes, tmpfs = [] } = serviceOf(compose, role);
    expect(volumes).toContain(volume);
    expect(tmpfs.join(' ')).not.toContain('/data');
  }
  const open = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined);
  expect(open.map(([name]) => name)).toEqual(['tls']);
  expect(serviceOf(compose, 'postgres').networks).toEqual(['inside']);
});

test('[O11] a volume of the program is a folder of the image, which its user owns: a new volume would be root’s otherwise', async () => {
  const { services } = await readCompose();
  const [, folders = ''] = /^RUN mkdir -p (.+) && chown 1000:1000 \1$/m.exec(await read('deploy/Containerfile')) ?? [];
  const volumes = Object.values(services)
    .filter(({ image }) => image.startsWith('kobogate:'))
    .flatMap((service) => service.volumes ?? [])
    .filter((volume) => typeof volume === 'string');
  expect(volumes).toContain('backups:/backups');
  for (const each of volumes) expect(folders.split(' '), each).toContain(each.split(':')[1]);
});

test('[O11] an operator’s command goes to the database itself, and the roles through PgBouncer', async () => {
  const compose = await readCompose();
  const hostOf = (name: string) => serviceOf(compose, name).environment['KOBOGATE_DATABASE']?.split(':')[0] ?? '';
  expect(['api', 'watcher', 'worker', 'ops'].map(hostOf)).toEqual(['pgbouncer', 'pgbouncer', 'pgbouncer', 'postgres']);
  for (const name of ['api', 'ops']) {
    expect(serviceOf(compose, name).depends_on).toEqual({ [hostOf(name)]: { condition: 'service_healthy' } });
    expect(
      serviceOf(compose, name).networks.some((each) => serviceOf(compose, hostOf(name)).networks.includes(each)),
    ).toBe(true);
  }
});

test('[I1] PgBouncer passes the time limits of connections over, and tries a PostgreSQL that was started again at once', async () => {
  const lines = (await read('deploy/compose/pgbouncer.ini')).split('\n');
  const valueOf = (name: string): string => lines.find((line) => line.startsWith(`${name} = `))?.split(' = ')[1] ?? '';
  expect(valueOf('pool_mode')).toBe('transaction');
  const ignored = valueOf('ignore_startup_parameters').split(',');
  expect(ignored).toEqual(expect.arrayContaining(['statement_timeout', 'idle_in_transaction_session_timeout']));
  // Its default of 15 s counts from the first refusal: longer than a restart of the database takes.
  expect(Number(valueOf('server_login_retry'))).toBe(1);
});

test('[O11] every service that runs the program sees compose/files, read-only, where the walk says that KEYS_FILE is', async () => {
  const compose = await readCompose();
  const [, folder] = /KEYS_FILE=(\/\S+)\/kobogate-keys\.txt/.exec(await read('deploy/README.md')) ?? [];
  for (const name of ['api', 'watcher', 'worker', 'ops']) {
    expect(serviceOf(compose, name).volumes, name).toContainEqual(
      expect.objectContaining({ type: 'bind', source: './compose/files', target: folder, read_only: true }),
    );
  }
});

test('[O11] a service of the compose file starts a program of the image, with the words of `run` behind it', async () => {
  const compose = await readCompose();
  for (const [name, program, words] of [
    ['api', 'main', []],
    ['watcher', 'main', []],
    ['worker', 'main', []],
    ['ops', 'ops/main', ['doctor']],
    ['ops', 'ops/main', ['backup', '--to', '/backups', '--keep', '7']],
    ['ops', 'ops/main', ['recovery', 'lift', 'compared with the bank’s own page']],
  ] as const) {
    const { entrypoint, command = [], environment } = serviceOf(compose, name);
    const { args, url } = await startWith([...entrypoint, ...(words.length > 0 ? words : command)], environment);
    expect(args).toEqual(['--enable-source-maps', `apps/server/dist/${program}.js`, ...words]);
    expect(url).toBe(`postgres://kobogate:hidden@${environment['KOBOGATE_DATABASE']}`);
    // The build makes `dist` of these.
    expect(existsSync(inRoot(`apps/server/src/${program}.ts`)), program).toBe(true);
  }
});

test('[O2] the restore that is told for compose stops whatever may be connected to the database, and uses what there is', async () => {
  const compose = await readCompose();
  const lines = (await walk('The same in compose', 'docs/recovery.md')).filter((line) => line.startsWith('docker '));
  const words = lines.map((line) => line.split(' compose -f deploy/compose.yaml ')[1]?.split(' ') ?? []);
  expect(words.map(([word]) => word)).toEqual(['stop', 'run', 'exec', 'run', 'up', 'run']);
  // A running one would keep the database from being renamed; `ops` runs for as long as its command does.
  const connected = Object.keys(compose.services).filter(
    (name) => serviceOf(compose, name).networks.includes('inside') && !['postgres', 'ops'].includes(name),
  );
  expect(words[0]?.slice(1).toSorted()).toEqual(connected.toSorted());
  expect(words[3]?.slice(2, 5)).toEqual(['ops', 'restore', expect.stringMatching(/^\/backups\//)]);
  const database = (serviceOf(compose, 'ops').environment['KOBOGATE_DATABASE'] ?? '').split('/')[1];
  const { POSTGRES_USER: user, POSTGRES_DB: made } = serviceOf(compose, 'postgres').environment;
  expect([database, user]).toEqual([made, 'kobogate']);
  expect(lines[2]).toContain(`exec postgres psql -U ${user} -d postgres -c 'alter database ${database} rename`);
  expect(lines[2]).toContain(`create database ${database}'`);
});

/** What a container's shell starts as `node`: its words, and the database's address among its variables. */
async function startWith([file = '', ...words]: readonly string[], environment: Service['environment']) {
  const folder = await mkdtemp(join(tmpdir(), 'compose-'));
  try {
    await writeFile(join(folder, 'database-password'), 'hidden\n');
    const report =
      'process.stdout.write(JSON.stringify({ args: process.argv.slice(1), url: process.env.DATABASE_URL }))';
    const node = `#!/bin/sh\nexec ${process.execPath} -e '${report}' -- "$@"\n`;
    await writeFile(join(folder, 'node'), node, { mode: 0o755 });
    // Compose takes two dollar signs for one.
    const said = words.map((word) => word.replaceAll('$$', '$').replaceAll('/run/secrets', folder));
    const { stdout } = await promisify(execFile)(file, said, {
      env: { PATH: `${folder}:${process.env['PATH']}`, ...environment },
    });
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true });
  }
}
