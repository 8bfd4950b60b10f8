// An event reaches each endpoint that chose it at least once, whatever receivers do and whenever the process stops, and
// one failing receiver delays no other.
import type { EventId } from '@kobogate/contract';
import { answer, HOUR, signed, type TestWebhooks, useTestWebhooks } from '@kobogate/testkit/messaging/webhooks.ts';
import { expect, test } from 'vitest';
import { newId } from '../../platform/identifiers.ts';
import { claimEndpoints, numberEndpoints, releaseEndpoint } from '../webhooks/db.ts';

let sample: TestWebhooks;
useTestWebhooks((its) => {
  sample = its;
});
const told = () =>
  sample.database.query<{ payload: { isTurnedOff: boolean; host: string } }>(
    `select payload from event where type = 'webhook.failing' and payload->>'userId' = $1 order by id`,
    [sample.userId],
  );

test('[W2] simultaneous events are numbered without a gap, and no number is given twice', async () => {
  const ids = [(await sample.add('one.test')).id, (await sample.add('other.test')).id];
  const of = { userId: sample.userId, type: 'payment.paid', endpointId: null };
  const numbered = await Promise.all(
    Array.from({ length: 20 }, () => sample.database.transaction((tx) => numberEndpoints(tx, of, sample.clock.now()))),
  );
  const all = Array.from({ length: 20 }, (_, index) => BigInt(index + 1));
  for (const endpointId of ids) {
    const numbers = numbered.flat().flatMap(({ id, sequence }) => (id === endpointId ? [sequence] : []));
    expect(numbers.toSorted((one, other) => Number(one - other))).toEqual(all);
  }
});

test('[W2] an event goes signed and numbered to each endpoint that chose it, at once, and of one source once', async () => {
  const [one, other] = [await sample.add('one.test'), await sample.add('other.test', ['payment.paid', 'payment.seen'])];
  await sample.add('third.test', ['payment.seen']);
  sample.start();
  const eventId = newId<EventId>();
  await Promise.all([sample.happen(1, eventId), sample.happen(1, eventId), sample.happen(2)]);
  await sample.happen(1, eventId);
  await expect.poll(() => sample.posts.length).toBe(4);
  const toOne = sample.bodies().filter(({ endpointId }) => endpointId === one.id);
  expect(new Set(toOne.map(({ sequence }) => sequence))).toEqual(new Set([1, 2]));
  expect(new Set(sample.bodies().map(({ id }) => id)).size).toBe(2);
  expect(toOne[0]).toMatchObject({
    type: 'payment.paid',
    data: { note: 'Ada’s 🥖' },
    createdAt: sample.clock.now().toISOString(),
  });
  for (const post of sample.posts) {
    expect(signed(post.url.includes('one.test') ? one.secret : other.secret, post)).toBe(true);
    expect(signed('whsec_guess', post)).toBe(false);
  }
});

test('[W2] a receiver that fails is tried again with the same id and bytes until it answers', async () => {
  const { id } = await sample.add('down.test');
  sample.receivers.set('down.test', async () => answer(500));
  await sample.happen();
  for (let round = 0; round < 5; round += 1) {
    await sample.turn();
    await sample.turn();
    sample.clock.advance(HOUR);
  }
  expect(sample.posts).toHaveLength(5);
  sample.receivers.delete('down.test');
  await sample.turn();
  await sample.turn();
  expect(new Set(sample.posts.map(({ body }) => body)).size).toBe(1);
  expect(await sample.logOf(id)).toMatchObject([
    { state: 'delivered', attempts: 6, nextAttemptAt: null, last: { status: 200 } },
  ]);
});

test('[W2] one receiver that hangs delays no other, and one bad event no other event', async () => {
  await sample.add('hangs.test');
  const { id } = await sample.add('well.test');
  const letGo: (() => void)[] = [];
  sample.receivers.set('hangs.test', () => new Promise((resolve) => letGo.push(() => resolve(answer(200)))));
  sample.receivers.set('well.test', async () => answer(sample.bodies().at(-1)?.data['number'] === 3 ? 500 : 200));
  for (let number = 1; number <= 12; number += 1) await sample.happen(number);
  sample.start();
  try {
    await expect
      .poll(async () => (await sample.logOf(id)).filter(({ state }) => state === 'delivered').length)
      .toBe(11);
    expect(sample.posts.filter(({ url }) => url.includes('hangs'))).toHaveLength(8);
  } finally {
    for (const end of letGo) end();
  }
});

test('[W2] if a sender dies in the middle, another continues after the lease, with the same event', async () => {
  const { id } = await sample.add('shop.test');
  await sample.happen();
  // Claimed by a process that is killed before it recorded anything.
  const now = sample.clock.now();
  expect(await claimEndpoints(sample.database, { limit: 5, leaseMs: 60_000, now })).toHaveLength(1);
  await sample.turn();
  expect(sample.posts).toHaveLength(0);
  await sample.database.query(`update webhook_endpoint set claimed_until = clock_timestamp() - interval '1 ms'`);
  sample.start();
  await expect.poll(async () => (await sample.logOf(id))[0]?.state).toBe('delivered');
  expect(sample.posts).toHaveLength(1);
});

test('[W2] endpoints that are always due take turns: slow ones with many events do not keep a place from another', async () => {
  const hosts = ['busy.test', 'slow.test', 'quiet.test'];
  for (const host of hosts) await sample.add(host);
  await sample.happen();
  const served: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    const [one] = await claimEndpoints(sample.database, { limit: 1, leaseMs: 60_000, now: sample.clock.now() });
    if (one === undefined) continue;
    served.push(new URL(one.endpoint.url).host);
    await releaseEndpoint(sample.database, one, { failures: 0, failingSince: null, restUntil: null });
  }
  expect(served.slice(0, 3).toSorted()).toEqual(hosts.toSorted());
  expect(served.slice(3)).toEqual(served.slice(0, 3));
});

