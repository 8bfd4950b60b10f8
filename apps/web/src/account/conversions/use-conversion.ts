import { endpoints, type Wallet } from '@kobogate/contract';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { call, CallError, isUnreachable, messageFor } from '../../lib/client.ts';
import { randomKey } from '../../lib/idempotency-key.ts';
import { usePending } from '../../lib/use-pending.ts';
import { forgetIntent, keyOfIntent } from './submit-intent.ts';

const CONVERSION_FAILED = 'The transaction could not be made. Nothing was taken; please try again.';
const ANSWER_LOST =
  'We do not know whether the transaction was made. Press the button again: it is made once, however often you press.';

export interface ConversionRefusal {
  message: string;
  detail: string | null;
}

/**
 * Makes an order of a wallet's coin at the quoted rate and opens its page. A refusal stays until the next try; an ended
 * quote (409) also calls `onQuoteEnded`.
 */
export function useConversion(onQuoteEnded: () => void): {
  convert: (wallet: Wallet, amount: string, quoteId: string) => void;
  isPending: boolean;
  refusal: ConversionRefusal | null;
  clear: () => void;
} {
  const navigate = useNavigate();
  const { isPending, run } = usePending();
  const [refusal, setRefusal] = useState<ConversionRefusal | null>(null);

  async function send({ currency, network }: Wallet, amount: string, quoteId: string): Promise<void> {
    setRefusal(null);
    const idempotencyKey = keyOfIntent({ currency, network, amount }, sessionStorage, randomKey);
    try {
      const body = { fromCurrency: currency, fromAmount: amount, network, quoteId };
      const answer = await call(endpoints.orders.convert, { body, idempotencyKey });
      if (isUnreachable(answer)) return setRefusal({ message: answer, detail: ANSWER_LOST });
      forgetIntent(sessionStorage);
      toast.success('Transaction generated');
      await navigate(`/account/convert-to-naira/${answer.id}`);
    } catch (failure) {
      const hasEnded = failure instanceof CallError && failure.status === 409;
      if (hasEnded) onQuoteEnded();
      setRefusal({
        message: messageFor(failure, CONVERSION_FAILED),
        detail: hasEnded ? 'We have fetched the rate of this moment for you.' : null,
      });
    }
  }

  return {
    convert: (wallet, amount, quoteId) => void run(() => send(wallet, amount, quoteId)),
    isPending,
    refusal,
    clear: () => setRefusal(null),
  };
}
