// A link that is requested twice with one key, at once or later, is created once and gets the same answer; see
// links.test.ts for the rest.
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestRates, insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LinkId, NewPaymentLink } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { createLinkOnce } from './create-link.ts';
import { NO_FIGURES } from './link-figures.ts';
import { presentOwnLink } from './present-link.ts';
import { switchLink } from './switch-link.ts';
import type { LinkDependencies, LinkOwner } from './terms-context.ts';

const clock = createTestClock(new Date('2030-01-15T10:00:00Z'));
const LINK: NewPaymentLink = {
  name: 'Bread',
  purpose: 'Bread',
  amount: '25000',
  coins: ['USDT'],
  expiresAt: '2030-01-15T11:00:00Z',
};
let sample: TestDatabase;
let dependencies: LinkDependencies;
let owner: LinkOwner;
beforeAll(async () => {
  sample = await createTestDatabase();
  const { database } = sample;
  const { currentRates } = createTestRates({ USDT: '1500' });
  const settings = createTestSettings(database);
  dependencies = { database, clock, settings, currentRates, publicOrigin: 'http://localhost:3000' };
  owner = { userId: (await insertCustomer(database)).userId, role: 'administrator' as const };
});
afterAll(() => sample.drop());

const make = (idempotencyKey: string | undefined, change: Partial<NewPaymentLink> = {}, by = owner) =>
  createLinkOnce(dependencies, { owner: by, input: { ...LINK, ...change }, idempotencyKey }, (link) => ({
    data: presentOwnLink(link, [], NO_FIGURES),
  }));
const count = async () => (await sample.database.query('select 1 from payment_link')).length;

test('twelve at once and one much later make one link and get one answer; another request is refused', async () => {
  const answers = await Promise.all(Array.from({ length: 12 }, () => make('one')));
  await switchLink(dependencies, { owner, id: answers[0]?.data.id ?? idFor<LinkId>(''), isActive: false });
  clock.advance(40 * 3_600_000); // The link has ended by then: as a new one it would be refused.
  answers.push(await make('one'));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(await count()).toBe(1);
  await expect(make('one', { name: 'Cake' })).rejects.toMatchObject({ status: 409 });
  await expect(make('other')).rejects.toMatchObject({ status: 422 });
  await make('other', { expiresAt: null });
  const stranger = { userId: (await insertCustomer(sample.database)).userId, role: 'administrator' as const };
  await make('one', { expiresAt: null }, stranger);
  expect(await count()).toBe(3);
});
