import type { Statement, StatementEntry, StatementKind } from '@kobogate/contract';
import { formatKobo, toKobo } from '@kobogate/money';
import type { Cell } from '../../platform/files/csv.ts';
import { lagosTime } from '../../platform/files/report-range.ts';

const KIND_WORDS: Readonly<Record<StatementKind, string>> = {
  received: 'Received',
  'taken-back': 'Taken back by the network',
  'credit-corrected': 'Credit corrected',
  converted: 'Converted',
  paid: 'Paid to your bank account',
  returned: 'Returned by the bank',
  'sent-back': 'Sent back',
  corrected: 'Corrected',
};

const naira = (kobo: string): Cell => ({ decimal: formatKobo(toKobo(kobo)) });
const optional = (kobo: string | null): Cell => (kobo === null ? '' : naira(kobo));

/** The headings of the entries: naira at receipt, at conversion and as paid, each in its own column. */
export const ENTRY_HEADINGS: readonly Cell[] = [
  'Time (Africa/Lagos)',
  'What',
  'Coin',
  'Network',
  'Coins',
  'Worth when received (NGN)',
  'Converted to (NGN)',
  'Fee (NGN)',
  'VAT on the fee (NGN)',
  'Paid out (NGN)',
  'Returned (NGN)',
  'Reference',
  'Order',
];

/** The row of an entry. */
export function entryRow(entry: StatementEntry): Cell[] {
  const only = (kind: StatementKind): Cell => (entry.kind === kind ? optional(entry.nairaKobo) : '');
  return [
    lagosTime(entry.at),
    KIND_WORDS[entry.kind],
    entry.coins?.currency ?? '',
    entry.coins?.networkName ?? '',
    entry.coins === null ? '' : { decimal: entry.coins.amount },
    only('received'),
    only('converted'),
    optional(entry.feeKobo),
    optional(entry.vatKobo),
    only('paid'),
    only('returned'),
    entry.reference,
    entry.orderId ?? '',
  ];
}

/** The balances of every coin before and after, with a heading. */
export function balanceRows({ coins }: Pick<Statement, 'coins'>): Cell[][] {
  return [
    ['Coin', 'Network', 'Before', 'Received', 'Converted', 'Other', 'After'],
    ...coins.map((coin): Cell[] => [
      coin.currency,
      coin.networkName,
      ...[coin.opening, coin.received, coin.converted, coin.other, coin.closing].map((decimal) => ({ decimal })),
    ]),
  ];
}
