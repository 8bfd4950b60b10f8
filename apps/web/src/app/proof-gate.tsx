import { endpoints, type TwoFactor } from '@kobogate/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { callOrThrow, messageFor } from '../lib/client.ts';
import { onProofNeeded } from '../lib/proof-gate.ts';
import { useSession } from '../lib/session-context.ts';
import { storedToken } from '../lib/token.ts';

// Only administrators ever see it.
const ProveDialog = lazy(() => import('../sign-in/two-factor/prove-dialog.tsx'));

interface Asked {
  readonly twoFactor: TwoFactor;
  /** The session of the person who is asked. */
  readonly token: string | null;
  readonly answer: (isProven: boolean) => void;
}

/**
 * The one dialog for all calls that need a fresh proof; the calls wait for it, and continue or fail by its result. It closes
 * where the session changes in another tab: what waits was not pressed by the next person.
 */
export function ProofGate() {
  const { token } = useSession();
  const [asked, setAsked] = useState<Asked | null>(null);
  const isForAnother = asked !== null && asked.token !== token;
  useEffect(() => {
    if (isForAnother) asked.answer(false);
  }, [asked, isForAnother]);
  useEffect(
    () =>
      onProofNeeded(async () => {
        const asking = storedToken();
        try {
          const { data: twoFactor } = await callOrThrow(endpoints.twoFactor.get);
          return await new Promise<boolean>((resolve) => {
            setAsked({ twoFactor, token: asking, answer: resolve });
          });
        } catch (failure) {
          toast.error(messageFor(failure, 'You could not be asked for your password. Please try again.'));
          return false;
        }
      }),
    [],
  );
  if (asked === null || isForAnother) return null;
  const end = (isProven: boolean): void => {
    setAsked(null);
    asked.answer(isProven);
  };
  return (
    <Suspense>
      <ProveDialog twoFactor={asked.twoFactor} onProven={() => end(true)} onClose={() => end(false)} />
    </Suspense>
  );
}
