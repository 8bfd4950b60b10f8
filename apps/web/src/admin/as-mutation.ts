import type { QueryClient } from '@tanstack/react-query';

/**
 * Makes a change as a mutation of the cache, so that `isMutating` counts it until its answer has come. The call leaves at
 * once, before anything is drawn for it. Throws what `change` throws.
 */
export function asMutation<Answer>(queryClient: QueryClient, change: () => Promise<Answer>): Promise<Answer> {
  const changing = change();
  return queryClient
    .getMutationCache()
    .build(queryClient, { mutationFn: () => changing })
    .execute(undefined);
}
