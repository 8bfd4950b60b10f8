import { dateTimeText, relativeText } from '../lib/formats.ts';
import { useNow } from '../lib/use-now.ts';

/**
 * An ISO instant in Lagos time with how long ago, kept current: `1 Nov, 14:05 Lagos time, 3 minutes ago`. The year
 * is shown where it is not the current one. On paper without how long ago.
 */
export function Moment({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} className="figures">
      <span className="whitespace-nowrap">
        {dateTimeText(at, now)}
        <span className="print:hidden">,</span>
      </span>
      <span className="print:hidden">
        {' '}
        <span className="whitespace-nowrap">{relativeText(at, now)}</span>
      </span>
    </time>
  );
}
