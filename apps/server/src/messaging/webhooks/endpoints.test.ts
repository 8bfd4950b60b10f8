// Only its owner sees and changes an endpoint, its secrets and its deliveries, and needs the proof where an address or
// a secret changes.
import { endpoints as contract } from '@kobogate/contract';
import { SESSION_ENDS, signIn } from '@kobogate/testkit/identity/sessions.ts';
import { signed, type TestWebhooks, useTestWebhooks } from '@kobogate/testkit/messaging/webhooks.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { expect, test } from 'vitest';

let sample: TestWebhooks;
useTestWebhooks((its) => {
  sample = its;
});

test('[W2] both secrets sign from a rotation until the old one is retired, and only the new one after', async () => {
  const { id, secret } = await sample.add('shop.test');
  expect((await sample.call('POST', `/endpoints/${id}/rotate`, {})).status).toBe(422);
  const rotated = contract.webhooks.rotate.answer.parse(
    (await sample.call('POST', `/endpoints/${id}/rotate`, { password: 'right' })).body,
  ).data;
  expect(rotated.secrets).toBe(2);
  expect((await sample.call('POST', `/endpoints/${id}/rotate`, { password: 'right' })).status).toBe(409);
  await sample.happen();
  await sample.turn();
  const both = sample.posts.at(-1);
  expect(both && [signed(secret, both), signed(rotated.secret, both)]).toEqual([true, true]);
  await sample.call('POST', `/endpoints/${id}/retire`);
  expect((await sample.call('POST', `/endpoints/${id}/retire`)).status).toBe(409);
  await sample.happen();
  await sample.turn();
  const last = sample.posts.at(-1);
  expect(last && [signed(secret, last), signed(rotated.secret, last)]).toEqual([false, true]);
  const stored = await sample.database.query('select to_jsonb(e) as row from webhook_endpoint e where id = $1', [id]);
  expect(JSON.stringify(stored)).not.toContain(rotated.secret);
});

test('[C1] another user sees, changes and sends nothing of it; an address inside the network is refused', async () => {
  const { id } = await sample.add('shop.test');
  await sample.happen();
  await sample.turn();
  const delivery = (await sample.logOf(id))[0]?.id;
  const stranger = (await insertCustomer(sample.database)).userId;
  await signIn(sample.database, stranger, stranger);
  for (const [method, url] of [
    ['PATCH', `/endpoints/${id}`],
    ['DELETE', `/endpoints/${id}`],
    ['POST', `/endpoints/${id}/rotate`],
    ['POST', `/endpoints/${id}/retire`],
    ['POST', `/endpoints/${id}/test`],
    ['GET', `/endpoints/${id}/deliveries`],
    ['GET', `/deliveries/${delivery}`],
    ['POST', `/deliveries/${delivery}/replay`],
    ['GET', `/events?endpoint=${id}`],
    ['GET', '/endpoints/no-id/deliveries'],
  ] as const) {
    const isProven = method === 'PATCH' || url.endsWith('/rotate');
    const payload = isProven ? { password: 'right' } : undefined;
    expect([url, (await sample.call(method, url, payload, stranger)).status]).toEqual([url, 404]);
  }
  expect((await sample.call('GET', '/endpoints', undefined, stranger)).body).toEqual({ data: [] });
  const inside = { url: 'https://inside.test/', events: ['payment.paid'], password: 'right' };
  expect(await sample.call('POST', '/endpoints', inside)).toMatchObject({
    status: 422,
    body: { message: /private network/ },
  });
  expect(
    (await sample.call('PATCH', `/endpoints/${id}`, { url: 'https://inside.test/', password: 'right' })).status,
  ).toBe(422);
});

test('[A8] a new address needs the proof and is notified by mail; other changes need neither', async () => {
  const { id } = await sample.add('shop.test');
  const change = (fields: object) => sample.call('PATCH', `/endpoints/${id}`, fields);
  expect((await change({ url: 'https://thief.test/' })).status).toBe(422);
  expect((await change({ url: 'https://shop.test/hook', events: ['payment.seen'] })).body.data).toMatchObject({
    events: ['payment.seen'],
  });
  expect((await change({ url: 'https://new.test/', password: 'right' })).body.data.url).toBe('https://new.test/');
  const mails = await sample.database.query(
    `select payload->>'subject' as subject from event where type = 'mail.send' and payload->>'to' = $1 order by id`,
    [`${sample.userId}@kobogate.test`],
  );
  expect(mails).toEqual([
    { subject: 'A webhook was added at Kobogate' },
    { subject: 'A webhook goes to another address at Kobogate' },
  ]);
});

test.each(SESSION_ENDS)(
  '[A7] no endpoint is made, moved or given a secret where %s after the proof',
  async (_what, end) => {
    const { id } = await sample.add('shop.test');
    const before = (await sample.call('GET', '/endpoints')).body;
    sample.afterProof(() => sample.database.transaction((tx) => end(tx, sample.userId)));
    const wish = { url: 'https://thief.test/', password: 'right' };
    for (const [method, url, payload] of [
      ['POST', '/endpoints', { ...wish, events: ['payment.paid'] }],
      ['PATCH', `/endpoints/${id}`, wish],
      ['POST', `/endpoints/${id}/rotate`, { password: 'right' }],
    ] as const) {
      expect([url, (await sample.call(method, url, payload)).status]).toEqual([url, 401]);
    }
    expect((await sample.call('GET', '/endpoints')).body).toEqual(before);
  },
);

test('ten endpoints are the most, also when they are added together', async () => {
  const body = { url: 'https://shop.test/', events: ['payment.paid'], password: 'right' };
  const answers = await Promise.all(Array.from({ length: 12 }, () => sample.call('POST', '/endpoints', body)));
  const made = answers.filter(({ status }) => status === 201);
  expect([made.length, answers.find(({ status }) => status !== 201)?.status]).toEqual([10, 409]);
});
