import { useLayoutEffect, useRef, useState } from 'react';
import { announce } from '../lib/announce.ts';
import { messageFor } from '../lib/client.ts';
import { isFocusNowhere } from '../lib/focus-place.ts';
import { Button } from './button.tsx';

/** What a paged list says of its next page. */
interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: Error | null;
  fetchNextPage(): Promise<{ readonly isError: boolean }>;
}

/**
 * Loads a list's next page, where there is one; `failure` is shown where that fails. After
 * the last page, words replace the button and get its focus.
 */
export function MoreButton({ pages, label, failure }: { pages: Pages; label: string; failure: string }) {
  const [isUsed, setIsUsed] = useState(false);
  async function showMore(): Promise<void> {
    setIsUsed(true);
    const { isError } = await pages.fetchNextPage();
    if (!isError) announce('More of the list is shown.');
  }
  return (
    <>
      {pages.isFetchNextPageError && (
        <p role="alert" className="mt-4 text-sm text-danger">
          {messageFor(pages.error, failure)}
        </p>
      )}
      {pages.hasNextPage && (
        <Button
          variant="secondary"
          className="mt-5 w-full"
          pending={pages.isFetchingNextPage}
          pendingLabel="Loading..."
          onClick={() => void showMore()}
        >
          {label}
        </Button>
      )}
      {isUsed && !pages.hasNextPage && <ListEnd />}
    </>
  );
}

function ListEnd() {
  const words = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    if (isFocusNowhere()) words.current?.focus({ preventScroll: true });
  }, []);
  return (
    <p ref={words} tabIndex={-1} className="mt-5 py-2 text-center text-sm text-ink-soft">
      This is the end of the list.
    </p>
  );
}
