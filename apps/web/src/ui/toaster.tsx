import { CircleCheck, OctagonX } from 'lucide-react';
import { Toaster as Base } from 'react-hot-toast';

/** Where toasts appear: errors 4 s, successes 2 s, others 4 s, loading until dismissed; the newest 20 are kept. */
export function Toaster() {
  return (
    <Base
      position="top-center"
      toastOptions={{
        duration: 4000,
        // The time to fade, on top of each duration.
        removeDelay: 150,
        error: { duration: 4000, icon: <OctagonX className="size-5 shrink-0 text-danger" aria-hidden="true" /> },
        success: { duration: 2000, icon: <CircleCheck className="size-5 shrink-0 text-success" aria-hidden="true" /> },
        loading: { duration: Infinity },
        style: {
          background: 'var(--surface)',
          color: 'var(--ink)',
          border: '1px solid var(--hairline)',
          borderRadius: '12px',
          boxShadow: 'none',
          maxWidth: '28rem',
        },
      }}
    />
  );
}
