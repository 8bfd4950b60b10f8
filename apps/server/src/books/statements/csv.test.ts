// A CSV reader gets every cell as it was written, no text becomes a formula, and amounts stay exact.
import { expect, test } from 'vitest';
import type { Report } from '@kobogate/contract';
import { writeCsv } from '../../platform/files/csv.ts';
import { tableAsCsv } from './report-tables.ts';

const BOM = '\uFEFF';

test('follows RFC 4180, in UTF-8 with its mark', () => {
  expect(
    writeCsv([
      ['a', 'b,c', 'd"e'],
      ['two\nlines', '₦', { decimal: '-1.50' }],
    ]),
  ).toBe(`${BOM}a,"b,c","d""e"\r\n"two\nlines",₦,-1.50\r\n`);
  expect(writeCsv([])).toBe(BOM);
});

test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', ' =1', '＝1'])('keeps %j from being run as a formula', (text) => {
  expect(writeCsv([[text]])).toBe(`${BOM}'${text}\r\n`);
});

test('quotes a neutralised text that needs it', () => {
  expect(writeCsv([['=HYPERLINK("x","y")']])).toBe(`${BOM}"'=HYPERLINK(""x"",""y"")"\r\n`);
  expect(writeCsv([['\r=1']])).toBe(`${BOM}"'\r=1"\r\n`);
});

test.each(['', '1e3', '=1', '1,000', 'NaN', '1.'])('refuses %j as a decimal', (decimal) => {
  expect(() => writeCsv([[{ decimal }]])).toThrow(TypeError);
});

const FIGURES = { conversions: 1, payouts: 0, paidOutKobo: '0', returnedKobo: '5' };
const REPORT: Report = {
  from: '2026-10-01',
  to: '2026-10-01',
  totals: { orders: 1, ...FIGURES, volumeKobo: '1', feesKobo: '1' },
  days: [{ day: '2026-10-01', orders: 1, ...FIGURES, volumeKobo: '90071992547409931', feesKobo: '-150' }],
  assets: [
    {
      currency: 'ETH',
      network: 'arbitrum',
      networkName: 'Arbitrum One',
      amount: '0.123456789012345678',
      ...FIGURES,
      volumeKobo: '100',
      feesKobo: '0',
    },
  ],
  statuses: [{ status: 'approved', payout: 'paid', orders: 2, nairaKobo: '1000000' }],
};
const lines = (text: string): string[] => text.replace(BOM, '').split('\r\n');

test('[D-1] a report’s tables carry amounts as exact decimals', () => {
  expect(lines(tableAsCsv(REPORT, 'days'))[1]).toBe('2026-10-01,1,1,900719925474099.31,-1.50,0,0.00,0.05');
  expect(lines(tableAsCsv(REPORT, 'assets'))[1]).toBe('ETH,Arbitrum One,0.123456789012345678,1,1.00,0.00,0,0.00,0.05');
  expect(lines(tableAsCsv(REPORT, 'statuses'))).toEqual([
    'Order,Payout,Orders made,Naira (NGN)',
    'approved,paid,2,10000.00',
    '',
  ]);
});
