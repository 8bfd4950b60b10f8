// While an upgrade replaces one server after the other, pages of the new version read what the version before answers: a field that it
// does not have yet reads as where there is nothing to say.
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { adminOrderSchema } from './admin-orders.ts';
import { adminUsers } from './admin-users.ts';
import { evidence } from './evidence.ts';
import { recoveredTransferSchema } from './recovery.ts';
import { treasury } from './treasury.ts';

test.each([
  ['an order', z.pick(adminOrderSchema, { payoutDoubt: true }), { payoutDoubt: null }],
  ['a person', z.pick(adminUsers.get.answer.shape.data, { owes: true }), { owes: [] }],
  ['the evidence', z.pick(evidence.read.answer.shape.data.shape.customer, { owes: true }), { owes: [] }],
  ['a transfer', z.pick(recoveredTransferSchema, { first: true }), { first: null }],
  ['a plan', z.pick(treasury.plan.answer.shape.data.shape.plan, { waitingSince: true }), { waitingSince: null }],
])('[I7] %s is read without the fields of this version', (_what, schema, read) => {
  expect(schema.parse({})).toEqual(read);
});
