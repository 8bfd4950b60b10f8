/** A path without a page, which shows the not-found page. */
const NOWHERE = '/no-such-page';

/** The longest path segment that a route accepts. */
export const LONGEST_PART = 200;

/**
 * The address that a request is routed by: its own, except where a browser opens an address that can't be read (cut off
 * within an escape, or too long), which gets the not-found page. A program gets the router's refusal. Pure.
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
