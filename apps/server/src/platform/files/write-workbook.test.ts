// A workbook keeps every digit, and none of its texts runs as a formula.
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import type { Cell } from './csv.ts';
import { writeWorkbook } from './write-workbook.ts';

async function cellsOf(row: readonly Cell[]): Promise<string[]> {
  const bytes = await writeWorkbook([{ name: 'Entries', rows: [['Heading'], row] }]);
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content)] as const);
  const sheet = files.find(([name]) => name.endsWith('sheet1.xml'))?.[1] ?? '';
  const shared = [
    ...(files.find(([name]) => name.endsWith('sharedStrings.xml'))?.[1] ?? '').matchAll(/<t[^>]*>(.*?)<\/t>/g),
  ];
  const second = /<row r="2".*?<\/row>/s.exec(sheet)?.[0] ?? '';
  return [...second.matchAll(/<c [^>]*?(?:t="(\w+)"[^>]*)?>.*?<v>(.*?)<\/v>/gs)].map(([, type, value]) =>
    type === 's' ? `text ${shared[Number(value)]?.[1]}` : `number ${value}`,
  );
}

test('[F3] a text that looks like a formula stays a text', async () => {
  expect(await cellsOf(['=1+1', '@SUM(A1)', 'plain'])).toEqual(['text =1+1', 'text @SUM(A1)', 'text plain']);
});

test('a text is no longer than a cell takes, and what a spreadsheet would read as a character stays as it is written', async () => {
  const [long, written] = await cellsOf(['x'.repeat(40_000), 'Order _x0031_ _xyz']);
  expect([long?.length, long?.endsWith('x…')]).toEqual(['text '.length + 32_767, true]);
  expect(written).toBe('text Order _x005F_x0031_ _xyz');
});

test('a decimal is a number where a spreadsheet keeps all of it, and a text where it would lose digits', async () => {
  const decimals = ['15000.50', '-3.25', '0.123456789012345678', '12345678901234567.00'];
  expect(await cellsOf(decimals.map((decimal) => ({ decimal })))).toEqual([
    'number 15000.5',
    'number -3.25',
    'text 0.123456789012345678',
    'text 12345678901234567.00',
  ]);
});
