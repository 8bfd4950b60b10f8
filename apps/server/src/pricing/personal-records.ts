import type { PersonalRecords } from '../platform/personal-records.ts';

/** What this room keeps about a person. */
export const personalRecords: PersonalRecords = {
  heldRates: { table: 'quote', where: 't.user_id = $1', erased: { kept: 'books' } },
};
