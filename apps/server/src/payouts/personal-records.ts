import type { PersonalRecords } from '../platform/personal-records.ts';

/** What this room keeps about a person, without who of the team decided, and what they wrote or were told. */
export const personalRecords: PersonalRecords = {
  bankAccount: { table: 'bank_account', where: 't.user_id = $1', erased: 'deleted' },
  bankAccountChanges: { table: 'bank_account_change', where: 't.user_id = $1', erased: { kept: 'books' } },
  payouts: {
    table: 'payout',
    where: 't.order_id in (select id from customer_order where user_id = $1)',
    without: ['claimed_by', 'claimed_reference', 'claimed_evidence', 'doubt'],
    erased: { kept: 'books' },
  },
};
