import type { Page } from '@playwright/test';
import { RECOVERY_CODES } from '@kobogate/contract';
import { PASSWORD } from '../support/people.ts';
import { press } from '../support/press.ts';
import { answering, stub } from '../support/stubs.ts';
import { dialog, type Screen, type State } from './screen.ts';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const ENROLMENT = { secret: SECRET, uri: `otpauth://totp/Kobogate:sample?secret=${SECRET}&issuer=Kobogate` };
const codes = Array.from({ length: RECOVERY_CODES }, (_, index) => `samp-le00-code-${String(index).padStart(4, '0')}`);
const MOMENT = '2026-11-01T09:00:00.000Z';
const PASSKEYS = [
  { id: 'one', name: 'My phone', createdAt: MOMENT, lastUsedAt: MOMENT },
  {
    id: 'two',
    name: 'The blue key that hangs beside the door of the office in Lagos',
    createdAt: MOMENT,
    lastUsedAt: null,
  },
];

const NAME = 'account/settings';
const state = (name: string, act: (page: Page) => Promise<void>): State => ({
  name: `${NAME}-two-factor-${name}`,
  act,
});
const isOn = (page: Page) =>
  stub(
    page,
    'GET',
    '/two-factor',
    answering(200, { data: { isOn: true, totpSince: MOMENT, passkeys: PASSKEYS, recoveryCodesLeft: 3 } }),
  );
const canSetUp = async (page: Page) => {
  await stub(page, 'POST', '/two-factor/totp', answering(201, { data: ENROLMENT }));
  await stub(
    page,
    'POST',
    '/two-factor/totp/confirm',
    answering(200, { message: 'Your authenticator app is set up.', data: { recoveryCodes: codes } }),
  );
};

/** The settings, and the set-up of the second step there; nothing of it is stored. */
export const TWO_FACTOR_SCREENS: readonly Screen[] = [
  {
    name: NAME,
    as: 'newcomer',
    path: '/account/settings',
    prepare: canSetUp,
    next: [
      dialog(`${NAME}-two-factor-proof`, 'Set up authenticator app'),
      state('scan', async (page) => {
        await page.getByLabel('Your password').fill(PASSWORD);
        await press(page, 'Continue');
        await page.getByLabel('Code from your app').waitFor();
      }),
      state('codes', async (page) => {
        await page.getByLabel('Code from your app').fill('123456');
        await press(page, 'Turn on');
        await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
      }),
    ],
  },
  {
    name: `${NAME}-two-factor-on`,
    as: 'newcomer',
    path: '/account/settings',
    prepare: isOn,
    next: [dialog(`${NAME}-two-factor-off`, 'Turn two-factor off'), dialog(`${NAME}-two-factor-rename`, 'Rename')],
  },
  {
    name: `${NAME}-two-factor-lost`,
    as: 'newcomer',
    path: '/account/settings#two-factor',
    prepare: async (page) => {
      await isOn(page);
      const data = { askedAt: MOMENT, dueAt: '2026-11-04T09:00:00.000Z', isGranted: false };
      await stub(page, 'GET', '/two-factor/reset', answering(200, { data }));
    },
  },
];
