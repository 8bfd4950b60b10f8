import { endpoints, PRODUCT_NAME, type StartDocuments, type StartPage } from '@kobogate/contract';
import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { Route, Routes, StaticRouter } from 'react-router';
import { AccountNavigation } from '../account/account-navigation.tsx';
import { Component as DashboardPage } from '../account/dashboard/dashboard-page.tsx';
import { NotificationBell } from '../account/notifications/notification-bell.tsx';
import { createQueryClient } from '../lib/queries.ts';
import { SessionContext, type Session } from '../lib/session-context.ts';
import { type SiteAssets, SiteDocument } from '../public/document.tsx';
import { hashSource } from '../public/hash-source.ts';
import { WaitOverlay } from '../ui/overlay.tsx';
import { STILL_ID } from './remove-still.ts';
import { Shell } from './shell.tsx';

/** Nothing can be pressed in a picture. */
const NoPalette = () => null;

const DASHBOARD = '/account/dashboard';
const USER = `/api${endpoints.accounts.getUser.path}`;

/** What a page at an address asks for and shows first. Of the administration no frame is seen by others. Pure. */
export function startOf(path: string): Pick<StartPage, 'calls' | 'picture'> {
  if (path === DASHBOARD) return { calls: [USER, `/api${endpoints.dashboard.read.path}`], picture: 'dashboard' };
  if (path.startsWith('/account/') && !path.endsWith('*')) return { calls: [USER], picture: 'account' };
  return { calls: path.startsWith('/admin') ? [USER] : [], picture: null };
}

/** Draws the start document of the app and the still pictures in it, with the build's files. */
export function drawStartDocument(assets: SiteAssets): Pick<StartDocuments, 'template' | 'inline' | 'pictures'> {
  const template = renderToStaticMarkup(
    <SiteDocument
      assets={assets}
      data={{ 'data-files': '{{files}}', 'data-calls': '{{calls}}' }}
      beside={
        <>
          <div id={STILL_ID} inert aria-hidden="true">
            {'{{picture}}'}
          </div>
          <noscript>{`${PRODUCT_NAME} needs JavaScript to show this page.`}</noscript>
        </>
      }
    >
      <title>{PRODUCT_NAME}</title>
      <meta name="description" content="Receive crypto and have naira paid to a Nigerian bank account." />
      <WaitOverlay />
    </SiteDocument>,
  );
  return {
    template: `<!doctype html>${template}`,
    inline: { styles: [hashSource(assets.css)], scripts: [hashSource(assets.firstScript)] },
    pictures: { account: drawPicture(null), dashboard: drawPicture(<DashboardPage />) },
  };
}

const unknown = () => Promise.reject(new Error('no user is known in a picture'));
const LOADING: Session = {
  token: null,
  user: null,
  isAuthenticated: false,
  loading: true,
  error: null,
  hasLoggedOut: false,
  refreshUser: unknown,
  updateProfile: unknown,
  logout: unknown,
};

/** The account's frame around a page, as both are while the user and the page's data are loaded. */
function drawPicture(page: ReactNode): string {
  const shell = (
    <Shell
      home={DASHBOARD}
      navigation={<AccountNavigation user={null} />}
      tools={<NotificationBell />}
      palette={NoPalette}
    />
  );
  const html = renderToStaticMarkup(
    <StaticRouter location={DASHBOARD}>
      <QueryClientProvider client={createQueryClient()}>
        <SessionContext value={LOADING}>
          <Routes>
            <Route element={shell}>
              <Route path="*" element={page} />
            </Route>
          </Routes>
        </SessionContext>
      </QueryClientProvider>
    </StaticRouter>,
  );
  // The page that takes its place has the same ids, and is the document's main part.
  return html.replaceAll(/ (?:id|for|aria-labelledby)="[^"]*"/g, '').replaceAll(/(<\/?)main\b/g, '$1div');
}
