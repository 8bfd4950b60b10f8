// An event of the map that is never emitted fails `npm run check`, as does code that writes to the queue directly; an
// event without a handler does not compile, as the server's own events.test.ts shows.
import { expect, test } from 'vitest';
import { eventProblems } from './events.mjs';

const SERVER = 'apps/server/src';
const map = { path: `${SERVER}/events.ts`, source: `export const EVENTS = { 'order.funded': z.object({}) };` };
const emitting = (source: string) => [map, { path: `${SERVER}/sales/orders/fund.ts`, source }];
const EMITS = { path: `${SERVER}/sales/emit.ts`, source: `emit(tx, { type: 'order.funded', payload: {} });` };
const NAMED = [expect.stringMatching(/events\.ts names order\.funded, which nothing emits$/)];

test('an event that is emitted passes, in any notation', () => {
  for (const source of [
    `emit(tx, { type: 'order.funded', payload: {} });`,
    `emit(tx, { type: isLate ? 'order.late' : 'order.funded', payload: {} });`,
    `work.emit(...[{ type: 'order.funded' as const, payload }]);`,
    `emitMany(tx, ids.map((id) => ({ payload: { id }, type: 'order.funded' })));`,
  ]) {
    expect(eventProblems(emitting(source))).toEqual([]);
  }
});

test('an event that nothing emits is named; what tests emit, and objects with a type that are no events, do not count', () => {
  expect(eventProblems([map])).toEqual(NAMED);
  expect(eventProblems(emitting(`tell({ type: 'order.funded', text: 'Funded' });`))).toEqual(NAMED);
  const source = `emit(tx, { type: 'order.funded', payload: {} });`;
  expect(eventProblems([map, { path: `${SERVER}/sales/orders/fund.test.ts`, source }])).toEqual(NAMED);
});

test('what writes to the queue past the map is named with its place', () => {
  const emits = `import { enqueue } from '../../platform/queue.ts'; enqueue(tx, [{ type: 'order.funded', payload: {} }]);`;
  for (const source of [
    emits,
    `import { enqueue as tell } from '../../platform/queue.ts';`,
    `import * as queue from '../../platform/queue.ts'; queue.enqueue(tx, []);`,
    `export { enqueue } from '../../platform/queue.ts';`,
    `export * from '../../platform/queue.ts';`,
    `const { enqueue } = await import('../../platform/queue.ts');`,
    `import { runNow } from '../../platform/queue.ts'; runNow(tx, 'order.fundet', []);`,
  ]) {
    expect(eventProblems([...emitting(source), EMITS])).toEqual([
      expect.stringMatching(/^apps.*orders\/fund\.ts writes to the queue past/),
    ]);
  }
  expect(eventProblems([...emitting(`import { PutBack } from '../../platform/queue.ts';`), EMITS])).toEqual([]);
});
