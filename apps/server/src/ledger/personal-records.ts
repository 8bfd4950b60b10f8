import type { PersonalRecords } from '../platform/personal-records.ts';

const OWN = `(select id from ledger_account where code like '%:' || $1)`;

/** What the books keep about a person: their accounts, and each transfer from and to these. */
export const personalRecords: PersonalRecords = {
  ledgerAccounts: { table: 'ledger_account', where: `t.id in ${OWN}`, without: ['head'], erased: { kept: 'books' } },
  ledgerTransfers: {
    table: 'ledger_transfer',
    where: `t.debit_account in ${OWN} or t.credit_account in ${OWN}`,
    without: ['debit_balance', 'credit_balance', 'debit_sequence', 'credit_sequence'],
    erased: { kept: 'books' },
  },
};
