import { STAFF_ROLES, type StaffRole } from '@kobogate/contract';

/** The names of the roles of the team. */
export const ROLE_NAMES: Readonly<Record<StaffRole, string>> = {
  administrator: 'Administrator',
  support: 'Support',
  reviewer: 'Reviewer',
  finance: 'Finance',
};

/** In a form: a customer. */
export const NO_ROLE = 'none';

/** What each role may do, in a sentence. */
export const ROLE_DUTIES: Readonly<Record<StaffRole | typeof NO_ROLE, string>> = {
  administrator: 'Everything: people, policy and settings too.',
  support: 'Reads everything but the books, and writes notes.',
  reviewer: 'Reads, writes notes, and decides on orders, refunds and releases.',
  finance: 'Reads, writes notes, and keeps the books, reconciliation and treasury.',
  [NO_ROLE]: 'A customer: sees only their own account.',
};

/** The choices of a role in a form. */
export const ROLE_OPTIONS = [
  ...STAFF_ROLES.map((role) => ({ value: role, label: ROLE_NAMES[role] })),
  { value: NO_ROLE, label: 'None: a customer' },
];

/** The role that a form's value stands for; null: none. Pure. */
export const readRole = (value: string): StaffRole | null => STAFF_ROLES.find((role) => role === value) ?? null;
