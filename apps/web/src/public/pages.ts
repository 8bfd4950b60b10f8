import type { ComponentType } from 'react';
import { AboutPage } from './about-page.tsx';
import { AmlKycPage } from './aml-kyc-page.tsx';
import { ContactPage } from './contact-page.tsx';
import { CookiesPage } from './cookies-page.tsx';
import { LandingPage } from './landing-page.tsx';
import { LearnPage } from './learn-page.tsx';
import { PrivacyPage } from './privacy-page.tsx';
import { SupportPage } from './support-page.tsx';
import { TermsPage } from './terms-page.tsx';
import { StartPage } from './developers/start-page.tsx';
import { QuickStartPage } from './developers/quick-start-page.tsx';
import { AuthenticationPage } from './developers/authentication-page.tsx';
import { LinksPage } from './developers/links-page.tsx';
import { PaymentsPage } from './developers/payments-page.tsx';
import { StatesPage } from './developers/states-page.tsx';
import { IdempotencyPage } from './developers/idempotency-page.tsx';
import { ErrorsPage } from './developers/errors-page.tsx';
import { VersionsPage } from './developers/versions-page.tsx';
import { WebhooksPage } from './developers/webhooks-page.tsx';
import { EmbedPage } from './developers/embed-page.tsx';
import { SandboxPage } from './developers/sandbox-page.tsx';
import { REFERENCE_PAGES, ReferencePage } from './developers/reference-page.tsx';
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
  '/developers/quick-start': QuickStartPage,
  '/developers/authentication': AuthenticationPage,
  '/developers/links': LinksPage,
  '/developers/payments': PaymentsPage,
  '/developers/states': StatesPage,
  '/developers/idempotency': IdempotencyPage,
  '/developers/errors': ErrorsPage,
  '/developers/versions': VersionsPage,
  '/developers/webhooks': WebhooksPage,
  '/developers/embed': EmbedPage,
  '/developers/sandbox': SandboxPage,
  '/developers/reference': ReferencePage,
  ...REFERENCE_PAGES,
};
