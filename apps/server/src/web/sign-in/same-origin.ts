interface Sender {
  readonly origin?: string | undefined;
  readonly 'sec-fetch-site'?: string | string[] | undefined;
}

/**
 * Whether a form was sent from a page of our own: by what the browser says of its site, else by the origin that it names. Who
 * names neither is not believed. Pure.
 */
export function isFromOurPage(headers: Sender, own: { host: string; publicOrigin: string }): boolean {
  const site = headers['sec-fetch-site'];
  // `none`: the person themselves, such as by loading the page again.
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = headers.origin ?? '';
  if (!URL.canParse(origin)) return false;
  return origin === own.publicOrigin || new URL(origin).host === own.host;
}
