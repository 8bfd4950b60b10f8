// Any signed-in user can send a picture, up to six megabytes, and everyone can see it at its own, unchanging address;
// it is deleted a day later where no link shows it.
import type { ImageId, UserId } from '@kobogate/contract';
import { PassThrough } from 'node:stream';
import { createTestClock } from '@kobogate/testkit/platform/clock.ts';
import { createTestDatabase, type TestDatabase } from '@kobogate/testkit/platform/database.ts';
import { silentLog } from '@kobogate/testkit/platform/log.ts';
import { insertCustomer } from '@kobogate/testkit/sales/orders.ts';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import { createHttp, mountRoutes } from '../../platform/http.ts';
import { newId } from '../../platform/identifiers.ts';
import { createImageDrawing, type DrawImage } from './draw-image.ts';
import { imageRoutes } from './routes.ts';

const clock = createTestClock();
const draw = createImageDrawing();
const previewed: Uint8Array[] = [];
const drawImage: DrawImage = (bytes, as) => {
  if (as === 'preview') previewed.push(bytes);
  return draw(bytes, as);
};
let sample: TestDatabase;
let http: FastifyInstance;
let userId: UserId;
beforeAll(async () => {
  sample = await createTestDatabase();
  const caller = { role: null, tokenHash: Buffer.alloc(32), provedAt: null };
  const options = {
    log: silentLog,
    admit: async () => undefined,
    authenticate: async (token: string) => (token === 'unknown' ? null : { ...caller, userId: idFor<UserId>(token) }),
  };
  http = await createHttp(options);
  mountRoutes(http, '/api', imageRoutes({ database: sample.database, clock, drawImage }), options);
});
afterAll(async () => {
  await http.close();
  await sample.drop();
});
beforeEach(async () => {
  ({ userId } = await insertCustomer(sample.database));
});

