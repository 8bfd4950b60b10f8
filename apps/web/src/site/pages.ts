import type { ComponentType } from 'react';
import { AboutPage } from '../features/public/about-page.tsx';
import { AmlKycPage } from '../features/public/aml-kyc-page.tsx';
import { ContactPage } from '../features/public/contact-page.tsx';
import { CookiesPage } from '../features/public/cookies-page.tsx';
import { LandingPage } from '../features/public/landing-page.tsx';
import { LearnPage } from '../features/public/learn-page.tsx';
import { PrivacyPage } from '../features/public/privacy-page.tsx';
import { SupportPage } from '../features/public/support-page.tsx';
import { TermsPage } from '../features/public/terms-page.tsx';
import { StartPage } from '../features/developers/start-page.tsx';
import { AuthenticationPage } from '../features/developers/authentication-page.tsx';
import { LinksPage } from '../features/developers/links-page.tsx';
import { PaymentsPage } from '../features/developers/payments-page.tsx';
import { StatesPage } from '../features/developers/states-page.tsx';
import { IdempotencyPage } from '../features/developers/idempotency-page.tsx';
import { ErrorsPage } from '../features/developers/errors-page.tsx';
import { WebhooksPage } from '../features/developers/webhooks-page.tsx';
import { EmbedPage } from '../features/developers/embed-page.tsx';
import { SandboxPage } from '../features/developers/sandbox-page.tsx';
import { REFERENCE_PAGES, ReferencePage } from '../features/developers/reference-page.tsx';
import type { SitePath } from './paths.ts';

/** Every page that is sent as a whole document. */
export const PAGES: Readonly<Record<SitePath, ComponentType>> = {
  '/': LandingPage,
  '/about': AboutPage,
  '/contact': ContactPage,
  '/support': SupportPage,
  '/terms': TermsPage,
  '/privacy': PrivacyPage,
  '/aml-kyc': AmlKycPage,
  '/cookies': CookiesPage,
  '/learn': LearnPage,
  '/developers': StartPage,
  '/developers/authentication': AuthenticationPage,
  '/developers/links': LinksPage,
  '/developers/payments': PaymentsPage,
  '/developers/states': StatesPage,
  '/developers/idempotency': IdempotencyPage,
  '/developers/errors': ErrorsPage,
  '/developers/webhooks': WebhooksPage,
  '/developers/embed': EmbedPage,
  '/developers/sandbox': SandboxPage,
  '/developers/reference': ReferencePage,
  ...REFERENCE_PAGES,
};
