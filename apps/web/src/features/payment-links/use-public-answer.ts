import type { AnswerOf, Endpoint, ParamsOf } from '@kobogate/contract';
import { useCallback, useEffect, useState } from 'react';
import { CallError, callOrThrow } from '../../lib/client.ts';
import { PAYMENT_API_BASE } from './payment-api.ts';

export type PublicAnswer<Answer> =
  { state: 'loading' } | { state: 'failed'; status: number; message: string } | { state: 'loaded'; answer: Answer };

/**
 * Reads a public endpoint of the payment API once, and again when asked: without the cache of the signed-in pages, so that a payer's
 * phone loads less. A failure carries its status (0 without an answer) and the server's own sentence, or none.
 */
export function usePublicAnswer<E extends Endpoint>(
  endpoint: E,
  params?: ParamsOf<E>,
): { result: PublicAnswer<AnswerOf<E>>; reload: () => void } {
  const [known, setKnown] = useState<{ question: string; result: PublicAnswer<AnswerOf<E>> } | null>(null);
  const [attempt, setAttempt] = useState(0);
  // The parameters by value: an object made anew at each render is the same question.
  const asked = JSON.stringify(params ?? {});
  const question = `${attempt} ${asked}`;

  useEffect(() => {
    const stop = new AbortController();
    callOrThrow(endpoint, { base: PAYMENT_API_BASE, params: JSON.parse(asked), signal: stop.signal }).then(
      (answer) => setKnown({ question, result: { state: 'loaded', answer } }),
      (failure: unknown) => {
        if (!stop.signal.aborted) setKnown({ question, result: failed(failure) });
      },
    );
    return () => stop.abort();
  }, [endpoint, asked, question]);

  const reload = useCallback(() => setAttempt((count) => count + 1), []);
  // What answers another question is not an answer to this one.
  return { result: known?.question === question ? known.result : { state: 'loading' }, reload };
}

function failed(failure: unknown): PublicAnswer<never> {
  const isAnswer = failure instanceof CallError;
  return { state: 'failed', status: isAnswer ? failure.status : 0, message: isAnswer ? failure.message : '' };
}
