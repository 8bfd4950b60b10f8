import { PLAN_STUCK_HOURS, type PlannedTransaction, type TreasuryPlan } from '@kobogate/contract';
import { Link, useParams } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { relativeText } from '../../lib/formats.ts';
import { useNow } from '../../lib/use-now.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { Card, CardHeading, LIST_CARD, PageHeading } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { FactList } from '../../ui/facts.tsx';
import { Coin } from '../../ui/money.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { TransactionLink } from '../../ui/transaction-link.tsx';
import { AddressLink } from '../address-link.tsx';
import { AmountLines } from './amount-lines.tsx';
import { PlanActions } from './plan-actions.tsx';
import {
  amountsText,
  feeText,
  NOT_HANDED_IN,
  planName,
  progressText,
  PURPOSE_WORDS,
  STAGE_WORDS,
  TRANSACTION_WORDS,
} from './treasury-words.ts';
import { usePlan } from './use-treasury.ts';

/** One plan: what it moves, how far each of its transactions is, and what can be done about it. */
export function Component() {
  const { id = '' } = useParams();
  const found = usePlan(id);
  return (
    <>
      <PageTitle>Plan</PageTitle>
      <BackLink to="/admin/treasury">Treasury</BackLink>
      {found.data === undefined && <PageHeading title="Plan" />}
      {found.isPending && <SkeletonRows label="Loading the plan" rows={4} />}
      {found.isError && found.data === undefined && (
        <Card>
          <ErrorState
            message={messageFor(found.error, 'The plan could not be loaded.')}
            onRetry={() => void found.refetch()}
            isRetrying={found.isFetching}
          />
        </Card>
      )}
      {found.data !== undefined && <Loaded {...found.data.data} />}
    </>
  );
}

interface Found {
  readonly plan: TreasuryPlan;
  readonly transactions: readonly PlannedTransaction[];
}

function Loaded({ plan, transactions }: Found) {
  const { tone, text } = STAGE_WORDS[plan.stage];
  return (
    <>
      <PageHeading title={planName(plan)} detail={progressText(plan)} action={<Status tone={tone}>{text}</Status>} />
      <div className="grid gap-4 max-md:gap-10">
        {plan.refusals.length > 0 && (
          <Notice tone="danger" isUrgent title="The network refuses a part of it. Nothing of that has left.">
            {plan.refusals.map((refusal) => (
              <p key={refusal} className="wrap-anywhere">
                {refusal}
              </p>
            ))}
            <p>It is tried again each minute. If the network keeps refusing it, have it replaced.</p>
          </Notice>
        )}
        <HeldUp plan={plan} />
        <Card aria-label="Plan">
          <FactList
            isWide
            facts={[
              { label: 'To the treasury', value: amountsText(plan.swept) },
              { label: 'Refunds', value: plan.refunds === 0 ? 'None' : `${plan.refunds}: ${amountsText(plan.paid)}` },
              { label: 'Network fee', value: feeText(plan) },
              { label: 'Made', value: <Moment at={plan.madeAt} /> },
              { label: 'Made by', value: plan.madeBy ?? 'Command on the server' },
              {
                label: 'Handed in by',
                value: plan.sentBy ?? NOT_HANDED_IN[plan.stage] ?? 'Command on the server',
              },
              ...(plan.waitingSince === null
                ? []
                : [{ label: 'Waits since', value: <Moment at={plan.waitingSince} /> }]),
              { label: 'Takes the place of an earlier one', value: plan.isReplacement ? 'Yes' : 'No' },
            ]}
          />
          <PlanActions plan={plan} />
        </Card>
        {plan.notes.length > 0 && (
          <Card aria-label="Left out">
            <CardHeading title="What was left out, and why" />
            <ul className="grid list-disc gap-2 pl-5 text-[15px]">
              {plan.notes.map((note) => (
                <li key={note} className="text-pretty wrap-anywhere">
                  {note}
                </li>
              ))}
            </ul>
          </Card>
        )}
        <Card aria-label="Transactions" className={LIST_CARD}>
          <CardHeading title="Transactions" detail="In the order in which they are sent." />
          <DataTable
            caption="Transactions"
            columns={columns(plan.network)}
            rows={transactions}
            rowKey={({ position }) => String(position)}
          />
        </Card>
      </div>
    </>
  );
}

