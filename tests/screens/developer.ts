import type { Page } from '@playwright/test';
import { SCOPES, WEBHOOK_EVENTS } from '@kobogate/contract';
import { PASSWORD } from '../support/people.ts';
import { press } from '../support/press.ts';
import { answering, stub } from '../support/stubs.ts';
import { openDialog, type Screen, type State } from './screen.ts';

const MOMENT = '2026-11-01T09:00:00.000Z';
const KEY = { createdAt: MOMENT, lastUsedAt: MOMENT, expiresAt: null, pausedAt: null };
const KEYS = [
  { ...KEY, id: '1', name: 'The shop at the corner of Allen Avenue', ending: 'x7Qa', scopes: SCOPES },
  { ...KEY, id: '2', name: 'Till', ending: '0b_K', scopes: ['payments:write'], lastUsedAt: null, expiresAt: MOMENT },
];
const ENDPOINT = {
  id: '1',
  url: 'https://shop.example/kobogate/events?branch=lagos-island',
  events: WEBHOOK_EVENTS,
  isActive: true,
  turnedOffBy: null,
  failingSince: MOMENT,
  secrets: 2,
  lastSequence: 41,
  createdAt: MOMENT,
};
const OFF = {
  ...ENDPOINT,
  id: '2',
  url: 'https://old.example/',
  events: ['payment.paid'],
  isActive: false,
  turnedOffBy: 'failing',
  secrets: 1,
};
const FAILURE = {
  at: MOMENT,
  status: 502,
  problem: 'It answered with the status 502.',
  answer: 'Bad Gateway',
  milliseconds: 214,
};
const delivery = (sequence: number, state: string, type: string) => ({
  id: String(sequence),
  eventId: `event-${sequence}`,
  type,
  sequence,
  state,
  createdAt: MOMENT,
  attempts: sequence === 41 ? 3 : 1,
  last: state === 'delivered' ? { ...FAILURE, status: 200, problem: null } : FAILURE,
  nextAttemptAt: state === 'pending' ? MOMENT : null,
});
const DELIVERIES = [
  delivery(41, 'failed', 'payment.settled'),
  delivery(40, 'held', 'payment.underpaid'),
  delivery(39, 'delivered', 'payment.paid'),
];
const BODY = JSON.stringify({ id: 'event-41', type: 'payment.settled', sequence: 41, data: { state: 'paid' } });

const filled = async (page: Page): Promise<void> => {
  await stub(page, 'GET', '/api-keys', answering(200, { data: KEYS }));
  await stub(page, 'GET', '/webhooks/endpoints', answering(200, { data: [ENDPOINT, OFF] }));
  await stub(
    page,
    'GET',
    '/webhooks/endpoints/1/deliveries',
    answering(200, { data: DELIVERIES, next: 39, total: 41 }),
  );
  const detail = { ...DELIVERIES[0], body: BODY, tries: [FAILURE, { ...FAILURE, answer: '' }] };
  await stub(page, 'GET', '/webhooks/deliveries/41', answering(200, { data: detail }));
};
const state = (name: string, act: (page: Page) => Promise<void>): State => ({ name: `account/settings-${name}`, act });
const settings = (name: string, hash: string, rest: Pick<Screen, 'prepare' | 'act' | 'next'>): Screen => ({
  name: `account/settings-${name}`,
  as: 'newcomer',
  path: `/account/settings#${hash}`,
  ...rest,
});

/** Keys and webhooks of a merchant's own programs; nothing of it is stored. */
export const DEVELOPER_SCREENS: readonly Screen[] = [
  settings('keys', 'api-keys', {
    prepare: filled,
    next: [
      state('webhook-log', async (page) => {
        await page.getByRole('button', { name: 'Deliveries' }).first().click();
        await page.getByText('payment.settled').first().waitFor();
      }),
      state('webhook-delivery', async (page) => {
        await page.getByRole('button', { name: /payment.settled #41/ }).click();
        await page.getByRole('heading', { name: 'What is sent' }).waitFor();
      }),
      state('webhook-sample', (page) => openDialog(page, /^Send a sample/)),
    ],
  }),
  settings('keys-paused', 'api-keys', {
    prepare: async (page) => {
      await filled(page);
      await stub(page, 'GET', '/api-keys', answering(200, { data: KEYS.map((key) => ({ ...key, pausedAt: MOMENT })) }));
    },
  }),
  settings('webhook-new', 'webhooks', {
    prepare: async (page) => {
      const secret = `kobo_live_${'sample-'.repeat(6)}x`;
      await stub(page, 'POST', '/api-keys', answering(201, { message: '', data: { ...KEYS[1], secret } }));
    },
    act: (page) => openDialog(page, 'Add a webhook'),
    next: [
      state('key-new', async (page) => {
        await openDialog(page, 'Create an API key');
        await page.getByLabel('Name', { exact: true }).fill('Shop');
        await page.getByLabel('Your password').fill(PASSWORD);
      }),
      state('key-shown', async (page) => {
        await press(page, 'Make the key');
        await page.getByRole('button', { name: 'Copy key' }).waitFor();
      }),
    ],
  }),
];
