import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { execute, tool } from '../lib/commands.mjs';
import { figureProblems, readFigures } from '../lib/figures.mjs';
import { inRoot, ROOT } from '../lib/paths.mjs';
import { sampleProblems } from '../lib/sample-environment.mjs';
import { approvalProblems } from './approvals.mjs';
import { asvs } from './asvs.mjs';
import { benchProblems, boundaryProblems, cycles, MAINS, reachedFrom, ROOMS, unusedArrows } from './boundaries.mjs';
import { brandProblems } from './brands.mjs';
import { budgetProblems } from './built-web.mjs';
import { documentProblems, readDocuments } from './documents.mjs';
import { dependencyProblems, readDependencies } from './dependencies.mjs';
import { depositWayProblems } from './deposit-way.mjs';
import { docstringProblems } from './docstrings.mjs';
import { benchNameProblems, doorProblems, namesOf } from './doors.mjs';
import { eventProblems } from './events.mjs';
import { importsOf, readSources } from './imports.mjs';
import { leftOut, lockfileProblems, unpinned } from './lockfile.mjs';
import { migrationProblems } from './migrations.mjs';
import { namesAMachinePath } from './machine-paths.mjs';
import { bagProblems, makerProblems } from './makers.mjs';
import { sqlProblems } from './sql.mjs';
import { readmeProblems } from './readmes.mjs';
import { SERVER } from './syntax.mjs';
import { ownersOfTables, tableProblems } from './tables.mjs';

/**
 * @typedef {{ name: string, check: () => Promise<string[]> }} Part with its problems, one text each; empty where all is
 * well
 */

const FOLDERS = ['packages', 'apps', 'tests', 'bench', 'simulate', 'scripts'];

/** What this program may use: a container's own limit where there is one. */
const MEMORY_BYTES = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/**
 * For the type checker, which is written in Go and runs once: to collect garbage as often as Go usually does takes a fifth of its
 * processor time. Where it nears half of the memory it collects more often again.
 */
const RARE_COLLECTION = { GOGC: '400', GOMEMLIMIT: String(Math.floor(MEMORY_BYTES / 2)) };

/** @type {Promise<import('./syntax.mjs').Source[]> | undefined} */
let allSources;
/** The sources, read once: what one rule has parsed is there for the next. */
const sources = () => (allSources ??= readSources(ROOT, FOLDERS));

/** The server's sources. */
const server = async () => (await sources()).filter(({ path }) => path.startsWith(SERVER) && path.endsWith('.ts'));

/** @returns {Promise<string[]>} every workspace's folder below the root */
async function workspaces() {
  const inFolder = async (/** @type {string} */ folder) =>
    (await readdir(inRoot(folder))).map((name) => `${folder}/${name}`);
  return [...(await inFolder('packages')), ...(await inFolder('apps')), 'tests', 'bench', 'simulate', 'scripts'];
}

/** @type {(path: string, ...args: string[]) => Promise<string[]>} */
async function passes(path, ...args) {
  const { code, output } = await execute(...tool(path, args), { env: { ...RARE_COLLECTION, ...process.env } });
  return code === 0 ? [] : [output.trim()];
}

/** @type {Promise<import('./imports.mjs').Import[]> | undefined} */
let allImports;
/** What the sources import, found once for the rules that need it. */
const imports = () => (allImports ??= sources().then((all) => importsOf(ROOT, all)));

/** @type {Promise<import('./doors.mjs').Names> | undefined} */
let allNames;
/** The names that the sources export and use, found once too. */
const names = () => (allNames ??= sources().then(namesOf));

const readSource = async (/** @type {string} */ path) => ({ path, source: await readFile(inRoot(path), 'utf8') });

async function readMigrations() {
  const folder = 'apps/server/migrations';
  return Promise.all((await readdir(inRoot(folder))).map((name) => readSource(`${folder}/${name}`)));
}

async function readmes() {
  const rooms = Object.keys(ROOMS).map((room) => readSource(`${SERVER}${room}/README.md`));
  const own = await server();
  return readmeProblems(await Promise.all(rooms), ownersOfTables(await readMigrations(), own), own);
}

