import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mustExecute, tool } from './commands.mjs';
import { fingerprint } from './fingerprint.mjs';
import { inRoot } from './paths.mjs';
import { step } from './steps.mjs';

/**
 * @typedef {object} Target
 * @property {string} name
 * @property {string} folder below the root
 * @property {readonly string[]} sources folders that go into it
 * @property {[string, string[]]} command
 * @property {readonly string[]} [needs] names of those that it takes something from
 */

const PACKAGES = ['packages/money', 'packages/contract'];
const TSX = 'tsx/dist/cli.mjs';

/** @type {readonly Target[]} */
const TARGETS = [
  { name: 'sandbox', folder: 'apps/sandbox', sources: ['apps/sandbox', ...PACKAGES], command: tool(TSX, ['build.ts']) },
  {
    name: 'server',
    folder: 'apps/server',
    sources: ['apps/server', 'packages/addresses', 'packages/plans', ...PACKAGES],
    command: tool(TSX, ['build.ts']),
  },
  {
    name: 'keys',
    folder: 'apps/keys',
    sources: ['apps/keys', 'packages/addresses', 'packages/plans', ...PACKAGES],
    command: tool(TSX, ['build.ts']),
  },
  {
    name: 'client',
    folder: 'packages/client',
    sources: ['packages/client', ...PACKAGES],
    command: tool(TSX, ['build.ts']),
  },
  {
    name: 'web',
    folder: 'apps/web',
    sources: ['apps/web', 'packages/client', ...PACKAGES],
    command: tool(TSX, ['build.ts']),
    // It serves the merchants' client as a file.
    needs: ['client'],
  },
];

/** @param {Target} target */
async function buildWhereChanged({ name, folder, sources, command: [program, args] }) {
  const stamp = inRoot(folder, 'dist', '.built-from');
  const wanted = await fingerprint(sources);
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return;
  await step(`building the ${name}`, async () => {
    // Deleted first: an interrupted build must not look complete.
    await rm(stamp, { force: true });
    await mustExecute(`Building the ${name}`, program, args, {
      cwd: inRoot(folder),
      env: { ...process.env, NODE_ENV: 'production' },
    });
    await mkdir(join(stamp, '..'), { recursive: true });
    await writeFile(stamp, wanted);
  });
}

/**
 * Builds what changed since its last build, side by side, each after what it needs. Throws a `Refusal` with the compiler's
 * words where one fails.
 * @param {readonly string[]} [names] of `sandbox`, `server`, `web` (these by default), `keys` and `client`
 */
export async function build(names = ['sandbox', 'server', 'web']) {
  /** @type {Map<string, Promise<void>>} */
  const building = new Map();
  const once = (/** @type {Target} */ target) => {
    const known = building.get(target.name) ?? buildAfterNeeds(target);
    building.set(target.name, known);
    return known;
  };
  const ofNames = (/** @type {readonly string[]} */ wanted) =>
    Promise.all(TARGETS.filter(({ name }) => wanted.includes(name)).map(once));
  const buildAfterNeeds = async (/** @type {Target} */ target) => {
    await ofNames(target.needs ?? []);
    await buildWhereChanged(target);
  };
  await ofNames(names);
}
