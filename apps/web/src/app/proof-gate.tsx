import { endpoints, type TwoFactor } from '@kobogate/contract';
import { lazy, Suspense, useEffect, useState } from 'react';
import { toast } from 'react-hot-toast/headless';
import { callOrThrow, messageFor } from '../lib/client.ts';
import { onProofNeeded } from '../lib/proof-gate.ts';

const ProveDialog = lazy(() => import('../sign-in/two-factor/prove-dialog.tsx'));

interface Asked {
  readonly twoFactor: TwoFactor;
  readonly answer: (isProven: boolean) => void;
}

/**
 * The one dialog for all calls that need a fresh proof; the calls wait for it, and continue or fail by its result. It goes with
 * the area, as where the session changes in another tab: what waits was not pressed by the next person.
 */
export function ProofGate() {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => () => asked?.answer(false), [asked]);
  useEffect(() => {
    let isGone = false;
    const withdraw = onProofNeeded(async () => {
      try {
        const { data: twoFactor } = await callOrThrow(endpoints.twoFactor.get);
        if (isGone) return false;
        return await new Promise<boolean>((resolve) => {
          setAsked({ twoFactor, answer: resolve });
        });
      } catch (failure) {
        toast.error(messageFor(failure, 'You could not be asked for your password. Please try again.'));
        return false;
      }
    });
    return () => {
      isGone = true;
      withdraw();
    };
  }, []);
  if (asked === null) return null;
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
