import { isCurrency, lagosDay, type OrderId, type SettledFormat } from '@kobogate/contract';
import { formatKobo, type Kobo, toKobo } from '@kobogate/money';
import type { Cell } from '../../platform/files/csv.ts';

/** A program that imports a bank's statement. */
export type StatementFormat = Exclude<SettledFormat, 'csv'>;

/** A movement on the merchant's bank account, as a statement has it: money out is negative. */
interface StatementLine {
  readonly settledAt: Date;
  readonly kobo: Kobo;
  readonly payee: string;
  readonly description: string;
  readonly reference: string;
}

/** What the lines tell of a payment. */
interface SettledPayment {
  readonly order: { readonly id: OrderId; readonly nairaKobo: Kobo };
  readonly facts: {
    readonly asked: { readonly currency: string };
    readonly purpose: string;
    readonly reference: string | null;
    readonly payerEmail: string | null;
  };
  readonly linkName: string;
  readonly feeKobo: Kobo;
  readonly vatKobo: Kobo;
}

/**
 * The lines of a settled payment, which add up to the naira that reached the bank. A price in money is what the merchant
 * gets, and the payer bears the fee: one line. A price in coins has the fee taken off what the merchant gets: its worth
 * comes in, and fee and VAT go out in lines of their own. Pure.
 */
export function statementLines(payment: SettledPayment, settledAt: Date): StatementLine[] {
  const { order, facts, feeKobo, vatKobo, linkName } = payment;
  const shared = { settledAt, payee: facts.payerEmail ?? linkName, reference: facts.reference ?? order.id };
  const description = `${linkName}: ${facts.purpose}`.replaceAll(/\s+/g, ' ');
  if (!isCurrency(facts.asked.currency)) return [{ ...shared, kobo: order.nairaKobo, description }];
  const lines = [
    { ...shared, kobo: toKobo(order.nairaKobo + feeKobo + vatKobo), description },
    { ...shared, kobo: toKobo(0n - feeKobo), description: `Fee: ${description}` },
    { ...shared, kobo: toKobo(0n - vatKobo), description: `VAT on the fee: ${description}` },
  ];
  return lines.filter(({ kobo }) => kobo !== 0n);
}

interface Statement {
  readonly program: string;
  readonly headings: readonly string[];
  readonly row: (line: StatementLine) => Cell[];
  /** What the program takes in one file. */
  readonly mostLines: number;
  readonly mostBytes: number;
}

/** A day of Lagos as all three programs read it in Nigeria: `21/11/2026`. */
function dayOf({ settledAt }: StatementLine): string {
  const [year = '', month = '', day = ''] = lagosDay(settledAt.getTime()).split('-');
  return `${day}/${month}/${year}`;
}

const naira = (kobo: Kobo): Cell => ({ decimal: formatKobo(kobo) });

/**
 * Columns, dates and sizes as the programs' makers document them. QuickBooks Online: “Prepare your CSV file for bank
 * upload” and “Manually upload transactions” (quickbooks.intuit.com): three columns, dd/mm/yyyy, 350 kB. Xero: its
 * statement template, read by position, at most 1,000 lines; the asterisks mark what it requires. Zoho Books: “Importing
 * bank statements” (zoho.com/books/help), the columns of its sample with two amounts; its day format is chosen there.
 */
export const STATEMENTS: Readonly<Record<StatementFormat, Statement>> = {
  quickbooks: {
    program: 'QuickBooks',
    headings: ['Date', 'Description', 'Amount'],
    row: (line) => [dayOf(line), `${line.description}, ${line.reference}`, naira(line.kobo)],
    mostLines: 10_000,
    mostBytes: 350_000,
  },
  xero: {
    program: 'Xero',
    headings: ['*Date', '*Amount', 'Payee', 'Description', 'Reference', 'Check Number'],
    row: (line) => [dayOf(line), naira(line.kobo), line.payee, line.description, line.reference, ''],
    mostLines: 1000,
    mostBytes: 1_000_000,
  },
  zoho: {
    program: 'Zoho Books',
    headings: ['Date', 'Withdrawals', 'Deposits', 'Payee', 'Description', 'Reference Number'],
    row: (line) => [
      dayOf(line),
      line.kobo < 0n ? naira(toKobo(0n - line.kobo)) : '',
      line.kobo < 0n ? '' : naira(line.kobo),
      line.payee,
      line.description,
      line.reference,
    ],
    mostLines: 5000,
    mostBytes: 1_000_000,
  },
};
