interface Sender {
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

/**
 * Whether a form was sent from a page of our own: by the browser's `Sec-Fetch-Site`, else by its origin. A request with
 * neither is refused. Pure.
 */
export function isFromOurPage(headers: Sender, own: { host: string; publicOrigin: string }): boolean {
  const site = headers['sec-fetch-site'];
  // `none`: the user's own action, such as reloading the page.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = headers.origin ?? '';
  if (!URL.canParse(origin)) return false;
  return origin === own.publicOrigin || new URL(origin).host === own.host;
}
