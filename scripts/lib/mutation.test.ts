// What no test notices is counted as such, and nothing is rounded up to the goal.
import { expect, test } from 'vitest';
import { countMutants, percent } from './mutation.mjs';

test('a mutant that ends no more is noticed; one that no test runs is not, and one that can’t be built is none', () => {
  const statuses = ['Killed', 'Timeout', 'Survived', 'NoCoverage', 'CompileError', 'Ignored'];
  const report = { files: { 'a.ts': { mutants: statuses.map((status) => ({ status })) }, 'b.ts': { mutants: [] } } };
  expect(countMutants(report)).toEqual({ killed: 2, survived: 2 });
});

test('modules count by their mutants, rounded down; without any it is nothing', () => {
  expect(
    percent([
      { killed: 899, survived: 100 },
      { killed: 0, survived: 1 },
    ]),
  ).toBe(89);
  expect(percent([])).toBe(0);
});
