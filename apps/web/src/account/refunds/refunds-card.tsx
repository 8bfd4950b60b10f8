import { endpoints, type Refund } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { maskedAddress } from '../../lib/formats.ts';
import { Undo2 } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { Coin } from '../../ui/money.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { RefundDialog } from './refund-dialog.tsx';
import { REFUND_WORDS, refundSentence } from './refund-words.ts';

/** Coins that can be sent back, and the state of earlier refunds. Hidden for a user with neither. */
export function RefundsCard() {
  const answer = useCall(endpoints.refunds.list);
  const [isAsking, setIsAsking] = useState(false);
  if (answer.isError && answer.data === undefined) {
    return (
      <Card className="mt-6">
        <ErrorState
          message={messageFor(answer.error, 'Your refunds could not be loaded.')}
          onRetry={() => void answer.refetch()}
          isRetrying={answer.isFetching}
        >
          Your coins are safe where they are.
        </ErrorState>
      </Card>
    );
  }
  if (answer.data === undefined) return null;
  const { refunds, refundable } = answer.data.data;
  if (refunds.length === 0 && refundable.length === 0) return null;
  const apart = refundable.filter(({ place }) => place === 'suspense');

  return (
    <Card className="mt-6">
      <CardHeading
        title="Refunds"
        detail="Coins that you don’t convert go back to an address of yours, less what the network takes."
        action={
          refundable.length > 0 && (
            <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
              <Undo2 className="size-4" aria-hidden="true" />
              Send coins back
            </Button>
          )
        }
      />
      {apart.map(({ asset, available, currency, networkName }) => (
        <div key={asset} className="mb-4">
          <Notice tone="warning" title={`${available} ${currency} on ${networkName} is kept for you.`}>
            We don’t convert this coin. It is yours: have it sent back, or write to us.
          </Notice>
        </div>
      ))}
      <ul aria-label="Your refunds" className="divide-y divide-hairline">
        {refunds.map((refund) => (
          <RefundRow key={refund.id} refund={refund} />
        ))}
      </ul>
      {isAsking && <RefundDialog refundable={refundable} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}

function RefundRow({ refund }: { refund: Refund }) {
  const { amount, currency, networkName, address, status, requestedAt } = refund;
  const { text, tone } = REFUND_WORDS[status];
  return (
    <li className="grid gap-1 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="font-medium">
          <Coin amount={amount} currency={currency} /> <span className="text-ink-soft">on {networkName}</span>
        </p>
        <Status tone={tone}>{text}</Status>
      </div>
      <p className="text-sm">{refundSentence(refund)}</p>
      <p className="text-sm text-ink-soft">
        To <code className="font-mono whitespace-nowrap">{maskedAddress(address)}</code> · <Moment at={requestedAt} />
      </p>
    </li>
  );
}
