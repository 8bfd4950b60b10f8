import { fromNewAddress } from './people.ts';
import type { Product } from './product.ts';

/** A page as such a browser gets it. */
export interface PlainPage {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
  readonly location: string;
}

/** A browser without scripts: it keeps cookies by their paths, and sends the origin of a form. */
export function openBrowser({ origin }: Pick<Product, 'origin'>, more: Record<string, string> = {}) {
  const cookies = new Map<string, { value: string; path: string }>();
  const network = fromNewAddress();
  async function go(
    method: 'GET' | 'POST',
    path: string,
    form?: Record<string, string>,
    headers = {},
  ): Promise<PlainPage> {
    const [bare = ''] = path.split('?');
    const sent = [...cookies].filter(([, cookie]) => bare.startsWith(cookie.path));
    const answer = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: {
        accept: 'text/html',
        ...network,
        ...(sent.length === 0 ? {} : { cookie: sent.map(([name, { value }]) => `${name}=${value}`).join('; ') }),
        ...(method === 'POST' ? { origin } : {}),
        ...more,
        ...headers,
      },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
      const below = /Path=(?<path>[^;]+)/.exec(line)?.groups?.['path'] ?? '/';
      if (line.includes('Max-Age=0')) cookies.delete(name);
      else cookies.set(name, { value, path: below });
    }
    return {
      status: answer.status,
      text: await answer.text(),
      headers: answer.headers,
      location: answer.headers.get('location') ?? '',
    };
  }
  return { get: (path: string) => go('GET', path), post: go.bind(null, 'POST'), cookies };
}

/** The text of a page, without its style. */
export const wordsOf = ({ text }: PlainPage): string =>
  text
    .replaceAll(/<(style|template|script)\b[^]*?<\/\1>/g, ' ')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'");

/** The first value of a rendered field. */
export const valueOf = ({ text }: PlainPage, name: string): string | undefined => {
  const input = text.match(/<input[^>]*>/g)?.find((tag) => tag.includes(`name="${name}"`));
  return input === undefined ? undefined : (/ value="(?<value>[^"]*)"/.exec(input)?.groups?.['value'] ?? '');
};
