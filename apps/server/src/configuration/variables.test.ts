// docs/variables.md has a row for each variable that the program reads, once, and no row for one that it does not read.
import { readFile } from 'node:fs/promises';
import { NETWORK_IDS } from '@kobogate/contract';
import { expect, test } from 'vitest';
import { KNOWN } from './variables.ts';

const PAGE = new URL('../../../../docs/variables.md', import.meta.url);
/** Only the first column: other names in a row are examples. */
const NAME = /^\| `(?<name>[A-Z][A-Z0-9_]*(?:<NETWORK>)?)` +\|/gm;

test('it names exactly the networks that exist', async () => {
  const line = /^`<NETWORK>` is one of (?<names>[^.]+)\./m.exec(await readFile(PAGE, 'utf8'))?.groups?.['names'] ?? '';
  const names = [...line.matchAll(/`(?<name>\w+)`/g)].map(({ groups }) => groups?.['name'] ?? '');
  expect(names.toSorted()).toEqual(NETWORK_IDS.map((network) => network.toUpperCase()).toSorted());
});

test('every variable stands in the table once, and the table names no other', async () => {
  const [table = ''] = (await readFile(PAGE, 'utf8')).split('\n## ');
  const named = [...table.matchAll(NAME)].flatMap(({ groups: { name = '' } = {} }) =>
    name.endsWith('<NETWORK>')
      ? NETWORK_IDS.map((network) => name.replace('<NETWORK>', network.toUpperCase()))
      : [name],
  );
  expect(named.toSorted()).toEqual([...KNOWN, 'NODE_ENV'].toSorted());
});
