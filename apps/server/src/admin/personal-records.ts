import type { PersonalRecords } from '../platform/personal-records.ts';

/** What this room keeps about a person: when their data was given out, and the lists that they named. */
export const personalRecords: PersonalRecords = {
  exports: { table: 'data_export', where: 't.user_id = $1', without: ['made_by'], erased: { kept: 'audit' } },
  orderViews: { table: 'order_view', where: 't.user_id = $1', erased: 'deleted' },
};
