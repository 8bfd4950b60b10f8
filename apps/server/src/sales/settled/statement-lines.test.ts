// A bookkeeping program gets the columns, days and amounts that its maker documents, and lines that add up to the naira that
// reached the bank, to the kobo.
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import type { OrderId } from '@kobogate/contract';
import { type Kobo, toKobo } from '@kobogate/money';
import { expect, test } from 'vitest';
import { writeCsvRows } from '../../platform/files/csv.ts';
import { STATEMENTS, type StatementFormat, statementLines } from './statement-lines.ts';

// The last minute of a day of Lagos, which is still the day before in UTC.
const SETTLED = new Date('2026-11-20T23:30:00Z');

const view = (
  currency: string,
  more: { feeKobo?: Kobo; vatKobo?: Kobo } = {},
): Parameters<typeof statementLines>[0] => ({
  order: { id: idFor<OrderId>('one'), nairaKobo: toKobo(2_500_050n) },
  facts: {
    asked: { currency },
    purpose: 'Two trays\nof small chops',
    reference: 'INV-7',
    payerEmail: 'ngozi@example.test',
  },
  linkName: 'Bakery',
  feeKobo: toKobo(37_209n),
  vatKobo: toKobo(2_791n),
  ...more,
});
const file = (currency: string, format: StatementFormat) =>
  writeCsvRows([STATEMENTS[format].headings, ...statementLines(view(currency), SETTLED).map(STATEMENTS[format].row)]);

test('a price in money is one line: the payer bears the fee', () => {
  expect(file('NGN', 'quickbooks')).toBe(
    'Date,Description,Amount\r\n21/11/2026,"Bakery: Two trays of small chops, INV-7",25000.50\r\n',
  );
  expect(file('USD', 'xero')).toBe(
    '*Date,*Amount,Payee,Description,Reference,Check Number\r\n' +
      '21/11/2026,25000.50,ngozi@example.test,Bakery: Two trays of small chops,INV-7,\r\n',
  );
});

test('a price in coins has the fee and its VAT in lines of their own, which add up to what reached the bank', () => {
  expect(file('USDT', 'zoho')).toBe(
    'Date,Withdrawals,Deposits,Payee,Description,Reference Number\r\n' +
      '21/11/2026,,25400.50,ngozi@example.test,Bakery: Two trays of small chops,INV-7\r\n' +
      '21/11/2026,372.09,,ngozi@example.test,Fee: Bakery: Two trays of small chops,INV-7\r\n' +
      '21/11/2026,27.91,,ngozi@example.test,VAT on the fee: Bakery: Two trays of small chops,INV-7\r\n',
  );
  const sum = statementLines(view('USDT'), SETTLED).reduce((total, { kobo }) => total + kobo, 0n);
  expect(sum).toBe(2_500_050n);
});

test('a line of nothing is left out: QuickBooks takes no zero', () => {
  const free = view('USDT', { feeKobo: toKobo(0n), vatKobo: toKobo(0n) });
  expect(statementLines(free, SETTLED)).toHaveLength(1);
});
