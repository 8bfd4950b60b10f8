import {
  linkAmountText,
  type Payment,
  type PaymentPage as BuiltPage,
  type PaymentPageView,
  PRODUCT_NAME,
} from '@kobogate/contract';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { isOver } from './describe-status.ts';
import { layOutReceipt } from './lay-out-receipt.ts';
import { PaymentPage } from './payment-page.tsx';
import { hashSource } from '../public/hash-source.ts';

/** What a build has made for the page. */
export interface PaymentAssets {
  /** The whole style sheet, sent inside the document. */
  readonly css: string;
  /** Text of the script that asks for the module after the first paint. */
  readonly firstScript: string;
  /** Address of the module that runs the moving parts. */
  readonly module: string;
}

// How often a page without a script reloads itself.
const REFRESH_SECONDS = '15';

/** The payer's page, to be rendered on a server with the build's files. */
export function createPaymentPage(assets: PaymentAssets): BuiltPage {
  const draw = (document: ReactNode): string => `<!doctype html>${renderToStaticMarkup(document)}`;
  return {
    inline: { styles: [hashSource(assets.css)], scripts: [hashSource(assets.firstScript)] },
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

/** Whether the payer may be typing: an e-mail address for the receipt, or one for coins that are offered back. */
const hasForm = ({ state, refunds }: Payment): boolean =>
  state === 'paid' || refunds.some((refund) => refund.state === 'offered');

/** The module comes after the first paint and nothing waits for it: the page works without it. */
function WholeDocument({ view, assets }: { view: PaymentPageView; assets: PaymentAssets }) {
  const { content, language } = view;
  const isEmbedded = new URLSearchParams(view.kept).has('embed');
  const isFollowed = content.kind === 'payment' && !isOver(content.payment) && !hasForm(content.payment);
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <ShareTags view={view} />
        <link rel="icon" href="/mark.svg" type="image/svg+xml" />
        {isFollowed && (
          <noscript>
            <meta httpEquiv="refresh" content={REFRESH_SECONDS} />
          </noscript>
        )}
        <style dangerouslySetInnerHTML={{ __html: assets.css }} />
        {isEmbedded ? (
          // The embedding page greets this one as soon as it is loaded: by then it has to listen.
          <script type="module" src={assets.module} />
        ) : (
          <script data-module={assets.module} dangerouslySetInnerHTML={{ __html: assets.firstScript }} />
        )}
      </head>
      <body>
        <PaymentPage view={view} />
      </body>
    </html>
  );
}

/** What a chat or a social network shows of a link's address: its merchant, amount and picture (ogp.me). */
function ShareTags({ view: { content, linkId, origin } }: { view: PaymentPageView }) {
  if (content.kind !== 'choosing' || origin === undefined) return null;
  const { name, purpose, isAmountOpen, amount, amountCurrency } = content.link;
  const asked = isAmountOpen ? '' : `${linkAmountText(amount, amountCurrency)}: `;
  const address = `${origin}/custom-payment/${encodeURIComponent(linkId)}`;
  const tags = {
    'og:type': 'website',
    'og:site_name': PRODUCT_NAME,
    'og:title': name,
    'og:description': `${asked}${purpose}`,
    'og:url': address,
    'og:image': `${address}/picture.png`,
    'og:image:type': 'image/png',
    'og:image:width': '1200',
    'og:image:height': '630',
    'og:image:alt': `${name}. ${asked}${purpose}`,
  };
  return (
    <>
      {Object.entries(tags).map(([property, value]) => (
        <meta key={property} property={property} content={value} />
      ))}
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
