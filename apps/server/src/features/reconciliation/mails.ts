import type { ReconciliationDetail } from '@kobogate/contract';
import { layOutMail } from '../../platform/mail-layout.ts';

const MOST_TOLD = 5;

/** The mail to administrators about a day on which not everything agrees: the first few, and the way to all. Pure. */
export function differenceMail({
  id,
  day,
  differenceCount,
  report,
  publicOrigin,
}: Pick<ReconciliationDetail, 'id' | 'day' | 'differenceCount' | 'report'> & { readonly publicOrigin: string }) {
  const isDifferent = differenceCount > 0;
  const subject = isDifferent
    ? `${differenceCount} ${differenceCount === 1 ? 'difference' : 'differences'} in the books of ${day}`
    : `The books of ${day} could not all be compared`;
  const unclear = report.parts.filter(({ outcome }) => outcome === 'unclear');
  const content = layOutMail({
    title: subject,
    paragraphs: [
      ...report.differences
        .slice(0, MOST_TOLD)
        .map(({ place, subject: what, ours, theirs }) => `${place}: ${what}. Ours: ${ours}. Theirs: ${theirs}.`),
      ...unclear.map(({ name, detail }) => `${name}: ${detail}`),
      'Nothing was sent, taken back or changed because of this. The report says what to do about each.',
    ],
    link: { label: 'See the report', url: `${publicOrigin}/admin/reconciliation/${id}` },
    reason: 'You get this mail because you are an administrator. It is sent once a day at most.',
  });
  return { subject, ...content };
}
