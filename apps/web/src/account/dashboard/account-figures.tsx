import type { Dashboard } from '@kobogate/contract';
import { lazy, Suspense } from 'react';
import { NextStep } from '../../ui/next-step.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ActionCards } from './action-cards.tsx';
import { BalancesCard } from './balances-card.tsx';
import { figuresOf } from './figures.ts';
import { FirstStepsCard } from './first-steps-card.tsx';
import { LoadingBelow } from './loading-below.tsx';
import { Metrics } from './metrics.tsx';

const Below = lazy(() => import('./below.tsx').then(({ Below: part }) => ({ default: part })));

/** An account's balances or its first steps, what to do next, and its figures, or the marked sample of them. */
export function AccountFigures({ dashboard }: { dashboard: Dashboard }) {
  const figures = figuresOf(dashboard);
  return (
    <>
      {dashboard.transactions === 0 ? <FirstStepsCard dashboard={dashboard} /> : <BalancesCard />}
      <ActionCards />
      {figures.isSample && (
        <Notice tone="neutral" title="These are sample figures, not yours">
          They show what this page looks like. After your first transaction every figure here is your own.
        </Notice>
      )}
      <Metrics figures={figures} />
      <NextStep isBelow fallback={<LoadingBelow />}>
        <Suspense fallback={<LoadingBelow />}>
          <Below figures={figures} />
        </Suspense>
      </NextStep>
    </>
  );
}