const png = () =>
  sharp({ create: { width: 30, height: 20, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
const send = (payload: Buffer | PassThrough, { kind = 'banner', token = userId, type = 'image/png', key = '' } = {}) =>
  http.inject({
    method: 'POST',
    url: `/api/images?kind=${kind}`,
    payload,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': type,
      ...(key === '' ? {} : { 'idempotency-key': key }),
    },
  });

test('[F4] a picture is shown as sent by us: its type, for ever, for every origin, and never as anything that runs', async () => {
  // The type that the sender names is not believed.
  const sent = await send(await png(), { type: 'image/svg+xml' });
  expect([sent.statusCode, sent.json().data]).toEqual([
    201,
    expect.objectContaining({ kind: 'banner', width: 1200, height: 400 }),
  ]);
  const shown = await http.inject({ url: sent.json().data.address });
  expect(shown.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-disposition': 'inline',
    'x-content-type-options': 'nosniff',
    'access-control-allow-origin': '*',
    'cross-origin-resource-policy': 'cross-origin',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  expect(await sharp(shown.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 1200 });
  for (const id of ['x', '01890000-0000-7000-8000-000000000000']) {
    const missing = await http.inject({ url: `/api/images/${id}` });
    expect([missing.statusCode, missing.headers['cache-control']]).toEqual([404, 'no-store']);
  }
});

test('[I9] a user can upload four files at once, other users are not affected, and each that ends makes room', async () => {
  const unending = Array.from({ length: 4 }, () => new PassThrough());
  const sent = unending.map((body) => send(body));
  const fifth = async () => (await send(await png())).statusCode;
  await expect.poll(fifth).toBe(429);
  const { userId: other } = await insertCustomer(sample.database);
  expect((await send(await png(), { token: other })).statusCode).toBe(201);
  unending.pop()?.end('no picture');
  expect((await sent.pop())?.statusCode).toBe(422);
  await expect.poll(fifth).toBe(201);
  for (const body of unending) body.end('no picture');
  await Promise.all(sent);
});

test('[F4] a file that is not a picture, an empty body, an unknown kind or a missing sign-in is refused with a message', async () => {
  const refusals = await Promise.all([
    send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), { type: 'image/svg+xml' }),
    send(Buffer.from('{"image":"x"}'), { type: 'application/json' }),
    send(Buffer.alloc(0)),
    send(await png(), { kind: 'poster' }),
    send(await png(), { token: idFor<UserId>('unknown') }),
  ]);
  expect(refusals.map((refusal) => [refusal.statusCode, refusal.json().message])).toEqual([
    [422, expect.stringMatching(/JPEG, a PNG or a WebP/)],
    [422, expect.stringMatching(/JPEG, a PNG or a WebP/)],
    [400, expect.stringMatching(/file itself/)],
    [400, expect.stringMatching(/banner or a profile/)],
    [401, expect.stringMatching(/sign in/)],
  ]);
});

test('[F4] fifty megabytes are refused by their announced length, and uploads without a sign-in are not read at all', async () => {
  const headers = { authorization: `Bearer ${userId}`, 'content-length': String(50 * 1024 * 1024) };
  const announced = await http.inject({ method: 'POST', url: '/api/images?kind=banner', headers, payload: 'x' });
  expect([announced.statusCode, announced.json().message]).toEqual([413, expect.stringMatching(/6 MB is the most/)]);
  const big = Buffer.alloc(6 * 1024 * 1024 + 1);
  expect((await send(big)).statusCode).toBe(413);
  expect((await send(big, { token: idFor<UserId>('unknown') })).statusCode).toBe(401);
});

test('a picture that is sent twice with one Idempotency-Key is kept once, and the key is refused for another', async () => {
  const picture = await png();
  const answers = await Promise.all([1, 2, 3].map(() => send(picture, { key: 'picture-1' })));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  const kept = await sample.database.query('select 1 from stored_image where user_id = $1', [userId]);
  expect(kept).toHaveLength(1);
  expect((await send(picture, { key: 'picture-1', kind: 'profile' })).statusCode).toBe(409);
});

test('a preview is the picture in small, as text; of an unknown picture, and of one that stays large, there is none', async () => {
  const previewOf = (id: string) => http.inject({ method: 'GET', url: `/api/images/${id}/preview` });
  const { id } = (await send(await png())).json<{ data: { id: string } }>().data;
  const { source } = (await previewOf(id)).json<{ data: { source: string } }>().data;
  const [, text = ''] = source.split('data:image/webp;base64,');
  const { width, height, format } = await sharp(Buffer.from(text, 'base64')).metadata();
  expect({ width, height, format }).toEqual({ width: 640, height: 213, format: 'webp' });
  expect((await previewOf(id)).json<{ data: { source: string } }>().data.source).toBe(source);

  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const rich = sharp({ create: { width: 1200, height: 400, channels: 3, background: 'red', noise } }).png();
  const large = (await send(await rich.toBuffer())).json<{ data: { id: string } }>().data;
  for (const none of [large.id, '00000000-0000-7000-8000-000000000000', 'no-id']) {
    expect([none, (await previewOf(none)).statusCode]).toEqual([none, 404]);
  }
});

test('[I9] a preview is drawn once, and very many addresses without a picture do not drive it out of memory', async () => {
  const previewOf = async (id: string) =>
    (await http.inject({ method: 'GET', url: `/api/images/${id}/preview` })).statusCode;
  const { id } = (await send(await png())).json<{ data: { id: string } }>().data;
  previewed.length = 0;
  expect(await previewOf(id)).toBe(200);
  const unknown = Array.from({ length: 250 }, () => newId<ImageId>());
  // All at once, so that none is known to be no picture while the others are looked for.
  expect(new Set(await Promise.all(unknown.map(previewOf)))).toEqual(new Set([404]));
  expect(await previewOf(id)).toBe(200);
  expect(previewed).toHaveLength(1);
});
