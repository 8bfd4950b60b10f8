import { readFile } from 'node:fs/promises';
import { tsImport } from 'tsx/esm/api';
import { inRoot } from './paths.mjs';

export const SAMPLE = 'deploy/kobogate.env';
const CONFIGURATION = 'apps/server/src/configuration';
const HEAD = `# Kobogate's variables, for systemd (EnvironmentFile), compose (env_file) and Kubernetes (a Secret from this file).
# Written by \`npm run sample-environment\` from the program's own table; docs/variables.md says more.
# A server does not start without those that have no # before them. A secret may be in a file (NAME_FILE) or be
# printed by a command (NAME_COMMAND) instead.
# A value that has anything but letters, digits and . _ / : @ % + , = ? - in it stands in single quotes, and has none itself:
#   MAIL_FROM='Kobogate <no-reply@pay.example>'
# systemd, compose and a shell take them off. kubectl does not: the line in deploy/README.md takes them off before.
`;

/** @typedef {{ readonly name: string, readonly preset: string, readonly meaning: string }} Row */

const ROW = /^\| `(?<name>[A-Z][A-Z0-9_]*(?:<NETWORK>)?)` +\| (?<preset>[^|]*?) +\| (?<meaning>[^|]*?) +\|$/;

/**
 * The rows of docs/variables.md up to the sandbox's. Pure.
 * @param {string} page
 * @returns {Row[]}
 */
export const readRows = (page) =>
  (page.split('\n## ')[0] ?? '').split('\n').flatMap((line) => {
    const { name, preset, meaning } = ROW.exec(line)?.groups ?? {};
    return name === undefined || preset === undefined || meaning === undefined ? [] : [{ name, preset, meaning }];
  });

/**
 * The sample file: each variable once, in the page's order, with its meaning and its default; a variable without which
 * production does not start has no `#`. Pure.
 * @param {readonly Row[]} rows
 * @param {{ readonly known: readonly string[], readonly networks: readonly string[], readonly needed: ReadonlySet<string>, readonly besides: readonly string[] }} program
 * @returns {string}
 */
export function sampleEnvironment(rows, { known, networks, needed, besides }) {
  const written = new Set();
  const parts = rows
    .filter(({ name }) => name !== 'NODE_ENV')
    .map(({ name, preset, meaning }) => {
      const names = name.endsWith('<NETWORK>') ? networks.map((network) => name.replace('<NETWORK>', network)) : [name];
      for (const each of names) written.add(each);
      // Another variable's name is no value.
      const isName = known.includes(preset.replaceAll('`', ''));
      const value = (isName ? null : /^(?:`(?<code>[^`]+)`|(?<number>\d+))$/.exec(preset))?.groups ?? {};
      const lines = names.map((each) =>
        needed.has(each) ? `${each}=` : `#${each}=${value['code'] ?? value['number'] ?? ''}`,
      );
      const isPlain = value['code'] !== undefined || value['number'] !== undefined;
      const said = isPlain ? '' : ` (default: ${preset.replaceAll('`', '')})`;
      return `# ${meaning.replaceAll('`', '')}${said}\n${lines.join('\n')}\n`;
    });
  const left = known.filter((name) => !written.has(name));
  if (left.length > 0) throw new Error(`docs/variables.md has no row for ${left.join(', ')}`);
  return [`${HEAD}${besides.map((sentence) => `# ${sentence}\n`).join('')}`, ...parts].join('\n');
}

/** The sample file as the program's table has it now. */
export async function makeSampleEnvironment() {
  const load = (/** @type {string} */ name) => tsImport(inRoot(CONFIGURATION, name), import.meta.url);
  const [{ KNOWN: known, PREFIXES: _ }, { readConfiguration }, { NETWORK_VARIABLES }] = await Promise.all([
    load('variables.ts'),
    load('configuration.ts'),
    load('networks.ts'),
  ]);
  const networks = NETWORK_VARIABLES.filter((/** @type {string} */ name) => name.startsWith('RPC_')).map(
    (/** @type {string} */ name) => name.replace('RPC_', ''),
  );
  const rows = readRows(await readFile(inRoot('docs/variables.md'), 'utf8'));
  return sampleEnvironment(rows, { known, networks, ...neededOf(readConfiguration, known) });
}

/**
 * What the program says where nothing at all is set: the variables that are missing, and what is missing of several.
 * @param {(environment: Record<string, string>) => unknown} readConfiguration
 * @param {readonly string[]} known
 */
function neededOf(readConfiguration, known) {
  try {
    readConfiguration({});
  } catch (error) {
    const sentences = (error instanceof Error ? error.message : '').split('\n');
    const nameOf = (/** @type {string} */ sentence) =>
      /^([A-Z][A-Z0-9_]+) (?:is missing|must)/.exec(sentence)?.[1] ?? '';
    return {
      needed: new Set(sentences.map(nameOf).filter((name) => known.includes(name))),
      besides: sentences.filter((sentence) => nameOf(sentence) === ''),
    };
  }
  throw new Error('the program takes an empty environment');
}

/** The check's problems: a sample that is not what the program's table gives now. */
export async function sampleProblems() {
  const [kept, made] = await Promise.all([readFile(inRoot(SAMPLE), 'utf8').catch(() => ''), makeSampleEnvironment()]);
  return kept === made ? [] : [`${SAMPLE} is stale: npm run sample-environment`];
}
