// A dependency that is added without a row fails the check, as does one whose row says something else than the lockfile.
import { expect, test } from 'vitest';
import { dependencyProblems, directDependencies, installedFolders, TABLE } from './dependencies.mjs';

const packages = {
  '': { dependencies: { builder: '1.0.0' }, devDependencies: { tester: '1.0.0' } },
  'apps/server': { dependencies: { web: '2.0.0', '@kobogate/money': '0.1.0' } },
  'packages/money': {},
  'node_modules/@kobogate/money': { link: true },
  'node_modules/builder': {
    version: '1.0.0',
    optionalDependencies: { 'builder-mac': '1.0.0', 'builder-linux': '1.0.0' },
  },
  'node_modules/builder-mac': { version: '1.0.0', os: ['darwin'], cpu: ['x64'] },
  'node_modules/builder-linux': { version: '1.0.0', os: ['linux'], cpu: ['x64'] },
  'node_modules/web': { version: '2.0.0', dependencies: { parser: '1.0.0' }, peerDependencies: { builder: '1.0.0' } },
  'node_modules/web/node_modules/parser': { version: '1.0.0', dependencies: { web: '2.0.0' } },
  'node_modules/parser': { version: '9.0.0', dev: true },
  'node_modules/tester': { version: '1.0.0', dev: true, dependencies: { parser: '9.0.0' } },
};

test('each dependency is counted with what it brings on one platform', () => {
  const counted = directDependencies(packages).map(({ name, part, folders }) => [name, part, folders.toSorted()]);
  expect(counted).toEqual([
    ['builder', 'product', ['node_modules/builder', 'node_modules/builder-linux']],
    [
      'web',
      'product',
      [
        'node_modules/builder',
        'node_modules/builder-linux',
        'node_modules/web',
        'node_modules/web/node_modules/parser',
      ],
    ],
    ['tester', 'tests', ['node_modules/parser', 'node_modules/tester']],
  ]);
  expect(installedFolders(packages).product).toHaveLength(4);
  expect(installedFolders(packages).tests).toHaveLength(2);
});

const TEXT = `
| dependency | for     | packages |  MB | what for   |
| ---------- | ------- | -------: | --: | ---------- |
| builder    | product |        2 |  10 | builds     |
| tester     | tests   |        2 | 100 | tests      |
`;
const wanted = new Map([
  ['builder', { part: 'product', packages: 2, megabytes: 10 }],
  ['tester', { part: 'tests', packages: 2, megabytes: 112 }],
]);

test('a table that says what is so passes', () => {
  expect(dependencyProblems(TEXT, wanted)).toEqual([]);
});

test('a dependency without a row, and a row without a dependency', () => {
  const more = new Map([...wanted, ['web', { part: 'product', packages: 4, megabytes: 3 }]]);
  expect(dependencyProblems(TEXT, more)).toEqual([`${TABLE} has no row for web: web | product | 4 | 3 | what for`]);
  expect(dependencyProblems(`${TEXT}| gone | tests | 1 | 1 | once |`, wanted)).toEqual([
    `${TABLE} has a row for gone, which nothing depends on`,
  ]);
});

test('another number, part or size, or no reason', () => {
  const changed = (name: string, change: object) => {
    const before = wanted.get(name);
    return dependencyProblems(
      TEXT,
      new Map([...wanted, [name, { part: '', packages: 0, megabytes: 0, ...before, ...change }]]),
    );
  };
  expect(changed('builder', { packages: 3 })).toHaveLength(1);
  expect(changed('builder', { part: 'tests' })).toHaveLength(1);
  expect(changed('tester', { megabytes: 120 })).toHaveLength(1);
  expect(changed('tester', { megabytes: null })).toEqual([]);
  expect(dependencyProblems(TEXT.replace('| builds     |', '|            |'), wanted)).toEqual([
    `${TABLE} does not say what builder is for`,
  ]);
});
