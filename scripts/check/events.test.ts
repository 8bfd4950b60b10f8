// An event that is emitted without a handler, or handled without being emitted, fails `npm run check`, as does one whose
// type does not stand where it is emitted; tests and other objects with a type are left alone.
import { expect, test } from 'vitest';
import { eventProblems } from './events.mjs';

const SERVER = 'apps/server/src';
const emits = { path: `${SERVER}/sales/orders/fund.ts`, source: `emit(tx, { type: 'order.funded', payload: {} });` };
const handles = {
  path: `${SERVER}/sales/orders/handlers.ts`,
  source: `export const handlers = () => ({ 'order.funded': (payload) => fund(payload) });`,
};
const emitting = (source: string) => [{ ...emits, source }, handles];

test('an event with its handler is in order, however the two are written', () => {
  expect(eventProblems([emits, handles])).toEqual([]);
  expect(eventProblems(emitting(`work.emit(...[{ type: 'order.funded' as const, payload }]);`))).toEqual([]);
  expect(
    eventProblems(emitting(`emitMany(tx, ids.map((id) => ({ payload: { id }, type: 'order.funded' })));`)),
  ).toEqual([]);
  const asList = {
    path: `${SERVER}/messaging/notifications/notification.ts`,
    source: `export const ORDER_EVENTS = ['order.funded'] as const;`,
  };
  expect(eventProblems([emits, asList])).toEqual([]);
});

test('an event without a handler is named with its place', () => {
  expect(eventProblems([emits])).toEqual([
    expect.stringMatching(/^apps.*orders\/fund\.ts emits order\.funded, which has no/),
  ]);
  const either = emitting(`emit(tx, { type: isLate ? 'order.late' : 'order.funded', payload: {} });`);
  expect(eventProblems(either)).toEqual([expect.stringContaining('emits order.late, which has no handler')]);
});

test('a handler of what nothing emits is named with its place', () => {
  expect(eventProblems([handles])).toEqual([
    expect.stringMatching(/handlers\.ts handles order\.funded, which nothing emits/),
  ]);
});

test('a type that is made up when it is emitted is refused, because it can’t be checked', () => {
  const made = emitting('emit(tx, { type: `order.${funding}`, payload: {} });');
  expect(eventProblems(made)).toContainEqual(expect.stringContaining('whose type is not a fixed text'));
  const passed = emitting('emit(tx, { type, payload: {} });');
  expect(eventProblems(passed)).toContainEqual(expect.stringContaining('whose type is not a fixed text'));
});

test('what tests emit, and objects with a type that are no events, are left alone', () => {
  const tests = ['fund.test.ts', 'test-orders.ts', 'order-fixtures.ts'].map((name) => ({
    path: `${SERVER}/sales/orders/${name}`,
    source: `emit(tx, { type: 'order.other', payload: {} });`,
  }));
  const line = { path: `${SERVER}/sales/orders/tell.ts`, source: `tell({ type: 'order.line', text: 'Funded' });` };
  expect(eventProblems([emits, handles, ...tests, line])).toEqual([]);
});
