import { type Dashboard, endpoints } from '@kobogate/contract';
import { Link } from 'react-router';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { classes } from '../../ui/classes.ts';
import { ChevronRight, CircleCheck } from '../../ui/icons.ts';
import { type FirstStep, firstSteps } from './first-steps.ts';

/** The way to the first naira, for an account that has converted nothing: each step is ticked once it is true. */
export function FirstStepsCard({ dashboard }: { dashboard: Dashboard }) {
  const { user } = useSession();
  const account = useCall(endpoints.bankAccounts.getMine);
  const steps = firstSteps({
    hasName: user !== null && user.first_name !== '' && user.phone !== '',
    hasBank: account.data !== undefined && account.data.data !== null,
    hasWallet: dashboard.wallets > 0,
    hasCoins: dashboard.hasActivity,
  });
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.findIndex(({ isDone }) => !isDone);
  return (
    <Card aria-label="First steps">
      <CardHeading title="First steps" detail={`${done} of ${steps.length} done`} />
      <ol className="-mx-2 grid gap-x-4 md:grid-cols-2 xl:grid-cols-3">
        {steps.map((step, index) => (
          <Step key={step.title} step={step} number={index + 1} isNext={index === next} />
        ))}
      </ol>
    </Card>
  );
}

function Step({
  step: { title, text, to, isDone },
  number,
  isNext,
}: {
  step: FirstStep;
  number: number;
  isNext: boolean;
}) {
  return (
    <li>
      <Link to={to} className="flex min-h-16 items-center gap-3 rounded-card px-2 py-2.5 hover:bg-sunk">
        {isDone ? (
          <CircleCheck className="size-7 shrink-0 text-success" aria-hidden="true" />
        ) : (
          <span
            aria-hidden="true"
            className={classes(
              'figures grid size-7 shrink-0 place-items-center rounded-full border text-sm font-semibold',
              isNext ? 'border-primary bg-primary text-on-primary' : 'border-edge text-ink-soft',
            )}
          >
            {number}
          </span>
        )}
        <span className="min-w-0 grow">
          <span className={classes('block font-medium', isDone && 'text-ink-soft')}>
            {isDone && <span className="sr-only">Done: </span>}
            {title}
          </span>
          {!isDone && <span className="block text-sm text-ink-soft">{text}</span>}
        </span>
        {isNext && <ChevronRight className="size-5 shrink-0 text-ink-soft" aria-hidden="true" />}
      </Link>
    </li>
  );
}
