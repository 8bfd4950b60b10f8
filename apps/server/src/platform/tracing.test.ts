// One trace of an order, under the order's own id, whichever call, process and batch a step was in; sent by OpenTelemetry's SDK to a
// receiver, over a real socket. Without a receiver nothing is traced.
import { type ReceivedSpan, startOtlpReceiver } from '@kobogate/testkit/platform/otlp-receiver.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createGroup } from './group.ts';
import { newId } from './identifiers.ts';
import { createMetrics } from './metrics.ts';
import { startTelemetry } from './telemetry.ts';
import { beginCall, carry, inSpan, noteArrival, noteMade, noteSpan, traceOfLine } from './tracing.ts';

let receiver: Awaited<ReturnType<typeof startOtlpReceiver>>;
const order = newId();
const deposit = newId();
const traceId = order.replaceAll('-', '');

/** What there is to carry and to log before there is a receiver. */
let before: unknown;

beforeAll(async () => {
  before = await inSpan('untraced', {}, async () => [carry(), traceOfLine(), beginCall('GET', undefined).traceId]);
  receiver = await startOtlpReceiver();
  const telemetry = await startTelemetry({
    endpoint: `${receiver.url}/`,
    headers: { 'x-key': 'of the receiver' },
    roles: ['api'],
    metrics: createMetrics(),
  });

  const call = beginCall('POST', '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01');
  const written = await call.within(async () => {
    noteMade(order);
    return carry();
  });
  call.end({ route: '/payments/:id', status: 201 });

  noteArrival(deposit, 'deposit', new Date(Date.now() - 5_000));
  await inSpan('deposit.confirmed', { of: deposit, from: written }, async () => {
    noteSpan('coins', { of: order, after: deposit }, new Date());
  });
  const other = newId();
  const group = createGroup<string, void>({
    maxItems: 1,
    run: (items) =>
      inSpan(`batch of ${items.join()}`, {}, async () => items.map(() => ({ ok: true, value: undefined }))),
  });
  // The second batch begins where the first one ends: it must not become a part of the first one's trace.
  await Promise.all([
    inSpan('step', { of: order }, () => group.submit('ours')),
    inSpan('step', { of: other }, () => group.submit('theirs')),
  ]);
  await inSpan('bank: send', { of: order, kind: 'call' }, () =>
    Promise.reject(new TypeError('account 0123456789 of Ada')),
  ).catch(() => undefined);
  await telemetry.stop();
});
afterAll(() => receiver.close());

const named = (name: string): ReceivedSpan => {
  const found = receiver.spans.find((span) => span.name === name);
  if (found === undefined)
    throw new Error(`no span ${name} among ${receiver.spans.map((span) => span.name).join(', ')}`);
  return found;
};

test('[O8] without a receiver nothing is traced, carried or logged', () => {
  expect(before).toEqual([null, {}, undefined]);
});

test('[O8] the trace of an order has its id, begins with the call that made it, and has every step', () => {
  const ofOrder = receiver.spans.filter((span) => span.traceId === traceId).map(({ name }) => name);
  expect(ofOrder.toSorted()).toEqual(['POST /payments/:id', 'bank: send', 'batch of ours', 'coins', 'step'].toSorted());
  const first = receiver.spans.find((span) => span.traceId === traceId && span.name === 'POST /payments/:id');
  expect(first?.parentSpanId ?? '').toBe('');
  for (const name of ['coins', 'bank: send']) expect(named(name).parentSpanId).toBe(first?.spanId);
});

test('[O8] the call stays in its caller’s trace too, and traces that led to one another are linked', () => {
  const answered = receiver.spans.find((span) => span.name === 'POST /payments/:id' && span.traceId !== traceId);
  expect(answered).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', parentSpanId: 'b7ad6b7169203331' });
  expect(named('coins').links?.map((link) => link.traceId)).toEqual([deposit.replaceAll('-', '')]);
  expect(named('deposit.confirmed').links?.map((link) => link.traceId)).toEqual(['0af7651916cd43dd8448eb211c80319c']);
  expect(named('batch of theirs').traceId).not.toBe(traceId);
});

test('[O8] [I8] a failure is noted by its kind; what its text says of a person leaves no trace', () => {
  expect(named('bank: send').status).toMatchObject({ code: 2, message: 'TypeError' });
  expect(JSON.stringify(receiver.spans)).not.toMatch(/0123456789|Ada/);
});

test('[O8] the metrics of Prometheus are sent under the same names, with the operator’s headers', () => {
  expect(receiver.metricNames).toContain('process_resident_memory_bytes');
  expect(receiver.keys).toEqual(new Set(['of the receiver']));
});
