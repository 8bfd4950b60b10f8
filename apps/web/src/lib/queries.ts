import type { AnswerOf, Endpoint } from '@kobogate/contract';
import { QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { CallError, callOrThrow, type CallInput } from './client.ts';

/** The cache key of a call: its path, then its parameters. */
export function callKey<E extends Endpoint>(
  endpoint: E,
  input: Pick<CallInput<E>, 'params' | 'query'> = {},
): unknown[] {
  return [endpoint.path, input.params ?? null, input.query ?? null];
}

/** Reads an endpoint through the cache. `error` is a `CallError`, also where the network gave no answer. */
export function useCall<E extends Endpoint>(
  endpoint: E,
  input: Pick<CallInput<E>, 'params' | 'query'> = {},
  options: { isEnabled?: boolean } = {},
): UseQueryResult<AnswerOf<E>> {
  return useQuery({
    queryKey: callKey(endpoint, input),
    queryFn: ({ signal }) => callOrThrow(endpoint, { ...input, signal }),
    enabled: options.isEnabled ?? true,
  });
}

// A refusal is final: only a missing answer or a server error is worth asking again.
function isWorthRetrying(failures: number, failure: Error): boolean {
  const mayPass = failure instanceof CallError && (failure.status === 0 || failure.status >= 500);
  return mayPass && failures < 2;
}

/** The cache of one signed-in user. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // 'always': a browser that believes itself offline may still reach a server on its own network.
      queries: { retry: isWorthRetrying, staleTime: 10_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
