import { type AnswerOf, endpoints, type TreasuryPlan } from '@kobogate/contract';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { callOrThrow } from '../../lib/client.ts';
import { callKey } from '../../lib/queries.ts';

const { read, plan: readOne } = endpoints.treasury;
/** While something is under way it is fetched again. */
const LOOK_AGAIN_MS = 3_000;

const isMoving = ({ stage }: Pick<TreasuryPlan, 'stage'>): boolean =>
  stage === 'sending' || stage === 'refused' || stage === 'in-blocks';

/** The treasury, followed while plans or tasks are under way. */
export function useTreasury(): UseQueryResult<AnswerOf<typeof read>> {
  return useQuery({
    queryKey: callKey(read),
    queryFn: ({ signal }) => callOrThrow(read, { signal }),
    refetchInterval: ({ state }) => {
      const { plans = [], tasks = [] } = state.data?.data ?? {};
      return plans.some(isMoving) || tasks.some(({ isDone }) => isDone === null) ? LOOK_AGAIN_MS : false;
    },
  });
}

/** One plan, followed while it is under way. */
export function usePlan(id: string): UseQueryResult<AnswerOf<typeof readOne>> {
  const params = { id };
  return useQuery({
    queryKey: callKey(readOne, { params }),
    queryFn: ({ signal }) => callOrThrow(readOne, { params, signal }),
    refetchInterval: ({ state }) =>
      state.data !== undefined && isMoving(state.data.data.plan) ? LOOK_AGAIN_MS : false,
  });
}

/** Has all that was read of the treasury read again. */
export function useRefreshTreasury(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    const paths = [read.path, readOne.path, endpoints.admin.work.path];
    await Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
  };
}
