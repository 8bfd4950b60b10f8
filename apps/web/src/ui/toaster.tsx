import { useEffect } from 'react';
// The headless half: the other half writes its styles into the page, which the content security policy forbids.
import { resolveValue, toast, useToaster, type DefaultToastOptions } from 'react-hot-toast/headless';
import { takeSaid } from '../lib/said.ts';
import { ToastBox, TOASTS_PLACE } from './toast-box.tsx';

// `removeDelay` is the time to fade, on top of each duration.
const OPTIONS: DefaultToastOptions = {
  duration: 4000,
  removeDelay: 150,
  error: { duration: 4000 },
  success: { duration: 2000 },
  loading: { duration: Infinity },
};

/**
 * Where toasts appear: errors 4 s, successes 2 s, others 4 s, loading until dismissed; the newest 20 are kept, newest
 * on top. Time stops for all of them while the pointer is on one. Each is read out as it appears: the live region
 * exists before them, as screen readers need it.
 */
export function Toaster() {
  const { toasts, handlers } = useToaster(OPTIONS);
  // What the document before has left to show.
  useEffect(() => {
    const said = takeSaid();
    if (said?.kind === 'blank') toast(said.text);
    else if (said !== null) toast[said.kind](said.text);
  }, []);
  return (
    <div
      aria-live="polite"
      className={TOASTS_PLACE}
      onMouseEnter={handlers.startPause}
      onMouseLeave={handlers.endPause}
    >
      {toasts.map((each) => (
        <ToastBox key={each.id} kind={each.type} isGoing={!each.visible}>
          {resolveValue(each.message, each)}
        </ToastBox>
      ))}
    </div>
  );
}
