// A link shows only pictures that its owner sent for it, and a picture is stored as long as a link shows it.
import { createTestSettings } from '@kobogate/testkit/controls/settings.ts';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { createTestRates, insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ImageId, ImageKind, NewPaymentLink, StaffRole, UserId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { newId } from '../../platform/identifiers.ts';
import { insertImage, loadImage } from './db.ts';
import { createLink } from './create-link.ts';
import { forgetPictures } from './link-pictures.ts';
import { NO_FIGURES } from './link-figures.ts';
import { presentOwnLink } from './present-link.ts';
import type { LinkDependencies } from './terms-context.ts';
import { updateLink } from './update-link.ts';

const LINK: NewPaymentLink = { name: 'Bread', purpose: 'A loaf', amount: '2500', coins: ['USDT'] };
const clock = createTestClock();
let testDatabase: TestDatabase;
let dependencies: LinkDependencies;
let owner: { userId: UserId; role: StaffRole | null };
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  const { database } = testDatabase;
  const { currentRates } = createTestRates({});
  dependencies = {
    database,
    clock,
    settings: createTestSettings(database),
    currentRates,
    publicOrigin: 'https://x.test',
  };
});
afterAll(() => testDatabase.drop());
beforeEach(async () => {
  owner = { userId: (await insertCustomer(testDatabase.database)).userId, role: 'administrator' };
});

async function keep(kind: ImageKind, { userId } = owner): Promise<ImageId> {
  const id = newId<ImageId>();
  const drawn = { bytes: new Uint8Array([1]), width: 1, height: 1 };
  await insertImage(testDatabase.database, { ...drawn, id, userId, kind, now: clock.now() });
  return id;
}
const isKept = async (id: ImageId) => (await loadImage(testDatabase.database, id)) !== null;

test('a link shows the pictures that its owner sent, each as its kind', async () => {
  const [banner, profile] = [await keep('banner'), await keep('profile')];
  const link = await createLink(dependencies, {
    owner,
    input: { ...LINK, bannerImageId: banner, profileImageId: profile },
  });
  expect(presentOwnLink(link, [], NO_FIGURES)).toMatchObject({
    bannerImage: `/api/images/${banner}`,
    profileImage: `/api/images/${profile}`,
  });
  const { userId } = await insertCustomer(testDatabase.database);
  const foreign = await keep('banner', { userId, role: 'administrator' });
  for (const bannerImageId of [profile, foreign, newId<ImageId>(), idFor<ImageId>('x')]) {
    const input = { ...LINK, bannerImageId };
    await expect(createLink(dependencies, { owner, input })).rejects.toMatchObject({ status: 422 });
    await expect(updateLink(dependencies, { owner, id: link.id, version: 1, input })).rejects.toMatchObject({
      status: 422,
    });
  }
});

test('a picture is deleted a day after it was sent, unless a link shows it', async () => {
  const [unused, shown, replaced] = [await keep('banner'), await keep('banner'), await keep('profile')];
  const { id } = await createLink(dependencies, {
    owner,
    input: { ...LINK, bannerImageId: shown, profileImageId: replaced },
  });
  await updateLink(dependencies, { owner, id, version: 1, input: { ...LINK, bannerImageId: shown } });
  await forgetPictures(dependencies);
  expect(await Promise.all([unused, shown, replaced].map(isKept))).toEqual([true, true, true]);
  clock.advance(86_400_001);
  const fresh = await keep('banner');
  await forgetPictures(dependencies);
  expect(await Promise.all([unused, shown, replaced, fresh].map(isKept))).toEqual([false, true, false, true]);
});
