import type { ReconciliationDetail } from '@kobogate/contract';
import { dateTimeText } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useComparison } from './use-comparison.ts';

/** Where a source did not answer: when the day is compared again automatically, and a button to do it now. */
export function CompareAgain({ made }: { made: ReconciliationDetail }) {
  const { compare, isPending } = useComparison();
  if (made.report.parts.every(({ outcome }) => outcome !== 'unclear')) return null;
  if (!made.isNewest) {
    return (
      <Notice tone="neutral" title="A later comparison of this day is in the list.">
        This one stays unchanged.
      </Notice>
    );
  }
  return (
    <Notice
      tone="warning"
      title="Some sources did not answer."
      action={
        <Button
          variant="secondary"
          pending={isPending}
          pendingLabel="Comparing..."
          onClick={() => compare(made.day)}
          className="max-sm:w-full"
        >
          Compare again now
        </Button>
      }
    >
      {made.nextAt === null
        ? 'The day is not compared again automatically. Compare it once the sources can be reached.'
        : `The day is compared again automatically, soon after ${dateTimeText(made.nextAt)}. No money is moved by it.`}
    </Notice>
  );
}
