import type { PersonalRecords } from '../platform/personal-records.ts';

const OF_USER = 't.user_id = $1';
const OF_DEPOSIT = 't.deposit_id in (select id from deposit where user_id = $1)';

/** What this room keeps about a person, without who of the team decided. */
export const personalRecords: PersonalRecords = {
  wallets: { table: 'wallet', where: OF_USER, erased: { kept: 'books' } },
  depositAddresses: {
    table: 'deposit_address',
    where: OF_USER,
    without: ['key_fingerprint'],
    erased: { kept: 'books' },
  },
  deposits: {
    table: 'deposit',
    where: OF_USER,
    without: ['waits_for', 'vouched_by', 'first_voucher', 'contradiction'],
    erased: { kept: 'books' },
  },
  depositValues: { table: 'deposit_value', where: OF_DEPOSIT, erased: { kept: 'books' } },
  depositSenders: { table: 'deposit_sender', where: OF_DEPOSIT, erased: { kept: 'sanctions' } },
  creditedDeposits: {
    table: 'deposit_claim',
    where: OF_USER,
    without: ['reason', 'first_approved_by', 'decided_by'],
    erased: { kept: 'books' },
  },
  creditedSurpluses: {
    table: 'surplus_share',
    where: OF_USER,
    without: ['reason', 'first_approved_by', 'decided_by'],
    erased: { kept: 'books' },
  },
  lateDeposits: { table: 'late_deposit', where: OF_USER, without: ['settled_by', 'reason'], erased: { kept: 'books' } },
  refunds: {
    table: 'refund',
    where: OF_USER,
    without: ['known_hits', 'first_approved_by', 'decided_by'],
    erased: { kept: 'books' },
  },
  settledDebts: {
    table: 'debt_settlement',
    where: OF_USER,
    without: ['reason', 'first_approved_by', 'decided_by'],
    erased: { kept: 'books' },
  },
  refundAddresses: { table: 'refund_address', where: OF_USER, erased: 'deleted' },
};
