import { press } from '../support/press.ts';
import { answering, stub } from '../support/stubs.ts';
import { NETWORKS } from './network-samples.ts';
import { RECONCILIATION, RECONCILIATIONS } from './reconciliation-samples.ts';
import { RECOVERY, RECOVERY_READY } from './recovery-samples.ts';
import { PLAN_TO_SIGN, REFUSED_PLAN, TREASURY } from './treasury-samples.ts';
import { dialog, heldCall, type Screen, SKELETON } from './screen.ts';

const readingNetworks = heldCall('GET', '/admin/networks');
const readingTreasury = heldCall('GET', '/admin/treasury');
const NOT_SIGNED = 'This plan is not signed yet. Sign it with the key tool first.';
const readingRecovery = heldCall('GET', '/admin/recovery');

/** The administrators' area: treasury, reconciliation, recovery and networks. */
export const OPERATIONS_SCREENS: readonly Screen[] = [
  {
    name: 'admin/treasury',
    as: 'admin',
    path: '/admin/treasury',
    prepare: (page) => stub(page, 'GET', '/admin/treasury', answering(200, { data: TREASURY })),
    next: [dialog('admin/treasury-plan', 'Plan for Ethereum')],
  },
  {
    name: 'admin/treasury-empty',
    as: 'admin',
    path: '/admin/treasury',
    prepare: async (page) => {
      await stub(page, 'POST', '/admin/treasury/signed', answering(422, { message: NOT_SIGNED }));
    },
    next: [
      {
        name: 'admin/treasury-not-taken',
        act: async (page) => {
          await page.getByLabel('Signed file').setInputFiles({
            name: 'kobogate-plans.json',
            mimeType: 'application/json',
            buffer: Buffer.from('{}'),
          });
          await page.getByText(NOT_SIGNED).waitFor();
        },
      },
    ],
  },
  {
    name: 'admin/treasury-loading',
    as: 'admin',
    path: '/admin/treasury',
    prepare: readingTreasury.prepare,
    underWay: SKELETON,
    next: [
      {
        name: 'admin/treasury-failed',
        act: async (page) =>
          readingTreasury.answer(page, answering(422, { message: 'The treasury could not be loaded.' })),
      },
    ],
  },
  {
    name: 'admin/treasury-refused',
    as: 'admin',
    path: `/admin/treasury/${REFUSED_PLAN.plan.id}`,
    prepare: (page) =>
      stub(page, 'GET', `/admin/treasury/plans/${REFUSED_PLAN.plan.id}`, answering(200, { data: REFUSED_PLAN })),
    next: [dialog('admin/treasury-replace', 'Replace…'), dialog('admin/treasury-send-again', 'Send again')],
  },
  {
    name: 'admin/treasury-to-sign',
    as: 'admin',
    path: `/admin/treasury/${PLAN_TO_SIGN.plan.id}`,
    prepare: (page) =>
      stub(page, 'GET', `/admin/treasury/plans/${PLAN_TO_SIGN.plan.id}`, answering(200, { data: PLAN_TO_SIGN })),
    next: [
      {
        name: 'admin/treasury-payees',
        act: (page) => page.getByText('and 2 more').click(),
      },
      dialog('admin/treasury-discard', 'Discard…'),
    ],
  },
  {
    name: 'admin/reconciliation',
    as: 'admin',
    path: '/admin/reconciliation',
    prepare: (page) => stub(page, 'GET', '/admin/reconciliations', answering(200, { data: RECONCILIATIONS })),
  },
  { name: 'admin/reconciliation-empty', as: 'admin', path: '/admin/reconciliation' },
  {
    name: 'admin/reconciliation-day',
    as: 'admin',
    path: `/admin/reconciliation/${RECONCILIATION.id}`,
    prepare: (page) =>
      stub(page, 'GET', `/admin/reconciliations/${RECONCILIATION.id}`, answering(200, { data: RECONCILIATION })),
  },
  {
    name: 'admin/recovery-fenced',
    as: 'admin',
    path: '/admin/recovery',
    prepare: (page) => stub(page, 'GET', '/admin/recovery', answering(200, { data: RECOVERY })),
    next: [
      dialog('admin/recovery-decide', /^Decide on/),
      dialog('admin/recovery-settle', /^Settle/),
      dialog('admin/recovery-read-further', 'Read further back'),
    ],
  },
  {
    name: 'admin/recovery-ready',
    as: 'admin',
    path: '/admin/recovery',
    prepare: (page) => stub(page, 'GET', '/admin/recovery', answering(200, { data: RECOVERY_READY })),
    next: [dialog('admin/recovery-lift', 'Resume payouts')],
  },
  { name: 'admin/recovery-not-fenced', as: 'admin', path: '/admin/recovery' },
  {
    name: 'admin/recovery-loading',
    as: 'admin',
    path: '/admin/recovery',
    prepare: readingRecovery.prepare,
    underWay: SKELETON,
    next: [
      {
        name: 'admin/recovery-failed',
        act: async (page) =>
          readingRecovery.answer(page, answering(422, { message: 'The recovery could not be loaded.' })),
      },
    ],
  },
  {
    name: 'admin/fence-banner',
    as: 'admin',
    path: '/admin/reports',
    prepare: (page) => stub(page, 'GET', '/health', answering(200, { message: 'Ready', status: 'ok', isFenced: true })),
  },
  { name: 'admin/networks', as: 'admin', path: '/admin/networks' },
  {
    name: 'admin/networks-degraded',
    as: 'admin',
    path: '/admin/networks',
    prepare: async (page) => {
      await stub(page, 'GET', '/admin/networks', answering(200, { data: NETWORKS, addresses: [] }));
      const sentence = 'This deposit has been vouched for already. Nothing was changed.';
      await stub(page, 'POST', /^\/api\/admin\/deposits\/[\w-]+\/vouch$/, answering(409, { message: sentence }));
    },
    next: [
      dialog('admin/networks-vouch', /^Vouch for 12500.5/),
      {
        name: 'admin/networks-vouched-already',
        act: async (page) => {
          await page.getByLabel('How do you know?').fill('Two explorers show it.');
          await page.getByRole('button', { name: 'Vouch and credit' }).click();
          await page.getByText('has been vouched for already').first().waitFor();
        },
      },
      dialog('admin/networks-resume', 'Resume the network'),
    ],
  },
  {
    name: 'admin/networks-loading',
    as: 'admin',
    path: '/admin/networks',
    prepare: readingNetworks.prepare,
    underWay: SKELETON,
    next: [
      {
        name: 'admin/networks-failed',
        act: async (page) => readingNetworks.answer(page, answering(422)),
      },
      {
        name: 'admin/networks-empty',
        act: async (page) => {
          await stub(page, 'GET', '/admin/networks', answering(200, { data: [], addresses: [] }));
          await press(page, 'Try again');
          await page.getByText('No network is watched yet').waitFor();
        },
      },
    ],
  },
];
