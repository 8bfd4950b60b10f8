import { endpoints } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { applyDecisions, type AdminRow } from './local-decisions.ts';
import { sampleOrders } from './sample-orders.ts';
import { useDecisions, type Decisions } from './use-decisions.ts';

export interface AdminOrders extends Pick<Decisions, 'takeBack'> {
  rows: readonly AdminRow[];
  isLoading: boolean;
  /** True where the real orders can't be had and the rows are samples that nobody made. */
  isSample: boolean;
  /** Why the list could not be fetched, in words; null while it could. */
  problem: string | null;
  retry: () => void;
  isRetrying: boolean;
  decide: (row: AdminRow, verdict: 'approved' | 'declined', reason: string | null) => void;
}

/** The orders for review with the admin's decisions laid over them; samples where they can't be had. */
export function useAdminOrders(): AdminOrders {
  const answer = useCall(endpoints.orders.listForAdmin);
  const { decisions, decide, takeBack } = useDecisions();
  // Drawn once a visit, so that a failing retry does not shuffle what is on the screen.
  const [samples] = useState(() => sampleOrders(Math.random, Date.now()));
  const isSample = answer.isError && answer.data === undefined;
  return {
    rows: applyDecisions(isSample ? samples : (answer.data ?? []), decisions),
    isLoading: answer.isPending,
    isSample,
    problem: answer.isError ? messageFor(answer.error, '') : null,
    retry: () => void answer.refetch(),
    isRetrying: answer.isFetching,
    decide: (row, verdict, reason) => decide(row.id, { verdict, reason }, isSample),
    takeBack,
  };
}
