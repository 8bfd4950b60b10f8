import { createHash } from 'node:crypto';
import type { PaymentPage as BuiltPage, PaymentPageView } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { isOver } from '../features/payment-page/describe-status.ts';
import { layOutReceipt } from '../features/payment-page/lay-out-receipt.ts';
import { PaymentPage } from '../features/payment-page/payment-page.tsx';

/** What a build has made for the page. */
export interface PaymentAssets {
  /** The whole style sheet, sent inside the document. */
  readonly css: string;
  /** Address of the module that runs the moving parts. */
  readonly module: string;
}

// How often a page without a script looks again by itself.
const REFRESH_SECONDS = '15';

/** The payer's page, to be drawn on a server with what a build has made. */
export function createPaymentPage(assets: PaymentAssets): BuiltPage {
  const style = `'sha256-${createHash('sha256').update(assets.css).digest('base64')}'`;
  const draw = (document: ReactNode): string => `<!doctype html>${renderToStaticMarkup(document)}`;
  return {
    inline: { styles: [style], scripts: [] },
    render: (view) => draw(<WholeDocument view={view} assets={assets} />),
    layOutReceipt,
    renderPart: (view) =>
      draw(
        <html lang={view.language}>
          <body>
            <PaymentPage view={view} />
          </body>
        </html>,
      ),
  };
}

/** The script comes last and is waited for by nothing: all that it moves is there without it. */
function WholeDocument({ view, assets }: { view: PaymentPageView; assets: PaymentAssets }) {
  const { content, language } = view;
  const isFollowed = content.kind === 'payment' && !isOver(content.payment) && content.payment.state !== 'paid';
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <link rel="icon" href="/mark.svg" type="image/svg+xml" />
        {isFollowed && (
          <noscript>
            <meta httpEquiv="refresh" content={REFRESH_SECONDS} />
          </noscript>
        )}
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
        <script type="module" src={assets.module} />
      </head>
      <body>
        <PaymentPage view={view} />
      </body>
    </html>
  );
}
