import type { ReactNode } from 'react';

/** The build's files for the pages. */
export interface SiteAssets {
  /** The whole style sheet, sent inside each document. */
  readonly css: string;
  /** Text of the script that runs before the first paint, and asks for the module after it. */
  readonly firstScript: string;
  /** Address of the module that runs the moving parts. */
  readonly module: string;
}

/**
 * A whole document around a page. Its title and description come from the page, which React lifts into the head. Fonts
 * are not preloaded, and the module comes after the first paint: on a slow network they would delay the text, which
 * needs neither. The first script gets `data`; `beside` is outside of what the module draws into.
 */
export function SiteDocument({
  assets,
  data,
  beside,
  children,
}: {
  assets: SiteAssets;
  data?: Readonly<Record<`data-${string}`, string>>;
  beside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <html lang="en-NG">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" content="#f7f3ea" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c1512" media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/mark.svg" type="image/svg+xml" />
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
        <script data-module={assets.module} {...data} dangerouslySetInnerHTML={{ __html: assets.firstScript }} />
      </head>
      <body>
        <div id="root">{children}</div>
        {beside}
      </body>
    </html>
  );
}
