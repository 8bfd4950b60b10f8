import type { TreasuryPlan } from '@kobogate/contract';
import { Link } from 'react-router';
import { dateTimeText } from '../../lib/formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { AmountLines } from './amount-lines.tsx';
import { planName, progressText, STAGE_WORDS } from './treasury-words.ts';

/** The columns of a list of plans. */
export const PLAN_COLUMNS: readonly Column<TreasuryPlan>[] = [
  {
    id: 'plan',
    title: 'Plan',
    place: 'title',
    cell: (plan) => (
      <Link
        to={`/admin/treasury/${plan.id}`}
        className="inline-flex min-h-11 items-center @max-3xl:-mt-2 font-semibold text-primary-text underline"
      >
        {planName(plan)}
        <span className="sr-only">, made {dateTimeText(plan.madeAt)}</span>
      </Link>
    ),
  },
  {
    id: 'stage',
    title: 'State',
    place: 'aside',
    cell: ({ stage, waitingSince }) => (
      <>
        <Status tone={STAGE_WORDS[stage].tone}>{STAGE_WORDS[stage].text}</Status>
        {waitingSince !== null && (
          <span className="block text-sm text-ink-soft">
            Since <Moment at={waitingSince} />
          </span>
        )}
      </>
    ),
  },
  { id: 'swept', title: 'To the treasury', align: 'end', cell: ({ swept }) => <AmountLines amounts={swept} /> },
  { id: 'paid', title: 'Refunds', align: 'end', cell: ({ paid }) => <AmountLines amounts={paid} /> },
  { id: 'progress', title: 'Transactions', cell: progressText },
  {
    id: 'made',
    title: 'Made',
    place: 'note',
    cell: ({ madeAt, madeBy }) => (
      <>
        <Moment at={madeAt} />
        <span className="block text-sm text-ink-soft">{madeBy ?? 'By command'}</span>
      </>
    ),
  },
];
