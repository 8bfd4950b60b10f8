import { messageFor } from '../lib/client.ts';
import { Button } from './button.tsx';

/** What a list that is read a page at a time says of its next page. */
interface Pages {
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly error: Error | null;
  fetchNextPage(): Promise<unknown>;
}

/** The way to a list's next page, where there is one; `failure` is said where it could not be loaded. */
export function MoreButton({ pages, label, failure }: { pages: Pages; label: string; failure: string }) {
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
          onClick={() => void pages.fetchNextPage()}
        >
          {label}
        </Button>
      )}
    </>
  );
}