test('two senders at once send each event once', async () => {
  for (const host of ['a.test', 'b.test', 'c.test']) await sample.add(host);
  for (let number = 1; number <= 10; number += 1) await sample.happen(number);
  for (let each = 1; each <= 3; each += 1) sample.start();
  await expect.poll(() => sample.posts.length).toBeGreaterThanOrEqual(30);
  await sample.stop();
  expect(new Set(sample.posts.map(({ url, body }) => url + body)).size).toBe(30);
  expect(sample.posts).toHaveLength(30);
});

test('[W2] after 72 hours it is given up and its owner told once a day; after seven days the endpoint is off', async () => {
  const { id } = await sample.add('gone.test');
  sample.receivers.set('gone.test', async () => answer(503));
  await sample.happen(1);
  await sample.happen(2);
  for (let hour = 0; hour <= 73; hour += 1) {
    await sample.turn();
    sample.clock.advance(HOUR);
  }
  expect((await sample.logOf(id)).map(({ state }) => state)).toEqual(['failed', 'failed']);
  expect(await told()).toMatchObject([{ payload: { host: 'gone.test', isTurnedOff: false } }]);
  await sample.happen(3);
  // Longer than the longest rest after the seven days.
  for (let hour = 0; hour < 110; hour += 1) {
    if (hour === 80) await sample.happen(4);
    await sample.turn();
    sample.clock.advance(HOUR);
  }
  const [endpoint] = (await sample.call('GET', '/endpoints')).body.data;
  expect(endpoint).toMatchObject({ isActive: false, turnedOffBy: 'failing' });
  expect((await told()).at(-1)).toMatchObject({ payload: { isTurnedOff: true } });
  const before = sample.posts.length;
  await sample.happen(5);
  await sample.turn();
  expect(sample.posts).toHaveLength(before);
  // Held for when the endpoint is turned on, and sent again only on request.
  sample.receivers.delete('gone.test');
  expect((await sample.call('POST', `/deliveries/${(await sample.logOf(id))[0]?.id}/replay`)).status).toBe(409);
  await sample.call('PATCH', `/endpoints/${id}`, { isActive: true });
  const events = (await sample.call('GET', '/events?after=3')).body;
  expect(events).toMatchObject({ data: [{ sequence: 4 }, { sequence: 5, data: { number: 5 } }], next: null });
  expect((await sample.call('POST', `/deliveries/${(await sample.logOf(id))[0]?.id}/replay`)).status).toBe(202);
  await sample.turn();
  expect(sample.bodies().at(-1)).toMatchObject({ sequence: 5 });
});

test('a disabled account’s events wait until it is enabled again', async () => {
  await sample.add('shop.test');
  await sample.happen();
  await sample.database.query('update app_user set disabled_at = now() where id = $1', [sample.userId]);
  await sample.turn();
  expect(sample.posts).toHaveLength(0);
  await sample.database.query('update app_user set disabled_at = null where id = $1', [sample.userId]);
  await sample.turn();
  expect(sample.posts).toHaveLength(1);
});

/** Has a receiver answer 500 only after something has happened while it was waited for. */
const failsWhile = (host: string, happens: () => Promise<unknown>): void => {
  sample.receivers.set(host, async () => {
    await happens();
    return answer(500);
  });
};

test('what its owner has sent again while an attempt is under way is sent again now, whatever becomes of that', async () => {
  const { id } = await sample.add('slow.test');
  await sample.happen();
  sample.receivers.set('slow.test', async () => answer(500));
  for (let hour = 0; hour < 24; hour += 1) {
    await sample.turn();
    sample.clock.advance(HOUR);
  }
  const [delivery] = await sample.logOf(id);
  failsWhile('slow.test', async () => {
    sample.clock.advance(1_000);
    await sample.call('POST', `/deliveries/${delivery?.id}/replay`);
  });
  const before = sample.posts.length;
  for (let hour = 0; hour < 8 && sample.posts.length === before; hour += 1) {
    sample.clock.advance(HOUR);
    await sample.turn();
  }
  expect(sample.posts).toHaveLength(before + 1);
  sample.receivers.delete('slow.test');
  // The endpoint rests for five minutes at most, and the next attempt of the round before would come hours later.
  sample.clock.advance(HOUR / 10);
  await sample.turn();
  expect(sample.posts).toHaveLength(before + 2);
  expect(await sample.logOf(id)).toMatchObject([{ state: 'delivered' }]);
});

test('an endpoint that its owner moves while the last of a week’s attempts is under way stays on', async () => {
  const { id } = await sample.add('gone.test');
  sample.receivers.set('gone.test', async () => answer(503));
  await sample.happen(1);
  await sample.turn();
  sample.clock.advance(8 * 24 * HOUR);
  await sample.happen(2);
  failsWhile('gone.test', () =>
    sample.call('PATCH', `/endpoints/${id}`, { url: 'https://new.test/hook', password: 'right' }),
  );
  await sample.turn();
  const [endpoint] = (await sample.call('GET', '/endpoints')).body.data;
  expect(endpoint).toMatchObject({ url: 'https://new.test/hook', isActive: true, failingSince: null });
  await sample.database.query(`update webhook_endpoint set claimed_until = clock_timestamp() - interval '1 ms'`);
  sample.clock.advance(HOUR);
  await sample.turn();
  expect((await sample.logOf(id))[0]).toMatchObject({ sequence: 2, state: 'delivered' });
  expect(sample.posts.at(-1)?.url).toBe('https://new.test/hook');
});
