import { PRODUCT_NAME, TEXTS } from '@kobogate/contract';
import { Mark } from './mark.tsx';

/**
 * Stands over the page while the session is loaded. Reads `Please wait...` by default. The page's still picture in the
 * start document stays for as long as one is shown.
 */
export function WaitOverlay({ label = TEXTS.pleaseWait }: { label?: string }) {
  return (
    <main data-waiting="" className="fixed inset-0 z-40 grid place-content-center">
      <h1 className="sr-only">{PRODUCT_NAME}</h1>
      <output className="flex items-center gap-3 rounded-card border border-hairline bg-surface px-5 py-4 shadow-card">
        <Mark className="size-6 animate-pulse text-primary" />
        {label}
      </output>
    </main>
  );
}
