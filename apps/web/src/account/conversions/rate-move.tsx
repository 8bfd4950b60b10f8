import { endpoints, type OrderDetail } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { nairaOfKobo, nairaText } from '../../lib/formats.ts';
import { usePending } from '../../lib/use-pending.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';

type RateAnswer = 'accepted' | 'declined';

const NOT_SAVED = 'Your answer was not saved. The coins are safe; please try again.';

/** Says that the rate has moved since the naira was agreed on; where it is less, asks the owner to accept it. */
export function RateMove({ order }: { order: OrderDetail }) {
  const { rateMove } = order;
  if (rateMove === null || order.payout !== 'none' || order.status === 'declined') return null;
  if (rateMove.answer === 'asked') return <AskedCard order={order} rateMove={rateMove} />;
  return (
    <Notice
      tone="brand"
      title={rateMove.answer === 'told' ? 'The rate has moved' : `You took ${nairaText(order.naira)}`}
    >
      {rateMove.answer === 'told' &&
        `${nairaOfKobo(rateMove.agreedKobo)} was agreed on; it is ${nairaText(order.naira)} now. `}
      We check the order before the naira leaves.
    </Notice>
  );
}

function AskedCard({
  order: { id, naira, nairaKobo },
  rateMove: { agreedKobo, answerBy },
}: {
  order: OrderDetail;
  rateMove: NonNullable<OrderDetail['rateMove']>;
}) {
  const queryClient = useQueryClient();
  const { isPending, run } = usePending();
  const [given, setGiven] = useState<RateAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);

  async function answer(words: RateAnswer): Promise<void> {
    setGiven(words);
    setProblem(null);
    try {
      const saved = await call(endpoints.orders.answerRate, { params: { id }, body: { answer: words, nairaKobo } });
      if (isUnreachable(saved)) return setProblem(saved);
      toast.success(saved.message);
    } catch (failure) {
      setProblem(messageFor(failure, NOT_SAVED));
    }
    await queryClient.invalidateQueries();
  }

  return (
    <Card aria-label="The rate has moved">
      <CardHeading title="The rate has moved" />
      <p className="text-pretty">
        {nairaOfKobo(agreedKobo)} was agreed on. Your coins came after the rate lock had ended, and are worth{' '}
        <strong className="font-semibold">{nairaText(naira)}</strong> now. Please decide
        {answerBy !== null && (
          <>
            {' '}
            by <Moment at={answerBy} />
          </>
        )}
        ; without an answer the coins go back to your balance.
      </p>
      <div className="mt-5 flex flex-wrap gap-3">
        <Button
          pending={isPending && given === 'accepted'}
          pendingLabel="Saving..."
          disabled={isPending && given !== 'accepted'}
          onClick={() => void run(() => answer('accepted'))}
        >
          Take {nairaText(naira)}
        </Button>
        <Button
          variant="secondary"
          pending={isPending && given === 'declined'}
          pendingLabel="Saving..."
          disabled={isPending && given !== 'declined'}
          onClick={() => void run(() => answer('declined'))}
        >
          Take the coins back
        </Button>
      </div>
      {problem !== null && (
        <div className="mt-4">
          <Notice tone="danger" isUrgent>
            {problem}
          </Notice>
        </div>
      )}
    </Card>
  );
}
