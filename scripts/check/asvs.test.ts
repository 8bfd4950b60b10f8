// The table of security requirements names tests that exist, each requirement once, and enough of them.
import { expect, test } from 'vitest';
import { asvsProblems } from './asvs.mjs';

const row = (id: string, title: string): string => `| ${id} | it holds | \`a.test.ts\` | ${title} |`;
const held = Array.from({ length: 140 }, (_, index) => row(`1.1.${index}`, 'is so'));
const SOURCE = "test('this is so, always', () => {";

test('a table whose tests are there passes', () => {
  expect(asvsProblems(held.join('\n'), () => SOURCE)).toEqual([]);
});

test('a test or a file that is not there, too few, and one twice are named', () => {
  const table = [...held.slice(2), row('2.1.1', 'was so'), '## Not held', '| 2.1.1 | why |'].join('\n');
  expect(asvsProblems(table, () => SOURCE)).toEqual([
    'docs/asvs.md: 139 requirements are held, of at least 140',
    'docs/asvs.md: 2.1.1 stands twice',
    'docs/asvs.md: 2.1.1 names a test that is not there: a.test.ts, was so',
  ]);
  expect(asvsProblems(held.join('\n'), () => null)).toHaveLength(140);
});
