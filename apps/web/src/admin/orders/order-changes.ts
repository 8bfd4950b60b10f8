import type { AdminOrder } from '@kobogate/contract';
import { coinText, nairaText } from '../../lib/formats.ts';
import { FUNDING_WORDS, nairaWords, STATUS_WORDS } from '../../account/conversions/order-words.ts';
import { payeeWords } from './payee-name.tsx';

/** The facts that an administrator decides on, each as it reads. */
const FACTS: readonly { readonly name: string; readonly of: (order: AdminOrder) => string }[] = [
  { name: 'Review', of: ({ status }) => STATUS_WORDS[status].text },
  { name: 'Coins', of: ({ funding }) => FUNDING_WORDS[funding].text },
  { name: 'Naira', of: (order) => nairaWords(order).text },
  { name: 'Converts', of: ({ fromAmount, fromCurrency }) => coinText(fromAmount, fromCurrency) },
  { name: 'Payout amount', of: ({ naira }) => nairaText(naira) },
  { name: 'Bank', of: ({ bankAccount }) => bankAccount.bankName },
  { name: 'Account number', of: ({ bankAccount }) => bankAccount.accountNumber },
  { name: 'Account name', of: ({ bankAccount }) => bankAccount.accountName },
  { name: 'The bank’s answer', of: ({ bankAccount }) => payeeWords(bankAccount).text },
  { name: 'Account before', of: ({ formerPayee }) => formerPayee?.accountNumber ?? 'The same' },
  { name: 'Sanctions list', of: ({ listedSenders }) => listedSenders.join(', ') || 'No sender on it' },
  { name: 'First approval', of: ({ firstApproval }) => firstApproval?.by ?? 'None' },
  { name: 'In doubt', of: ({ payoutDoubt }) => payoutDoubt?.reason ?? 'Nothing' },
  { name: 'Stated as paid by', of: ({ payoutClaim }) => payoutClaim?.by ?? 'Nobody' },
  { name: 'Customer', of: ({ customerName }) => customerName },
];

export interface OrderChange {
  readonly name: string;
  readonly before: string;
  readonly after: string;
}

/** The facts of an order that have changed since the dialog opened, each as it read and as it reads now. Pure. */
export function orderChanges(seen: AdminOrder, now: AdminOrder): OrderChange[] {
  return FACTS.map(({ name, of }) => ({ name, before: of(seen), after: of(now) })).filter(
    ({ before, after }) => before !== after,
  );
}
