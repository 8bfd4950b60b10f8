import { useLocation } from 'react-router';
import { storedToken } from '../lib/token.ts';
import { ButtonLink } from '../ui/button.tsx';
import { Wordmark } from '../ui/mark.tsx';
import { PageTitle } from '../ui/page-title.tsx';

/** An address without a page, with a link home: for a signed-in user to the first page of the shell. */
export function Component() {
  const { pathname } = useLocation();
  const area = storedToken() === null ? undefined : /^\/(account|admin)\//.exec(pathname)?.[1];
  const home = area === undefined ? '/' : `/${area}/dashboard`;
  const Frame = area === undefined ? 'main' : 'div';
  return (
    <Frame className={area === undefined ? 'mx-auto grid min-h-dvh max-w-xl content-center px-6 py-16' : 'max-w-xl'}>
      <PageTitle>Page not found</PageTitle>
      {area === undefined && <Wordmark className="mb-10" />}
      <p className="figures text-sm font-semibold text-copper-text">404</p>
      <h1 className="headline mt-2 text-4xl">This gate leads nowhere</h1>
      <p className="mt-4 text-ink-soft">
        There is no page at <span className="font-medium break-all text-ink">{pathname}</span>. The address may be
        mistyped, or the page may have moved.
      </p>
      <div className="mt-8">
        <ButtonLink to={home} reloadDocument={area === undefined}>
          {area === undefined ? 'Go to the start page' : 'Go to the dashboard'}
        </ButtonLink>
      </div>
    </Frame>
  );
}
