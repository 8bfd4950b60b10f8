// Ids of two kinds that are mixed up do not compile, and what a request says is read as it was before.
import { expect, expectTypeOf, test } from 'vitest';
import * as z from 'zod/mini';
import { byId, cursorInput, idInput, type OrderId, type PayoutId, type UserId } from './ids.ts';

test('an id goes for text, and neither text nor the id of another thing goes for it', () => {
  expectTypeOf<OrderId>().toExtend<string>();
  expectTypeOf<string>().not.toExtend<OrderId>();
  expectTypeOf<UserId>().not.toExtend<OrderId>();
  expectTypeOf<PayoutId>().not.toExtend<OrderId>();
});

test('the type comes with the reading: what a caller sends is text, and comes out as the id of what it was sent for', () => {
  const params = byId('Order');
  expectTypeOf<z.input<typeof params>>().toEqualTypeOf<{ id: string }>();
  expectTypeOf<z.output<typeof params>['id']>().toExtend<OrderId>();
  expectTypeOf<z.output<typeof params>['id']>().not.toExtend<UserId>();
});

test('what is no id is still text, to be answered as what is not there; what is no text, or too long, is refused', () => {
  expect(z.parse(byId('Order'), { id: ' none ' })).toEqual({ id: 'none' });
  expect(z.safeParse(idInput('Link', 'Please give the link'), 5).error?.issues[0]?.message).toBe(
    'Please give the link',
  );
  expect(z.safeParse(idInput('Link'), 'a'.repeat(61)).success).toBe(false);
});

test('[F1] a cursor in capitals, as databases write ids, is the same cursor, and no id at all is refused: neither begins the list anew', () => {
  const next = '0192f0c1-7b1d-7abc-8def-0123456789ab';
  expect(z.parse(cursorInput('Order'), next.toUpperCase())).toBe(next);
  for (const none of ['', '1', `${next}0`, next.replaceAll('-', '')]) {
    expect([none, z.safeParse(cursorInput('Order'), none).success]).toEqual([none, false]);
  }
});
