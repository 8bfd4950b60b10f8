import { describeRoles, type Endpoint, mayCall } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { useSession } from '../lib/session-context.ts';

type Call = Pick<Endpoint, 'roles'>;

/** Whether the signed-in person's role may make a call. The server decides; this says what to offer. */
export const useMay = (call: Call): boolean => mayCall(useSession().user?.role, call);

/** What takes a role: for others it says who can do it, or shows `otherwise`. */
export function ForRole({ call, otherwise, children }: { call: Call; otherwise?: ReactNode; children: ReactNode }) {
  if (useMay(call)) return children;
  return otherwise === undefined ? <WhoCan call={call} /> : otherwise;
}

/** Who can do what is not offered here. */
export function WhoCan({ call }: { call: Call }) {
  return <span className="text-sm text-ink-soft">{describeRoles(call.roles)} can do this.</span>;
}
