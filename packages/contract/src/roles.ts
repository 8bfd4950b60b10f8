import type { Endpoint, StaffRole } from './endpoint.ts';

/** The code of a refusal for a person of the team whose role is not one of the call's. */
export const ROLE_MISSING = 'role-missing';

const ROLE_PLURALS: Readonly<Record<StaffRole, string>> = {
  administrator: 'administrators',
  support: 'support',
  reviewer: 'reviewers',
  finance: 'finance',
};

/** Who may make a call, at the start of a sentence: `Reviewers and administrators`. Pure. */
export function describeRoles(roles: readonly StaffRole[]): string {
  const others = roles.filter((role) => role !== 'administrator').map((role) => ROLE_PLURALS[role]);
  const all = [...others, ROLE_PLURALS.administrator];
  const text = all.length === 1 ? 'only administrators' : `${all.slice(0, -1).join(', ')} and ${all.at(-1)}`;
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Whether a role of the team may make a call; null: a customer. Pure. */
export const mayCall = (role: StaffRole | null | undefined, { roles }: Pick<Endpoint, 'roles'>): boolean =>
  role !== null && role !== undefined && roles.includes(role);
