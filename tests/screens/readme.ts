import { samplePaying } from '@kobogate/testkit/payer/samples.ts';
import { PAYER_PATH, stubPayerPage } from '../support/payer-page.ts';
import { CONVERT, fillIn } from './conversions.ts';
import type { Screen } from './screen.ts';

/** A picture of the README: what a window of this size shows of a screen, in `docs/images/`. */
interface ReadmePicture {
  readonly screen: Screen;
  readonly size: { readonly width: number; readonly height: number };
  readonly colorScheme: 'light' | 'dark';
}

const DESKTOP = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 844 };

/** `npm run screenshots -- readme` takes these and nothing else. */
export const README_PICTURES: readonly ReadmePicture[] = [
  {
    screen: { name: 'convert-desktop', as: 'customer', path: CONVERT, act: fillIn },
    size: DESKTOP,
    colorScheme: 'light',
  },
  {
    screen: { name: 'order-phone-dark', as: 'customer', path: ({ orders }) => `${CONVERT}/${orders.paid.id}` },
    size: PHONE,
    colorScheme: 'dark',
  },
  {
    screen: {
      name: 'payment-phone',
      as: 'visitor',
      path: PAYER_PATH,
      prepare: (page) => stubPayerPage(page, samplePaying({})),
    },
    size: PHONE,
    colorScheme: 'light',
  },
  {
    screen: {
      name: 'admin-orders',
      as: 'admin',
      path: '/admin/dashboard?tab=orders',
      act: async (page) => {
        await page
          .getByRole('button', { name: /details of the order$/ })
          .first()
          .click();
        await page.getByRole('button', { name: 'Close' }).waitFor();
      },
    },
    size: { ...DESKTOP, width: 1440 },
    colorScheme: 'light',
  },
];
