import { type Debt, endpoints } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { ForRole } from '../for-role.tsx';
import { LoadedRecord, type RecordProps } from '../loaded-record.tsx';
import { FirstSaid } from '../recovery/first-said.tsx';
import { SettleDebtDialog } from './settle-debt-dialog.tsx';

const FAILED = 'What this customer owes could not be loaded.';

/** Coins that a customer owes, each with the way to settle it. */
export function CoinDebtsCard({ userId }: { userId: string }) {
  const answer = useCall(endpoints.debts.ofUser, { params: { id: userId } });
  const owed = answer.data?.data;
  return (
    <Card aria-label="Coins owed">
      <CardHeading
        title="Coins owed"
        detail="The same coins settle it automatically when they arrive for this customer. A person settles what does not arrive."
      />
      {answer.isPending && <SkeletonRows label="Loading the coins owed" rows={1} className="h-16" />}
      {owed === undefined && answer.isError && (
        <ErrorState
          message={messageFor(answer.error, FAILED)}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        />
      )}
      {owed !== undefined && (
        <ul className="divide-y divide-hairline">
          {owed.map((debt) => (
            <li key={debt.asset} className="py-3 first:pt-0 last:pb-0">
              <DebtItem userId={userId} debt={debt} />
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

/** One of them, for the queue. */
export function DebtRecord({ id, onReady }: RecordProps) {
  const [userId = '', asset] = id.split(' ');
  const answer = useCall(endpoints.debts.ofUser, { params: { id: userId } });
  return (
    <LoadedRecord
      answer={answer}
      found={answer.data?.data.find((debt) => debt.asset === asset)}
      failed={FAILED}
      onReady={onReady}
    >
      {(debt) => (
        <>
          <p className="max-w-prose text-ink-soft">
            A chain took these coins back after their naira had left, or a payment showed that they are another
            customer’s. The same coins settle it automatically when they arrive for this customer.
          </p>
          <DebtItem userId={userId} debt={debt} />
        </>
      )}
    </LoadedRecord>
  );
}

function DebtItem({ userId, debt }: { userId: string; debt: Debt }) {
  const [isOpen, setIsOpen] = useState(false);
  const what = `${debt.amount} ${debt.title}`;
  return (
    <div className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="figures font-semibold">{what}</p>
        <ForRole call={endpoints.debts.settle}>
          <Button
            variant="secondary"
            aria-haspopup="dialog"
            aria-label={`Settle ${what}`}
            onClick={() => setIsOpen(true)}
          >
            Settle
          </Button>
        </ForRole>
      </div>
      <FirstSaid transfer={debt} />
      {isOpen && <SettleDebtDialog userId={userId} debt={debt} onClose={() => setIsOpen(false)} />}
    </div>
  );
}
