import type { ComparedPart, Difference, ReconciliationOutcome } from '@kobogate/contract';

/** The finding at one place. */
export interface FoundPart {
  readonly part: ComparedPart;
  readonly differences: readonly Difference[];
}

/** The outcome of all parts: a difference outweighs a missing answer, and that outweighs a match. Pure. */
export function outcomeOf(parts: readonly Pick<ComparedPart, 'outcome'>[]): ReconciliationOutcome {
  const has = (outcome: ReconciliationOutcome): boolean => parts.some((part) => part.outcome === outcome);
  if (has('differs')) return 'differs';
  if (has('unclear')) return 'unclear';
  return has('agrees') ? 'agrees' : 'not-compared';
}