async function tables() {
  const migrations = await readMigrations();
  const { version } = JSON.parse(await readFile(inRoot('package.json'), 'utf8'));
  return [...tableProblems(migrations, await server()), ...migrationProblems(migrations, version)];
}

async function boundaries() {
  const found = await imports();
  return [
    ...boundaryProblems(found),
    ...unusedArrows(found),
    ...cycles(found).map((files) => `import cycle: ${files.join(' → ')}`),
  ];
}

async function benches() {
  const found = await imports();
  return [...benchProblems(found), ...benchNameProblems(await names(), reachedFrom(found, MAINS))];
}

async function lockfile() {
  const { packages } = JSON.parse(await readFile(inRoot('package-lock.json'), 'utf8'));
  const manifests = ['.', ...(await workspaces())];
  const pins = await Promise.all(
    manifests.map(async (folder) => {
      const file = `${folder}/package.json`;
      return unpinned(file, JSON.parse(await readFile(inRoot(file), 'utf8')));
    }),
  );
  return [...lockfileProblems(packages), ...leftOut(packages), ...pins.flat()];
}

/** @returns {Promise<string[]>} every file of the repository, those that are not added yet with it */
async function listFiles() {
  const { output } = await execute('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z']);
  return output.split('\0').filter((file) => file !== '' && existsSync(inRoot(file)));
}

async function machinePaths() {
  const named = (await listFiles()).filter((file) => file !== 'package-lock.json');
  const texts = await Promise.all(named.map((file) => readFile(inRoot(file), 'utf8').catch(() => '')));
  return named.flatMap((file, index) =>
    namesAMachinePath(texts[index] ?? '') ? [`${file} names a path of a developer's own machine`] : [],
  );
}

async function dependencies() {
  const { text, wanted } = await readDependencies();
  return dependencyProblems(text, wanted);
}

/** The parts of `npm run check`, in the order in which they are reported. @type {readonly Part[]} */
export const PARTS = [
  {
    // Both by one program: the rules need the types too, and a compiler beside it would work all of them out again, for
    // each workspace that imports a package.
    name: 'types and lint',
    check: () => passes('oxlint/bin/oxlint', '--type-aware', '--type-check', '--deny-warnings', ...FOLDERS),
  },
  { name: 'format', check: () => passes('oxfmt/bin/oxfmt', '--check') },
  { name: 'import boundaries and cycles', check: boundaries },
  { name: 'doors that export what the product takes', check: async () => doorProblems(await names()) },
  { name: 'benches that measure what the product runs', check: benches },
  { name: 'makers of rooms and main.ts', check: async () => makerProblems(await server()) },
  { name: 'bags of dependencies', check: async () => bagProblems(await server()) },
  { name: 'events and their handlers', check: async () => eventProblems(await server()) },
  { name: 'one room that writes each table, migrations that only add', check: tables },
  { name: "rooms' READMEs that name what the room has", check: readmes },
  { name: 'one file of SQL for each aggregate', check: async () => sqlProblems(await server()) },
  { name: "a deposit's way to its naira", check: async () => depositWayProblems(await server()) },
  { name: 'one function for approvals', check: async () => approvalProblems(await server()) },
  { name: 'ids and kobo of their own types', check: async () => brandProblems(await sources()) },
  { name: 'docstrings of what is exported', check: async () => docstringProblems(await sources()) },
  { name: 'sample environment', check: sampleProblems },
  { name: 'documents', check: async () => documentProblems(...(await readDocuments(await listFiles()))) },
  { name: 'security requirements and their tests', check: asvs },
  { name: 'figures that were measured', check: async () => figureProblems(...(await readFigures())) },
  {
    name: 'unused files, exports and dependencies',
    check: () => passes('knip/bin/knip.js', '--no-progress', '--treat-config-hints-as-errors'),
  },
  { name: 'lockfile', check: lockfile },
  { name: 'number and size of the dependencies', check: dependencies },
  { name: 'no paths of one machine', check: machinePaths },
  { name: "the web app's budgets", check: budgetProblems },
];
