// The README's figures are those of the files that the benches write: any other number in the table is reported, and so
// is a missed goal that is not marked.
import { expect, test } from 'vitest';
import { figureProblems, figuresText, withFigures } from './figures.mjs';

const MARKS = '# Project\n\n<!-- figures: written by `npm run bench -- table` -->\n<!-- end of figures -->\n\nMore.\n';
const machine = { processor: 'Sample', cores: 2, memoryGB: 8, node: 'v20.20.0', load: { before: 0.31, after: 2 } };
const result = {
  bench: 'ledger',
  date: '2026-11-23',
  rounds: 9,
  machine,
  figures: [
    { what: 'postings', value: 5.125, unit: '×', goal: { atLeast: 5 }, and: [{ value: 14565, unit: '/s' }] },
    {
      what: 'its slowest',
      value: 48.34,
      unit: 'ms',
      goal: { atMost: 40 },
      and: [{ what: 'p99', value: 9, unit: 'ms' }],
    },
    { what: 'without a goal', value: 3, unit: '' },
  ],
};

test('a row says what was measured, its other numbers and its goal, marks a missed one, and is followed by its origin', () => {
  const text = figuresText([result]);
  expect(text.replaceAll(/ +/g, ' ').split('\n').slice(2)).toEqual([
    '| postings | 5.13× (14,565/s) | ≥ 5× |',
    '| its slowest | 48.3 ms (p99 9 ms) | ≤ 40 ms: missed |',
    '| without a goal | 3 | |',
    '',
    '- `ledger`: 2026-11-23, 9 rounds; Sample, 2 cores, 8 GB, Node 20.20.0; load 0.3 before, 2.0 after.',
  ]);
});

test('a README that was written from the files passes, and one with a figure typed by hand does not', () => {
  const readme = withFigures(MARKS, [result]);
  expect(figureProblems(readme, [result], ['ledger'])).toEqual([]);
  expect(withFigures(readme, [result])).toBe(readme);
  expect(readme.endsWith('\n\nMore.\n')).toBe(true);
  expect(figureProblems(readme.replace('5.13×', '9.13×'), [result], ['ledger'])).toHaveLength(1);
});

test('a measured goal changes from met to missed where the figure does', () => {
  const [first, ...others] = result.figures;
  const slower = { ...result, figures: [{ ...first, what: 'postings', unit: '×', value: 4.99 }, ...others] };
  expect(figuresText([slower])).toContain('≥ 5×: missed');
});

test('a file whose bench has gone is reported, and a README without its marks is refused', () => {
  expect(figureProblems(withFigures(MARKS, [result]), [result], ['payouts'])).toEqual([
    expect.stringContaining('ledger.json'),
  ]);
  expect(() => withFigures('# Project\n', [result])).toThrow('lacks the marks');
});
