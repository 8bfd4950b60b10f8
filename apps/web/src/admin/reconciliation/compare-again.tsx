import type { ReconciliationDetail } from '@kobogate/contract';
import { dateTimeText } from '../../lib/formats.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useComparison } from './use-comparison.ts';

/** Where something did not answer: when the day is compared again by itself, and the way to do it now. */
export function CompareAgain({ made }: { made: ReconciliationDetail }) {
  const { compare, isPending } = useComparison();
  if (made.report.parts.every(({ outcome }) => outcome !== 'unclear')) return null;
  if (!made.isNewest) {
    return (
      <Notice tone="neutral" title="A later comparison of this day is in the list.">
        This one stays as it was found.
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
        ? 'The day is not compared again by itself. Compare it once what did not answer can be reached.'
        : `The day is compared again by itself, soon after ${dateTimeText(made.nextAt)}. No money is moved by it.`}
    </Notice>
  );
}
