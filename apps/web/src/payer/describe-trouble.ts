import type { PaymentTrouble } from '@kobogate/contract';
import { durationText } from './payer-formats.ts';
import type { Texts } from './texts/texts.ts';

/**
 * What went wrong and what to do next, in the payer's language: the sentence, then the limit that was not kept or
 * when to try again. Pure.
 */
export function describeTrouble({ problem, bound, waitSeconds }: PaymentTrouble, texts: Texts): string {
  const { choosing, failures, problems } = texts;
  if (problem === 'pair-missing') return choosing.pairMissing;
  if (problem === 'link-inactive') return failures.closedHelp.inactive;
  if (problem === 'link-expired') return failures.closedHelp.expired;
  if (problem === 'link-used') return failures.closedHelp.used;
  const sentence = problems[problem];
  if (problem === 'too-many') {
    return `${sentence} ${waitSeconds === null ? failures.soon : failures.within(durationText(waitSeconds, texts))}`;
  }
  if (bound === null) return sentence;
  if (problem === 'amount-low' || problem === 'coin-amount-low') return `${sentence} ${choosing.atLeast(bound)}.`;
  if (problem === 'amount-high' || problem === 'coin-amount-high') return `${sentence} ${choosing.atMost(bound)}.`;
  return sentence;
}