const STUCK_MS = PLAN_STUCK_HOURS * 3_600_000;

/** What to do about a plan that no block has had for hours, as the work queue has it. */
function HeldUp({ plan: { stage, waitingSince, noReplacement } }: { plan: TreasuryPlan }) {
  const now = useNow();
  if (stage !== 'sending' || waitingSince === null || now - Date.parse(waitingSince) < STUCK_MS) return null;
  return (
    <Notice tone="warning" title="The network has not included it for hours.">
      <p>
        The first transaction that waits was handed in {relativeText(waitingSince, now)}. Look it up on the explorer,
        and send it again where it is not known there: nothing is paid twice.
      </p>
      <p>
        {noReplacement === null
          ? 'If its fee has become too low, have it replaced by one that pays more.'
          : `It can’t be replaced now: ${noReplacement}`}
      </p>
    </Notice>
  );
}

const columns = (network: string): readonly Column<PlannedTransaction>[] => [
  {
    id: 'purpose',
    title: 'What',
    place: 'title',
    cell: ({ purpose, position }) => (
      <>
        <span className="font-semibold">{PURPOSE_WORDS[purpose]}</span>
        <span className="block text-sm text-ink-soft">No. {position + 1}</span>
      </>
    ),
  },
  {
    id: 'status',
    title: 'State',
    place: 'aside',
    cell: ({ status }) => {
      const { tone, text } = TRANSACTION_WORDS[status ?? 'unsigned'];
      return <Status tone={tone}>{text}</Status>;
    },
  },
  { id: 'coins', title: 'Coins', align: 'end', cell: ({ coins }) => <AmountLines amounts={coins} /> },
  {
    id: 'from',
    title: 'From',
    cell: ({ from }) => (from === null ? 'Several addresses' : <AddressLink address={from} network={network} />),
  },
  {
    id: 'to',
    title: 'To',
    cell: ({ payees }) => <Payees network={network} payees={payees} />,
  },
  {
    id: 'transaction',
    title: 'Transaction',
    cell: ({ transaction, refusal }) => (
      <>
        {transaction === null ? '—' : <TransactionLink network={network} transaction={transaction} />}
        {refusal !== null && <span className="block text-sm text-danger wrap-anywhere">{refusal}</span>}
      </>
    ),
  },
];

const PAYEES_SHOWN = 3;

/** Who gets coins, each address whole, as the key tool lists them before it signs; many behind a press. */
function Payees({ network, payees }: { network: string; payees: PlannedTransaction['payees'] }) {
  // An address may get coins twice; the order never changes.
  const placed = payees.map((payee, place) => Object.assign({ place }, payee));
  const [shown, more] = [placed.slice(0, PAYEES_SHOWN), placed.slice(PAYEES_SHOWN)];
  const list = (some: typeof placed) => (
    <ul className="divide-y divide-hairline">
      {some.map((payee) => (
        <li key={payee.place} className="py-1 first:pt-0 last:pb-0">
          <AddressLink address={payee.address} network={network} />
          <span className="block text-sm text-ink-soft">
            {payees.length > 1 && <Coin amount={payee.amount} currency={payee.currency} className="mr-3" />}
            {payee.refundId === null ? (
              'Your own'
            ) : (
              <Link
                to={`/admin/refunds#${payee.refundId}`}
                className="inline-flex min-h-11 items-center text-primary-text underline"
              >
                Its refund
              </Link>
            )}
          </span>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {list(shown)}
      {more.length > 0 && (
        <details>
          <summary className="min-h-11 cursor-pointer py-2.5 text-sm">and {more.length} more</summary>
          {list(more)}
        </details>
      )}
    </>
  );
}
