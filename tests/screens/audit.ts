import { idFor } from '@kobogate/testkit/contract/ids.ts';
import type { OrderId, UserId } from '@kobogate/contract';
import { answering, stub } from '../support/stubs.ts';
import { heldCall, type Screen, SKELETON } from './screen.ts';

const ADMIN = { id: idFor<UserId>('officer'), name: 'Sample Officer' };
const CUSTOMER = { id: idFor<UserId>('customer'), name: 'Sample Customer', email: 'sample.customer@kobogate.test' };
const ORDER = idFor<OrderId>('order');

const act = (number: number | null, action: string, text: string, reason: string | null, orderId: OrderId | null) => ({
  id: `act-${number}`,
  at: '2026-01-05T09:30:00.000Z',
  by: ADMIN,
  about: CUSTOMER,
  number,
  action,
  text,
  reason,
  orderId,
});

const ACTS = [
  act(null, 'order-approved', 'Order approved.', null, ORDER),
  act(
    1203,
    'order-declined',
    'Order declined.',
    'The account is in another name, and nobody answered for two days.',
    ORDER,
  ),
  act(1202, 'user-tier-set', 'Tier set.', 'Passport and proof of address are on file.', null),
];

const STATE = {
  acts: 1203,
  waiting: 1,
  proven: { at: '2026-01-05T01:00:00.000Z', acts: 1190, differences: 0 },
  people: [ADMIN],
};

const reading = heldCall('GET', '/admin/audit');

/** The record of administrators' acts. */
export const AUDIT_SCREENS: readonly Screen[] = [
  {
    name: 'admin/audit',
    as: 'admin',
    path: '/admin/audit',
    prepare: async (page) => {
      await stub(page, 'GET', '/admin/audit/state', answering(200, { data: STATE }));
      await stub(page, 'GET', '/admin/audit', answering(200, { data: ACTS, next: null }));
    },
  },
  {
    name: 'admin/audit-broken',
    as: 'admin',
    path: '/admin/audit?kind=recovery',
    prepare: async (page) => {
      const proven = { ...STATE.proven, differences: 1 };
      const found = [`acts: act 7 (order-approved, ${ORDER}) is not what was recorded`];
      await stub(page, 'GET', '/admin/audit/state', answering(200, { data: { ...STATE, proven } }));
      await stub(page, 'POST', '/admin/audit/prove', answering(200, { data: { ...proven, fingerprint: null, found } }));
      await stub(page, 'GET', '/admin/audit', answering(200, { data: [], next: null }));
    },
    act: async (page) => {
      await page.getByRole('button', { name: 'Prove now' }).click();
      await page.getByText('is not what was recorded').waitFor();
    },
  },
  {
    name: 'admin/audit-loading',
    as: 'admin',
    path: '/admin/audit',
    prepare: reading.prepare,
    underWay: SKELETON,
    next: [{ name: 'admin/audit-failed', act: async (page) => reading.answer(page, answering(422)) }],
  },
];
