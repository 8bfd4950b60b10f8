// Sent deliveries can be viewed, missed events can be fetched and sent again, and a repeated request sends once.
import { HOUR, type TestWebhooks, useTestWebhooks } from '@kobogate/testkit/messaging/webhooks.ts';
import { expect, test } from 'vitest';
import { forgetOldEvents } from '../webhooks/forget-old-events.ts';

let sample: TestWebhooks;
useTestWebhooks((its) => {
  sample = its;
});

test('a test event goes to its endpoint alone, whatever types that chose, and is shown with its body and its attempts', async () => {
  const { id } = await sample.add('shop.test', ['payment.seen']);
  await sample.add('other.test');
  const { status, body } = await sample.call('POST', `/endpoints/${id}/test`);
  expect(status).toBe(202);
  await sample.turn();
  expect(sample.bodies()).toMatchObject([{ type: 'webhook.test', endpointId: id, sequence: 1 }]);
  const detail = (await sample.call('GET', `/deliveries/${body.data.deliveryId}`)).body.data;
  expect(detail).toMatchObject({
    state: 'delivered',
    body: sample.posts[0]?.body,
    tries: [{ status: 200, answer: 'sample' }],
  });
});

test('a test or a replay that is asked for again with its Idempotency-Key is sent once', async () => {
  const { id } = await sample.add('shop.test');
  const ask = (url: string, key: string) => sample.call('POST', url, undefined, sample.userId, key);
  const tests = await Promise.all([1, 2, 3].map(() => ask(`/endpoints/${id}/test`, 'test-1')));
  const [deliveryId, ...others] = new Set(tests.map(({ body }) => body.data.deliveryId));
  expect(others).toEqual([]);
  await sample.turn();
  expect(sample.posts).toHaveLength(1);
  for (let time = 1; time <= 3; time += 1) {
    expect((await ask(`/deliveries/${deliveryId}/replay`, 'replay-1')).status).toBe(202);
    await sample.turn();
  }
  expect(sample.posts).toHaveLength(2);
  expect((await ask(`/endpoints/${(await sample.add('other.test')).id}/test`, 'test-1')).status).toBe(409);
});

test('events are listed a hundred at a time, and forgotten after 30 days unless they still wait', async () => {
  const { id } = await sample.add('shop.test');
  for (let number = 1; number <= 101; number += 1) await sample.happen(number);
  const first = (await sample.call('GET', `/events?endpoint=${id}`)).body;
  expect([first.data.length, first.next]).toEqual([100, 100]);
  expect((await sample.call('GET', `/events?after=100`)).body).toMatchObject({ data: [{ sequence: 101 }], next: null });
  await sample.turn();
  sample.clock.advance(31 * 24 * HOUR);
  await forgetOldEvents(sample);
  expect((await sample.call('GET', `/events`)).body.data).toHaveLength(93);
});
