// Only its owner creates, finds, changes and switches a link, and a payer opens one only while it may be paid.
import { createTestSettings, decideSetting } from '@kobogate/testkit/controls/settings.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestRates, insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LinkId, NewPaymentLink } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { createLink } from './create-link.ts';
import { NO_FIGURES } from './link-figures.ts';
import { presentLink, presentOwnLink } from './present-link.ts';
import { findLinkForPayer, findOwnLink } from './find-link.ts';
import { switchLink } from './switch-link.ts';
import type { LinkDependencies, LinkOwner } from './terms-context.ts';
import { updateLink } from './update-link.ts';
import { createLinkList, type ListOwnLinks } from './view-links.ts';

const LINK: NewPaymentLink = { name: '<b>Ada’s</b> 🥖', purpose: 'Bread', amount: '25000.50', coins: ['USDT', 'BTC'] };
const clock = createTestClock(new Date('2030-01-15T10:00:00Z'));
let testDatabase: TestDatabase;
let dependencies: LinkDependencies;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const { currentRates } = createTestRates({ USDT: '1500' });
  const settings = createTestSettings(database);
  dependencies = { database, clock, settings, currentRates, publicOrigin: 'http://localhost:3000' };
  listOwnLinks = createLinkList({ database, clock, listCoins: () => Promise.resolve([]) });
});
afterAll(() => testDatabase.drop());

async function newOwner(isAdmin = true): Promise<LinkOwner> {
  const { userId } = await insertCustomer(testDatabase.database);
  return { userId, role: isAdmin ? 'administrator' : null };
}
const make = (owner: LinkOwner, link: Partial<NewPaymentLink> = {}) =>
  createLink(dependencies, { owner, input: { ...LINK, ...link } });
const open = (id: LinkId) => findLinkForPayer(testDatabase.database, id, clock.now());
let listOwnLinks: ListOwnLinks;
const list = (owner: LinkOwner, query: Parameters<ListOwnLinks>[1] = {}) => listOwnLinks(owner.userId, query);
const namesOf = ({ data }: Awaited<ReturnType<typeof list>>) => data.map(({ name }) => name);

test('a link is stored as it was written, and payers and its owner see it so', async () => {
  const owner = await newOwner();
  const made = await make(owner, {
    accepted: [
      { currency: 'USDT', network: 'bsc' },
      { currency: 'BTC', network: 'mainnet' },
    ],
  });
  expect(made).toMatchObject({ name: '<b>Ada’s</b> 🥖', amount: '25000.5', coins: ['USDT', 'BTC'], state: 'active' });
  expect(await open(made.id)).toEqual(made);
  expect(namesOf(await list(owner))).toEqual([made.name]);
});

test('[C2] while links are switched off, only an administrator creates or changes one', async () => {
  const owner = await newOwner(false);
  const { database } = testDatabase;
  const admin = await insertCustomer(database, { isAdmin: true });
  await decideSetting(database, admin.userId, 'switches', { paymentLinks: false, accountSettings: true });
  await expect(make(owner)).rejects.toMatchObject({ status: 403 });
  const { id } = await make({ ...owner, role: 'administrator' });
  await expect(updateLink(dependencies, { owner, id, version: 1, input: LINK })).rejects.toMatchObject({ status: 403 });
  expect(await switchLink(dependencies, { owner, id, isActive: false })).toMatchObject({ state: 'inactive' });
  await expect(switchLink(dependencies, { owner, id, isActive: true })).rejects.toMatchObject({ status: 403 });
});

test('[C1] no user sees, changes or switches another user’s link', async () => {
  const { id } = await make(await newOwner());
  const stranger = await newOwner();
  const { userId } = stranger;
  await expect(findOwnLink(testDatabase.database, { id, userId, now: clock.now() })).rejects.toMatchObject({
    status: 404,
  });
  await expect(updateLink(dependencies, { owner: stranger, id, version: 1, input: LINK })).rejects.toMatchObject({
    status: 404,
  });
  await expect(switchLink(dependencies, { owner: stranger, id, isActive: false })).rejects.toMatchObject({
    status: 404,
  });
  expect(await list(stranger)).toMatchObject({ data: [], next: null });
  expect(await open(id)).toMatchObject({ state: 'active' });
});

test('a change replaces everything, and one that was made on an older version is refused', async () => {
  const owner = await newOwner();
  const { id } = await make(owner, { successMessage: 'Thank you' });
  const input = { ...LINK, amountCurrency: 'USD' as const, amount: '20', isOnce: true };
  const changed = await updateLink(dependencies, { owner, id, version: 1, input });
  expect(changed).toMatchObject({
    amount: '20',
    amountCurrency: 'USD',
    isOnce: true,
    successMessage: null,
    version: 2,
  });
  await expect(updateLink(dependencies, { owner, id, version: 1, input })).rejects.toMatchObject({ status: 409 });
  await expect(
    updateLink(dependencies, { owner, id, version: 2, input: { ...input, amount: '0' } }),
  ).rejects.toMatchObject({ status: 422 });
  expect(await open(id)).toEqual(changed);
});

