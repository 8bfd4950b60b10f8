// A listener gets, in order and without gaps, what happens while it is heard of, by the key that opened it alone; nothing is
// ever sent to it, and it is no endpoint that can be changed.
import { endpoints as contract, type EndpointId, type UserId } from '@kobogate/contract';
import { HOUR, type TestWebhooks, useTestWebhooks } from '@kobogate/testkit/messaging/webhooks.ts';
import { callerOf } from '@kobogate/testkit/identity/sessions.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';
import { createFollowing } from './listen.ts';

let sample: TestWebhooks;
useTestWebhooks((its) => {
  sample = its;
});

const open = async (body: object = {}) =>
  contract.webhooks.listen.answer.parse((await sample.call('POST', '/listeners', body)).body).data;
const follow = (id: EndpointId, as: UserId = sample.userId) => createFollowing(sample)(callerOf(as), id);
const numbers = async (id: EndpointId, after: number) =>
  (await (await follow(id)).readAfter(after)).map(({ position, data }) => [position, JSON.parse(data).data.number]);

test('what happens is read in order from any place, and never sent', async () => {
  const listener = await open();
  await sample.happen(7);
  await sample.happen(8);
  await sample.turn();
  expect(sample.posts).toEqual([]);
  expect(await numbers(listener.id, listener.lastSequence)).toEqual([
    [1, 7],
    [2, 8],
  ]);
  expect(await numbers(listener.id, 1)).toEqual([[2, 8]]);
  // Opened again it is the same one, and goes on.
  expect(await open()).toEqual({ ...listener, lastSequence: 2 });
});

test('it gets the events that it asked for, and none a day after it was heard of last', async () => {
  const { id } = await open({ events: ['payment.seen'] });
  await sample.happen();
  expect(await numbers(id, 0)).toEqual([]);
  await open({ events: ['payment.paid'] });
  await sample.happen(1);
  sample.clock.advance(25 * HOUR);
  await sample.happen(2);
  expect(await numbers(id, 0)).toEqual([[1, 1]]);
  await sample.happen(3);
  expect(await numbers(id, 0)).toEqual([
    [1, 1],
    [2, 3],
  ]);
});

test('[C1] it is read by its own key alone, and no call for endpoints sees or changes it', async () => {
  const { id } = await open();
  const { userId: stranger } = await insertCustomer(sample.database);
  await expect(follow(id, stranger)).rejects.toMatchObject({ status: 404 });
  expect((await sample.call('GET', '/endpoints')).body).toEqual({ data: [] });
  expect((await sample.call('PATCH', `/endpoints/${id}`, { isActive: true })).status).toBe(404);
  expect((await sample.call('POST', `/endpoints/${id}/rotate`, { password: 'right' })).status).toBe(404);
  expect((await sample.call('POST', `/endpoints/${id}/retire`)).status).toBe(404);
  // A sample may be sent to it.
  expect((await sample.call('POST', `/endpoints/${id}/test`, { type: 'refund.final' })).status).toBe(202);
  const [piece] = await (await follow(id)).readAfter(0);
  expect(JSON.parse(piece?.data ?? '')).toMatchObject({ type: 'refund.final', isSample: true, endpointId: id });
});
