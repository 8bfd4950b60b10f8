import { endpoints, type OwnPaymentLink } from '@kobogate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { useNavigate } from 'react-router';
import { call, isUnreachable, messageFor } from '../../lib/client.ts';
import { useIdempotencyKey } from '../../lib/idempotency-key.ts';
import { usePending } from '../../lib/use-pending.ts';
import type { LinkBody } from './link-form-rules.ts';

/** Makes a link, or saves `stored` where nobody else has changed it, and leads to it. `failure` says why it did not. */
export function useSaveLink(stored: OwnPaymentLink | null) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { isPending, run } = usePending();
  const [failure, setFailure] = useState<string | null>(null);
  const { idempotencyKey, renewIfRefused } = useIdempotencyKey();

  async function send(link: LinkBody): Promise<void> {
    setFailure(null);
    try {
      const answer =
        stored === null
          ? await call(endpoints.paymentLinks.create, { body: link, idempotencyKey })
          : await call(endpoints.paymentLinks.update, {
              params: { id: stored.id },
              body: { ...link, version: stored.version },
            });
      if (isUnreachable(answer)) return setFailure(answer);
      toast.success(stored === null ? 'Your link is ready' : 'Link saved');
      await queryClient.invalidateQueries();
      await navigate(`/account/payment-link/${answer.data.id}`, stored === null ? { state: 'made' } : {});
    } catch (thrown) {
      renewIfRefused(thrown);
      setFailure(messageFor(thrown, 'The link could not be saved. What you have typed is still here.'));
    }
  }

  return { isPending, failure, forget: () => setFailure(null), save: (link: LinkBody) => void run(() => send(link)) };
}