test('metadata is kept where a change says nothing of it, replaced where it does, and shown to its owner alone', async () => {
  const owner = await newOwner();
  const { id } = await make(owner, { metadata: { shop: 'Yaba', 'till.no': '7' } });
  const kept = await updateLink(dependencies, { owner, id, version: 1, input: LINK });
  expect(presentOwnLink(kept, [], NO_FIGURES).metadata).toEqual({ shop: 'Yaba', 'till.no': '7' });
  expect(JSON.stringify(presentLink(kept, [], NO_FIGURES))).not.toContain('Yaba');
  const emptied = await updateLink(dependencies, { owner, id, version: 2, input: { ...LINK, metadata: {} } });
  expect(emptied.metadata).toEqual({});
});

test('the fields of its own stay where a change says nothing of them, and payers are shown them', async () => {
  const owner = await newOwner();
  const customFields = [{ key: 'size', label: 'Size', type: 'choice' as const, isRequired: true, choices: ['M', 'L'] }];
  const { id } = await make(owner, { customFields });
  const kept = await updateLink(dependencies, { owner, id, version: 1, input: LINK });
  expect(presentLink(kept, [], NO_FIGURES).customFields).toEqual(customFields);
  const emptied = await updateLink(dependencies, { owner, id, version: 2, input: { ...LINK, customFields: [] } });
  expect(presentLink(emptied, [], NO_FIGURES).customFields).toEqual([]);
});

test('a payer opens a link until it is switched off, has ended or was used, and each refusal has its own message', async () => {
  const owner = await newOwner();
  const once = await make(owner, { isOnce: true, expiresAt: '2030-02-01T00:00:00Z' });
  await testDatabase.database.query(`update payment_link set used_at = now() where id = $1`, [once.id]);
  await expect(open(once.id)).rejects.toMatchObject({ status: 409, code: 'link-used' });
  const reusable = await updateLink(dependencies, {
    owner,
    id: once.id,
    version: 1,
    input: { ...LINK, expiresAt: '2030-02-01T00:00:00Z' },
  });
  expect(reusable.state).toBe('active');
  clock.set(new Date('2030-02-01T00:00:00Z'));
  await expect(open(once.id)).rejects.toMatchObject({ status: 409, code: 'link-expired' });
  await switchLink(dependencies, { owner, id: once.id, isActive: false });
  await expect(open(once.id)).rejects.toMatchObject({ status: 404, code: 'link-inactive' });
  for (const id of [idFor<LinkId>('x'), idFor<LinkId>('01890000-0000-7000-8000-000000000000')]) {
    await expect(open(id)).rejects.toMatchObject({ status: 404, code: 'link-unknown' });
  }
});

test('the list is searched, filtered and turned page by page, and counts every link by its state', async () => {
  const owner = await newOwner();
  for (const name of ['First 100%', 'Second', 'Third']) await make(owner, { name });
  const { id } = await make(owner, { name: 'Fourth', purpose: 'A first loaf' });
  await switchLink(dependencies, { owner, id, isActive: false });
  const page = await list(owner, { limit: 3 });
  expect(namesOf(page)).toEqual(['Fourth', 'Third', 'Second']);
  expect(namesOf(await list(owner, { before: idFor<LinkId>(page.next ?? '') }))).toEqual(['First 100%']);
  expect(namesOf(await list(owner, { search: 'FIRST' }))).toEqual(['Fourth', 'First 100%']);
  expect(namesOf(await list(owner, { search: '%' }))).toEqual(['First 100%']);
  const active = await list(owner, { state: 'active', search: 'first' });
  expect(namesOf(active)).toEqual(['First 100%']);
  // What was asked for is counted on all pages, whichever of them is shown.
  expect([page.total, (await list(owner, { before: idFor<LinkId>(page.next ?? '') })).total, active.total]).toEqual([
    4, 4, 1,
  ]);
  expect(active.totals.byState).toEqual({ active: 3, inactive: 1, expired: 0, used: 0 });
});

test('each who asks for their links at one moment sees their own, and the totals of their own', async () => {
  const owners = await Promise.all([newOwner(), newOwner(), newOwner()]);
  const [first, second] = owners;
  if (first === undefined || second === undefined) throw new Error('there are three owners');
  await make(first, { name: 'One' });
  for (const name of ['Two', 'Three']) await make(second, { name });
  const lists = await Promise.all([...owners, first].map((owner) => list(owner)));
  expect(lists.map(namesOf)).toEqual([['One'], ['Three', 'Two'], [], ['One']]);
  expect(lists.map(({ total, totals }) => [total, totals.byState.active])).toEqual([
    [1, 1],
    [2, 2],
    [0, 0],
    [1, 1],
  ]);
});

test('[W2] each change of a link is emitted once, and nothing where nothing changed', async () => {
  const owner = await newOwner();
  const { id } = await make(owner);
  await updateLink(dependencies, { owner, id, version: 1, input: { ...LINK, name: 'Other bread' } });
  await expect(updateLink(dependencies, { owner, id, version: 1, input: LINK })).rejects.toMatchObject({ status: 409 });
  for (const isActive of [true, false, false, true]) await switchLink(dependencies, { owner, id, isActive });
  const told = await testDatabase.database.query(
    `select type, payload from event where payload->>'linkId' = $1 order by id`,
    [id],
  );
  const payload = { linkId: id, userId: owner.userId };
  expect(told).toEqual(
    ['link.created', 'link.updated', 'link.deactivated', 'link.updated'].map((type) => ({ type, payload })),
  );
});
