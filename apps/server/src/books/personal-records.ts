import type { PersonalRecords } from '../platform/personal-records.ts';

/** What this room keeps about a person: transfers that only the bank knew after a restore, once it was decided that they were theirs. */
export const personalRecords: PersonalRecords = {
  transfersOfTheBank: {
    table: 'recovery_transfer',
    where: 't.user_id = $1',
    without: ['reason', 'proposal', 'first_reason', 'first_approved_by', 'decided_by'],
    erased: { kept: 'books' },
  },
};
