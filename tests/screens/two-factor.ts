import type { Page } from '@playwright/test';
import { RECOVERY_CODES } from '@kobogate/contract';
import { PASSWORD } from '../support/people.ts';
import { answering, stub } from '../support/stubs.ts';
import type { Screen } from './screen.ts';

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

const settings = (state: string, rest: Pick<Screen, 'prepare' | 'act'>): Screen => ({
  name: `account/settings-two-factor-${state}`,
  as: 'newcomer',
  path: '/account/settings',
  ...rest,
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
const openSetUp = async (page: Page) => {
  await page.getByRole('button', { name: 'Set up authenticator app' }).click();
  await page.getByRole('dialog').waitFor();
};
const toScan = async (page: Page) => {
  await openSetUp(page);
  await page.getByLabel('Your password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Code from your app').waitFor();
};

/** The second step of signing in, as it is set up; nothing of it is kept. */
export const TWO_FACTOR_SCREENS: readonly Screen[] = [
  settings('proof', { act: openSetUp }),
  settings('scan', { prepare: canSetUp, act: toScan }),
  settings('codes', {
    prepare: canSetUp,
    act: async (page) => {
      await toScan(page);
      await page.getByLabel('Code from your app').fill('123456');
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
    },
  }),
  settings('on', { prepare: isOn }),
  settings('off', {
    prepare: isOn,
    act: async (page) => {
      await page.getByRole('button', { name: 'Turn two-factor off' }).click();
      await page.getByRole('dialog').waitFor();
    },
  }),
  settings('rename', {
    prepare: isOn,
    act: async (page) => {
      await page.getByRole('button', { name: 'Rename' }).first().click();
      await page.getByRole('dialog').waitFor();
    },
  }),
];
