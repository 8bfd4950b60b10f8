import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StartDocuments, StartPage } from '@kobogate/contract';
import type { InlineSources } from '../platform/content-security.ts';
import { encodeDocument, type RenderedDocument } from './rendered-document.ts';

const partsOf = (address: string): string[] => address.split('/').filter((part) => part !== '');

/**
 * Whether an address pattern such as `/account/convert-to-naira/:id` or `/admin/*` matches this path, in any case.
 * Pure.
 */
export function standsFor(address: string, path: string): boolean {
  const asked = partsOf(path);
  const parts = partsOf(address);
  const isOpen = parts.at(-1) === '*';
  const fixed = isOpen ? parts.slice(0, -1) : parts;
  const isLongEnough = isOpen ? asked.length >= fixed.length : asked.length === fixed.length;
  return isLongEnough && fixed.every((part, index) => part.startsWith(':') || part === asked[index]?.toLowerCase());
}

export interface StartDocument {
  readonly document: Promise<RenderedDocument>;
  readonly isPage: boolean;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');

/**
 * The app's start document for a page: it names the page's own files and first calls, so that they are fetched with the
 * first ones and not after them, and holds its still picture. Pure.
 */
export function startDocumentFor(
  { template, files, pictures }: Pick<StartDocuments, 'template' | 'files' | 'pictures'>,
  page?: Omit<StartPage, 'path'>,
): string {
  const filled: Readonly<Record<string, string>> = {
    files: escaped([...files, ...(page?.files ?? [])].join(' ')),
    calls: escaped((page?.calls ?? []).join(' ')),
    picture: pictures[page?.picture ?? ''] ?? '',
  };
  return template.replaceAll(/\{\{(files|calls|picture)\}\}/g, (_, place: string) => filled[place] ?? '');
}

/**
 * Reads the start document of the web's build and answers it for a path, drawn and compressed once for each, together with
 * whether the app has a page there or only the not-found page, and with everything that is inline in any of them. Throws where
 * the build is missing.
 */
export async function openStartDocument(
  root: string,
): Promise<{ readonly inline: InlineSources; readonly at: (path: string) => StartDocument }> {
  const built: StartDocuments = JSON.parse(await readFile(join(root, 'render/start-document.json'), 'utf8'));
  const drawn = new Map<StartPage | undefined, Promise<RenderedDocument>>();
  return {
    inline: built.inline,
    at: (path) => {
      const page = built.pages.find(({ path: address }) => standsFor(address, path));
      const document = drawn.get(page) ?? encodeDocument(startDocumentFor(built, page));
      drawn.set(page, document);
      return { document, isPage: page !== undefined && !page.path.endsWith('*') };
    },
  };
}
