// A map that has grown, and a room or wing without its one short page, fail `npm run check`.
import { expect, test } from 'vitest';
import { documentProblems, READMES } from './documents.mjs';

const ROOM = 'apps/server/src/sales/README.md';
const words = (count: number) => 'word '.repeat(count);
const lines = (count: number) => 'a line\n'.repeat(count);

test.each([
  [
    'a map that has grown',
    'ARCHITECTURE.md',
    words(1_801),
    'ARCHITECTURE.md has 1801 words, and 1800 at most are read',
  ],
  ['a page that has grown', ROOM, lines(41), `${ROOM} has 41 lines, and 40 at most are read`],
  ['a line that has grown', ROOM, `# Sales\n${'x'.repeat(161)}\n`, `${ROOM}:2 is longer than 160 characters`],
  ['a page that is not there', ROOM, null, `${ROOM} is not there`],
])('%s is named', (_what, path, text, problem) => {
  expect(documentProblems([{ path, text }], [ROOM])).toEqual([problem]);
});

test('a second page within a room is named, and a document of the greatest allowed length passes', () => {
  const documents = [
    { path: 'ARCHITECTURE.md', text: words(1_800) },
    { path: ROOM, text: lines(40) },
  ];
  expect(documentProblems(documents, READMES)).toEqual([]);
  const second = 'apps/server/src/sales/orders/README.md';
  expect(documentProblems(documents, [ROOM, second])).toEqual([
    `${second}: a room or wing has one README.md, at its top`,
  ]);
});
