import { endpoints, type Activity, type ActivityKind } from '@kobogate/contract';
import { callOrThrow, messageFor } from '../../lib/client.ts';
import { usePages } from '../../lib/use-pages.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  Banknote,
  Landmark,
  LogIn,
  MailCheck,
  ShieldCheck,
  UserPen,
  UserPlus,
  type LucideIcon,
} from '../../ui/icons.ts';
import { LongWords } from '../../ui/long-words.tsx';
import { Moment } from '../../ui/moment.tsx';
import { MoreButton } from '../../ui/more-button.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';

const { timeline } = endpoints.adminUsers;
/** So many that what stands below is still found. */
const LINES_A_PAGE = '10';

const KIND_ICONS: Readonly<Record<ActivityKind, LucideIcon>> = {
  'signed-up': UserPlus,
  verified: MailCheck,
  'signed-in': LogIn,
  'payout-account': Landmark,
  account: UserPen,
  deposit: ArrowDownToLine,
  order: ArrowLeftRight,
  payout: Banknote,
  admin: ShieldCheck,
};

/** What a user and the administrators did with an account, newest first, a page at a time. */
export function ActivityCard({ userId }: { userId: string }) {
  const { pages, rows: lines } = usePages([timeline.path, userId], (query, signal) =>
    callOrThrow(timeline, { params: { id: userId }, query: { ...query, limit: LINES_A_PAGE }, signal }),
  );
  return (
    <Card>
      <CardHeading title="Timeline" detail="Newest first. What administrators did can’t be changed or removed." />
      {pages.isPending && <SkeletonRows label="Loading the timeline" rows={5} className="h-12" />}
      {lines === undefined && pages.isError && (
        <ErrorState
          message={messageFor(pages.error, 'The timeline could not be loaded.')}
          onRetry={() => void pages.refetch()}
          isRetrying={pages.isFetching}
        />
      )}
      {lines !== undefined && (
        <ol aria-label="Timeline of the account" className="grid">
          {lines.map((line) => (
            <ActivityLine key={line.id} line={line} />
          ))}
        </ol>
      )}
      <MoreButton pages={pages} label="Show older" failure="Older lines could not be loaded. Please try again." />
    </Card>
  );
}

function ActivityLine({ line }: { line: Activity }) {
  const Icon = KIND_ICONS[line.kind];
  const isAdmin = line.kind === 'admin';
  return (
    <li className="group relative flex gap-3.5 pb-5 last:pb-0">
      <span aria-hidden="true" className="absolute top-8 bottom-0 left-[15px] w-0.5 bg-hairline group-last:hidden" />
      <span
        className={classes(
          'relative grid size-8 shrink-0 place-items-center rounded-full',
          isAdmin ? 'bg-copper-soft text-copper-text' : 'bg-sunk text-ink-soft',
        )}
      >
        <Icon className="size-4" aria-hidden="true" />
      </span>
      <div className="min-w-0 pt-1 text-[15px] leading-snug wrap-anywhere">
        <p className={classes(isAdmin && 'font-semibold')}>
          <LongWords text={line.text} />
        </p>
        {line.reason !== null && (
          <p className="mt-1 whitespace-pre-wrap">
            {line.isNote ? '' : 'Reason: '}
            {line.reason}
          </p>
        )}
        <p className="figures mt-1 text-sm text-ink-soft">
          {line.by !== null && (
            <>
              By <bdi>{line.by}</bdi>
              {' · '}
            </>
          )}
          <Moment at={line.at} />
        </p>
      </div>
    </li>
  );
}
