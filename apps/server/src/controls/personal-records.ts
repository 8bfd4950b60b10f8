import type { PersonalRecords } from '../platform/personal-records.ts';

/**
 * What this room keeps about a person. Leaves out the team's notes and reasons, hits of the sanctions list and the act that
 * names one: telling a person of a suspicion tips them off, which the Money Laundering (Prevention and Prohibition) Act 2022
 * forbids.
 */
export const personalRecords: PersonalRecords = {
  decisionsOfTheTeam: {
    table: 'admin_action',
    where: `t.user_id = $1 and t.action not in ('user-noted', 'order-noted', 'refund-listing-accepted')`,
    without: ['admin_id', 'reason'],
    erased: { kept: 'audit' },
  },
};
