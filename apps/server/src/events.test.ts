// Every event has a handler, or the program does not compile; rooms handle an event in a fixed order, each
// independently.
import type { EventId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, expectTypeOf, test } from 'vitest';
import { type EventType, everyEvent, type Handlers, inOrder } from './events.ts';
import { DependencyDown } from './platform/errors.ts';
import { PutBack } from './platform/queue.ts';

test('an event that no room handles is named by the compiler, and does not compile', () => {
  type Rooms = readonly [{ handlers: readonly [{ 'deposit.seen': () => Promise<void> }] }];
  expectTypeOf(everyEvent<Rooms>)
    .parameter(1)
    .toEqualTypeOf<Exclude<EventType, 'deposit.seen'>>();
  type All = readonly [{ handlers: readonly [Required<Handlers>] }];
  expectTypeOf(everyEvent<All>).parameters.toEqualTypeOf<[rooms: All]>();
});

test('a payload that does not match the map is refused before any room gets it', async () => {
  const had: unknown[] = [];
  const handlers = inOrder([{ 'deposit.seen': async (payload) => void had.push(payload) }]);
  const context = { eventId: idFor<EventId>('sample'), attempt: 1 };
  await expect(handlers['deposit.seen']?.({ depositId: 1 }, context)).rejects.toThrow('depositId');
  await handlers['deposit.seen']?.({ depositId: 'sample', more: true }, context);
  expect(had).toEqual([{ depositId: 'sample' }]);
});

test('[H-8] [R3] a handler that waits for a rate does not delay the event’s other handlers, and is tried again', async () => {
  const done: string[] = [];
  const room = (name: string, error?: Error) => ({
    'deposit.confirmed': async () => {
      if (error !== undefined) throw error;
      done.push(name);
    },
  });
  const context = { eventId: idFor<EventId>('sample'), attempt: 1 };
  const outage = new DependencyDown('rates', 'no rate');
  const waiting = inOrder([room('first'), room('orders', outage), room('notifications')]);
  await expect(waiting['deposit.confirmed']?.({ depositId: 'sample' }, context)).rejects.toBe(outage);
  expect(done).toEqual(['first', 'notifications']);
  const broken = inOrder([room('broken', new Error('ours')), room('never')]);
  await expect(broken['deposit.confirmed']?.({ depositId: 'sample' }, context)).rejects.toThrow('ours');
  expect(done).not.toContain('never');
});

test('[I5] a handler that is put back does not delay the event’s other handlers, and no outage beside it has the event given up', async () => {
  const done: string[] = [];
  const room = (name: string, error?: Error) => ({
    'deposit.reverted': async () => {
      if (error !== undefined) throw error;
      done.push(name);
    },
  });
  const context = { eventId: idFor<EventId>('sample'), attempt: 1 };
  const [putBack, outage] = [new PutBack('a fence is up'), new DependencyDown('rates', 'no rate')];
  for (const errors of [
    [putBack, outage],
    [outage, putBack],
  ]) {
    const waiting = inOrder([...errors.map((error) => room('waits', error)), room('notifications')]);
    await expect(waiting['deposit.reverted']?.({ depositId: 'sample' }, context)).rejects.toBe(putBack);
  }
  expect(done).toEqual(['notifications', 'notifications']);
});
