import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RouteFiles } from '@kobogate/contract';
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
 * The app's start document for a page: it names the page's own files, so that they load with the first ones and not
 * after them. Pure.
 */
export function startDocumentFor(template: string, files: readonly string[]): string {
  const links = files.map((file) => `<link rel="modulepreload" crossorigin href="${escaped(file)}" />`);
  return template.replace('</head>', () => [...links, '</head>'].join(''));
}

/**
 * Reads the start document of the web's build and answers it for a path, each drawn and compressed once, with whether
 * the app has a page there or only the not-found page. Throws where the files are missing.
 */
export async function openStartDocument(root: string): Promise<(path: string) => StartDocument> {
  const template = await readFile(join(root, 'index.html'), 'utf8');
  const routes: RouteFiles[] = JSON.parse(await readFile(join(root, 'render/route-files.json'), 'utf8'));
  const drawn = new Map<RouteFiles | undefined, Promise<RenderedDocument>>();
  return (path) => {
    const route = routes.find(({ path: address }) => standsFor(address, path));
    const document = drawn.get(route) ?? encodeDocument(startDocumentFor(template, route?.files ?? []));
    drawn.set(route, document);
    return { document, isPage: route !== undefined && !route.path.endsWith('*') };
  };
}
