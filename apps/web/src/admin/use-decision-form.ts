import { type AnswerOf, type Endpoint, messageAnswer } from '@kobogate/contract';
import { createContext, useContext } from 'react';
import type { FieldValues } from 'react-hook-form';
import { type ContractFormOptions, useContractForm } from '../lib/use-contract-form.ts';
import type { Form } from '../lib/use-form.ts';

/** Where a decision is made: beside a list that has to know of it, such as the queue, or on the page of its own. */
export interface DecidedIn {
  /** What was decided, in the server's words. */
  readonly tell: (outcome: string) => void;
  /** Where the focus goes when the decision's dialog closes; null: to where it was. */
  readonly returnTo: () => HTMLElement | null;
}

/** Nothing has to know of a decision that is made on the page of its own. */
export const DecidedInContext = createContext<DecidedIn>({ tell: () => undefined, returnTo: () => null });

/**
 * The form of a decision's dialog: `useContractForm`, with the answer told to the list beside which the dialog is open, and
 * where the focus goes when it closes.
 */
export function useDecisionForm<E extends Endpoint, Values extends FieldValues>(
  endpoint: E,
  { onDone, ...options }: ContractFormOptions<E, Values>,
): Form<Values> & Pick<DecidedIn, 'returnTo'> {
  const { tell, returnTo } = useContext(DecidedInContext);
  const form = useContractForm(endpoint, {
    ...options,
    onDone: (answer: AnswerOf<E>) => {
      tell(messageAnswer.safeParse(answer).data?.message ?? '');
      return onDone?.(answer);
    },
  });
  return { ...form, returnTo };
}
