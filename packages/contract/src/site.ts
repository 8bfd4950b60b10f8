import type { Brand } from './brand.ts';

/** The facts on the public pages that only the running server knows. */
export interface SiteFacts {
  readonly brand: Brand;
  /** The year in Lagos. */
  readonly year: number;
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
 * The files that a page of the app needs beside those that its start document names, as the web's build leaves them in
 * `render/route-files.json`: the most specific address first. `:name` in an address matches one part, `*` for any.
 */
export interface RouteFiles {
  readonly path: string;
  readonly files: readonly string[];
}
