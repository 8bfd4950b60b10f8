import type { LegalStatements } from './legal.ts';
import type { Brand } from './brand.ts';
import type { Retention } from './settings.ts';

/** A coin on offer, and what one whole coin is worth at this moment; null where no rate can be trusted. */
export interface SiteCoin {
  readonly currency: string;
  readonly name: string;
  readonly networks: readonly { readonly id: string; readonly name: string }[];
  /** Naira that a customer is paid, and the market's rate behind it. */
  readonly rate: string | null;
  readonly marketRate: string | null;
  /** What lies between both, in percent with at most two decimals, rounded up. */
  readonly feePercent: string | null;
}

/** The facts on the public pages that only the running server knows. */
export interface SiteFacts {
  readonly brand: Brand;
  /** What the operator states on the legal pages. */
  readonly legal: LegalStatements;
  /** How long what is known about people is kept. */
  readonly retention: Retention;
  /** The year in Lagos. */
  readonly year: number;
  /** For the start page alone; none where they can't be read. */
  readonly coins: readonly SiteCoin[];
  /** When their rates were read, as people read it; null where there are none. */
  readonly ratesAt: string | null;
}

/**
 * The public pages as the web's build leaves them for the server, in `render/site.mjs` below the web's folder, under
 * the name `site`: each page is one document with its style inside.
 */
export interface Site {
  readonly paths: readonly string[];
  /** What the content security policy has to allow: the sources (`'sha256-…'`) of the inline style and script. */
  readonly inline: { readonly styles: readonly string[]; readonly scripts: readonly string[] };
  /** The whole document at a path, the same for the same facts. Throws where the path is none of `paths`. */
  render(path: string, facts: SiteFacts): string;
}

/**
 * What a page of the app needs first. `:name` in its address matches one part, `*` any number of them.
 */
export interface StartPage {
  readonly path: string;
  /** Its files beside those that every page needs. */
  readonly files: readonly string[];
  /** Addresses of the API that a signed-in visitor's page asks for at once. */
  readonly calls: readonly string[];
  /** The name of its picture in `pictures`; null where nothing of it may be seen before the visitor is known. */
  readonly picture: string | null;
}

/**
 * The app's start document, as the web's build leaves it in `render/start-document.json`: a template in whose places
 * `{{files}}`, `{{calls}}` and `{{picture}}` the server fills in what a page needs.
 */
export interface StartDocuments {
  readonly template: string;
  /** What the content security policy has to allow: the sources (`'sha256-…'`) of the inline style and script. */
  readonly inline: { readonly styles: readonly string[]; readonly scripts: readonly string[] };
  /** The files that every page needs. */
  readonly files: readonly string[];
  /** Still pictures of pages, in HTML, without anything that is a visitor's own. */
  readonly pictures: Readonly<Record<string, string>>;
  /** The most specific address first. */
  readonly pages: readonly StartPage[];
}
