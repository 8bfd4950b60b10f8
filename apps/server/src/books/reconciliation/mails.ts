import type { ReconciliationDetail, ReconciliationSummary } from '@kobogate/contract';
import { layOutMail } from '../../platform/mail-layout.ts';
import { timeOfTry } from './time-of-try.ts';

const MOST_TOLD = 5;

type Made = Pick<ReconciliationDetail, 'id' | 'day' | 'outcome' | 'differenceCount' | 'attempt' | 'report'> & {
  readonly publicOrigin: string;
};
type Before = Pick<ReconciliationSummary, 'outcome' | 'differenceCount'> | null;

/**
 * The mail to administrators about a comparison with news: the first few differences, or who did not answer, and the
 * link to the report. `before` is the finding of the day's previous comparison. Null where there is no news. Pure.
 */
export function newsMail(made: Made, before: Before): { subject: string; text: string; html: string } | null {
  const subject = subjectOf(made, before);
  if (subject === null) return null;
  const { id, report, publicOrigin } = made;
  const unclear = report.parts.filter(({ outcome }) => outcome === 'unclear');
  const content = layOutMail({
    title: subject,
    paragraphs: [
      ...report.differences
        .slice(0, MOST_TOLD)
        .map(({ place, subject: what, ours, theirs }) => `${place}: ${what}. Ours: ${ours}. Theirs: ${theirs}.`),
      ...unclear.map(({ name, detail }) => `${name}: ${detail}`),
      ...(unclear.length === 0 ? [] : [isLast(made) ? LAST : AGAIN]),
      ...(report.differences.length + unclear.length === 0 ? ['No difference was found.'] : []),
      'Nothing was sent, taken back or changed because of this. The report says what to do about each difference.',
    ],
    link: { label: 'See the report', url: `${publicOrigin}/admin/reconciliation/${id}` },
    reason: 'You get this mail because you are an administrator. It is sent when the books of a day have news.',
  });
  return { subject, ...content };
}

const AGAIN = 'The day is compared again automatically, with growing pauses, until every bank and node has answered.';
const LAST = 'The day is not compared again automatically. Please compare it once they can be reached.';

const isLast = ({ attempt }: Made): boolean => timeOfTry(attempt + 1, new Date(0)) === null;

function subjectOf(made: Made, before: Before): string | null {
  const { day, outcome, differenceCount } = made;
  const isClear = made.report.parts.every((part) => part.outcome !== 'unclear');
  if (differenceCount > 0 && differenceCount !== before?.differenceCount) {
    return `${differenceCount} ${differenceCount === 1 ? 'difference' : 'differences'} in the books of ${day}`;
  }
  if (before === null) return outcome === 'unclear' ? `The books of ${day} could not all be compared` : null;
  if (!isClear) return isLast(made) ? `The books of ${day} could still not all be compared` : null;
  return before.outcome === 'unclear' ? `The books of ${day} could now all be compared` : null;
}
