import type { ComponentType } from 'react';
import { AboutPage } from '../features/public/about-page.tsx';
import { AmlKycPage } from '../features/public/aml-kyc-page.tsx';
import { ContactPage } from '../features/public/contact-page.tsx';
import { CookiesPage } from '../features/public/cookies-page.tsx';
import { LandingPage } from '../features/public/landing-page.tsx';
import { PrivacyPage } from '../features/public/privacy-page.tsx';
import { SupportPage } from '../features/public/support-page.tsx';
import { TermsPage } from '../features/public/terms-page.tsx';
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
};
