/** A path at which no page is, so that somebody who opens it reads that there is none. */
const NOWHERE = '/no-such-page';

/** The longest part of a path that a route takes. */
export const LONGEST_PART = 200;

/**
 * The address that a request is routed by: its own, but for a person's whose address can't be read (cut off within an
 * escape, or longer than any), who gets the page that says so. A program gets the router's refusal. Pure.
 */
export function readableAddress({
  method,
  url = '/',
  headers,
}: {
  method?: string | undefined;
  url?: string | undefined;
  headers: { accept?: string | undefined };
}): string {
  const isForReading = method === 'GET' && (headers.accept ?? '').includes('text/html');
  const [path = ''] = url.split('?', 1);
  return isForReading && !isReadable(path) ? NOWHERE : url;
}

function isReadable(path: string): boolean {
  try {
    return path.split('/').every((part) => decodeURIComponent(part).length <= LONGEST_PART);
  } catch {
    return false;
  }
}
