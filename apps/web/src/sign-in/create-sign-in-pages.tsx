import type { SignInPages, SignInPath, SignInView } from '@kobogate/contract';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { isReturnPath } from '../lib/return-path.ts';
import { SiteDocument, type SiteAssets } from '../public/document.tsx';
import { hashSource } from '../public/hash-source.ts';
import { findProblems, placeRefusal } from './form-rules.ts';
import { FinishSignupPage } from './finish-signup-page.tsx';
import { ForgotPasswordPage } from './forgot-password-page.tsx';
import { LoginPage } from './login-page.tsx';
import { LostSecondStepPage } from './lost-second-step-page.tsx';
import { RequestResetPage } from './request-reset-page.tsx';
import { ResetPasswordPage } from './reset-password-page.tsx';
import { SignedInPage } from './signed-in-page.tsx';
import { SignupPage } from './signup-page.tsx';
import { VerifyOtpPage } from './verify-otp-page.tsx';

const PAGES: Readonly<Record<SignInPath, ComponentType<{ view: SignInView }>>> = {
  '/login': LoginPage,
  '/signup': SignupPage,
  '/finish-signup': FinishSignupPage,
  '/verify-otp': VerifyOtpPage,
  '/forgot-password': ForgotPasswordPage,
  '/forgotten-password': RequestResetPage,
  '/reset-password': ResetPasswordPage,
  '/lost-second-step': LostSecondStepPage,
  '/signed-in': SignedInPage,
};

/** The sign-in pages, to be rendered on a server with the build's files. */
export function createSignInPages(assets: SiteAssets): SignInPages {
  return {
    inline: { styles: [hashSource(assets.css)], scripts: [hashSource(assets.firstScript)] },
    findProblems,
    placeRefusal,
    returnPath: (from) => (isReturnPath(from) ? from : null),
    render: (view) => {
      const Page = PAGES[view.path];
      const document = (
        <SiteDocument assets={assets}>
          <Page view={view} />
        </SiteDocument>
      );
      return `<!doctype html>${renderToStaticMarkup(document)}`;
    },
  };
}
