import { TEXTS } from '@kobogate/contract';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Wordmark } from '../ui/mark.tsx';
import { WaitOverlay } from '../ui/overlay.tsx';
import { PageTitle } from '../ui/page-title.tsx';

const TEXT =
  'A part of this page failed to load or to draw. Nothing was sent because of it, and your money is safe where it is.';
const OFFLINE_TEXT = `${TEXTS.networkError}. This page loads as soon as the network is back.`;

function Actions({ home, homeLabel }: { home: string; homeLabel: string }) {
  return (
    <div className="mt-7 flex flex-wrap gap-3">
      <Button onClick={() => window.location.reload()}>Reload the page</Button>
      <ButtonLink variant="secondary" to={home} reloadDocument>
        {homeLabel}
      </ButtonLink>
    </div>
  );
}

/**
 * Whether a file could not be loaded that the page would have again after a reload: those of an open tab are gone once the server
 * was updated. Once for each entry of the history: a file may fail for another reason.
 */
function isWorthReloading(failure: unknown): boolean {
  const { isReloaded }: Readonly<Record<string, unknown>> = Object(window.history.state);
  // Each browser says it in other words, all with this one.
  return navigator.onLine && String(failure).includes('module') && isReloaded !== true;
}

/**
 * What to say of a page that did not load; null while it is reloaded for newer files. Without a network it is reloaded once that
 * is back: a browser remembers for good that a module failed to load.
 */
function useWords(failure: unknown): string | null {
  const [isOffline] = useState(() => !navigator.onLine);
  const [isReloading] = useState(() => isWorthReloading(failure));
  useEffect(() => {
    if (!isReloading) return;
    window.history.replaceState({ ...window.history.state, isReloaded: true }, '');
    window.location.reload();
  }, [isReloading]);
  // The browser's own error channel: consoles and monitoring listen there.
  useEffect(() => reportError(failure), [failure]);
  useEffect(() => {
    if (!isOffline) return undefined;
    const reload = (): void => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [isOffline]);
  if (isReloading) return null;
  return isOffline ? OFFLINE_TEXT : TEXT;
}

/** Shown instead of a blank page when anything outside a shell fails to draw. */
export function RouteError() {
  const words = useWords(useRouteError());
  if (words === null) return <WaitOverlay />;
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center gap-3 px-6 py-16">
      <PageTitle>Something went wrong</PageTitle>
      <Wordmark className="mb-8" />
      <h1 className="headline text-4xl">Something went wrong on this page</h1>
      <p className="text-ink-soft">{words}</p>
      <Actions home="/" homeLabel="Go to the start page" />
    </main>
  );
}

/** The same inside a shell, whose navigation keeps working. */
export function ContentError() {
  const words = useWords(useRouteError());
  if (words === null) return <WaitOverlay />;
  return (
    <div role="alert" className="max-w-xl">
      <PageTitle>Something went wrong</PageTitle>
      <h1 className="headline text-3xl">Something went wrong on this page</h1>
      <p className="mt-3 text-ink-soft">{words}</p>
      <Actions home="/account/dashboard" homeLabel="Go to the dashboard" />
    </div>
  );
}
