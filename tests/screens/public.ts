import type { Page } from '@playwright/test';
import { TEXTS } from '@kobogate/contract';
import { answering, hold, stub } from '../support/stubs.ts';
import { type Screen, SKELETON } from './screen.ts';

const LINK = '00000000-0000-7000-8000-000000000000';
const LINK_CALL = `/payment-links/user/${LINK}`;

const pay = (state: string, rest: Omit<Screen, 'name' | 'as' | 'path'>): Screen => ({
  name: `public/payment-${state}`,
  as: 'nobody',
  path: `/custom-payment/${LINK}`,
  ...rest,
});
const withLink = (page: Page) =>
  stub(
    page,
    'GET',
    LINK_CALL,
    answering(200, {
      data: {
        name: 'Sample Bakery',
        purpose: 'Two trays of small chops for Saturday',
        amount: '25000.50',
        bannerImage: null,
        profileImage: null,
        coins: ['USDT', 'USDC', 'BNB', 'BTC'],
      },
    }),
  );

/** What anybody may see without an account. */
export const PUBLIC_SCREENS: readonly Screen[] = [
  { name: 'public/landing', as: 'nobody', path: '/' },
  { name: 'public/about', as: 'nobody', path: '/about' },
  { name: 'public/contact', as: 'nobody', path: '/contact' },
  { name: 'public/support', as: 'nobody', path: '/support' },
  { name: 'public/terms', as: 'nobody', path: '/terms' },
  { name: 'public/privacy', as: 'nobody', path: '/privacy' },
  { name: 'public/aml-kyc', as: 'nobody', path: '/aml-kyc' },
  { name: 'public/cookies', as: 'nobody', path: '/cookies' },
  { name: 'public/developers', as: 'nobody', path: '/developers' },
  { name: 'public/developers-states', as: 'nobody', path: '/developers/states' },
  { name: 'public/developers-reference', as: 'nobody', path: '/developers/reference' },
  { name: 'public/not-found', as: 'nobody', path: '/no-such-page' },
  pay('link', { prepare: withLink }),
  pay('pair-missing', {
    prepare: withLink,
    act: async (page) => {
      await page.getByRole('button', { name: 'Connect wallet' }).click();
      await page.getByText(TEXTS.paymentPairMissing).waitFor();
    },
  }),
  pay('loading', {
    underWay: SKELETON,
    prepare: async (page) => {
      await hold(page, 'GET', LINK_CALL);
    },
  }),
  pay('failed', { prepare: (page) => stub(page, 'GET', LINK_CALL, answering(500)) }),
  pay('nothing', { prepare: (page) => stub(page, 'GET', LINK_CALL, answering(200, { data: null })) }),
];
