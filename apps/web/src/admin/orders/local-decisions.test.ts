// Guarantee: an administrator's decision shows at once, is marked while it is not saved, and samples look like samples.
import type { OrderId } from '@kobogate/contract';
import { idFor } from '@kobogate/testkit/contract/ids.ts';
import { expect, it } from 'vitest';
import { applyDecisions, withDecision, withoutDecision, type LocalDecision } from './local-decisions.ts';
import { sampleOrders } from './sample-orders.ts';

const NOW = Date.parse('2026-11-10T12:00:00Z');
const counting = () => {
  let turn = 0;
  return () => ((turn += 7) % 100) / 100;
};
const [first] = sampleOrders(counting(), NOW);
if (first === undefined) throw new Error('no samples');
const order = { ...first, id: idFor<OrderId>('o1'), status: 'pending' as const };
const unsaved: LocalDecision = {
  verdict: 'approved',
  reason: null,
  code: 'other',
  seen: order,
  state: 'unsaved',
  problem: 'No answer',
};

it('[D-4] keeps the decision in the list although the call failed, with its problem', () => {
  const [row] = applyDecisions([order], withDecision({}, 'o1', unsaved));
  expect(row).toMatchObject({ status: 'approved', decision: { state: 'unsaved', problem: 'No answer' } });
});

it('[D-4] settles once the server’s list agrees, and shows the server’s state again when withdrawn', () => {
  const decisions = withDecision({}, 'o1', unsaved);
  expect(applyDecisions([{ ...order, status: 'approved' }], decisions)[0]?.decision).toBeNull();
  expect(applyDecisions([{ ...order, status: 'declined' }], decisions)[0]).toMatchObject({
    status: 'approved',
    decision: unsaved,
  });
  expect(applyDecisions([order], withoutDecision(decisions, 'o1'))[0]).toMatchObject({
    status: 'pending',
    decision: null,
  });
});

it('[C4] shows the current order where a decision was refused because the order had changed', () => {
  const refused: LocalDecision = { ...unsaved, state: 'refused', problem: 'It has changed' };
  const [row] = applyDecisions([{ ...order, naira: '5' }], withDecision({}, 'o1', refused));
  expect(row).toMatchObject({ status: 'pending', naira: '5', decision: { state: 'refused', seen: order } });
});

it('[S2] a decision that was refused stays told although another administrator has decided the same', () => {
  const refused: LocalDecision = { ...unsaved, state: 'refused', problem: 'It is already approved' };
  const [row] = applyDecisions([{ ...order, status: 'approved' }], withDecision({}, 'o1', refused));
  expect(row).toMatchObject({ status: 'approved', decision: { problem: 'It is already approved' } });
});

it('[D-5] draws random samples that are marked as samples', () => {
  const samples = sampleOrders(Math.random, NOW);
  expect(samples.length).toBeGreaterThan(10);
  for (const sample of samples) {
    expect(sample.id).toMatch(/^sample-/);
    expect(sample.customerName).toMatch(/^Sample customer/);
    expect(Date.parse(sample.date)).toBeLessThanOrEqual(NOW);
  }
  const amounts = (random: () => number) => sampleOrders(random, NOW).map((sample) => sample.nairaKobo);
  expect(amounts(counting())).toEqual(amounts(counting()));
  expect(new Set(amounts(Math.random)).size).toBeGreaterThan(5);
});

it('gives the same row for the same order and decision, and another one once either has changed', () => {
  const [row] = applyDecisions([order], {});
  expect(applyDecisions([order], {})[0]).toBe(row);
  const decided = applyDecisions([order], { o1: unsaved })[0];
  expect(decided).toMatchObject({ status: 'approved', decision: unsaved });
  expect(applyDecisions([order], { o1: unsaved })[0]).toBe(decided);
  expect(applyDecisions([order], { o1: { ...unsaved, state: 'saving' } })[0]).toMatchObject({
    decision: { state: 'saving' },
  });
  expect(applyDecisions([order], {})[0]).toMatchObject({ status: 'pending', decision: null });
  expect(applyDecisions([{ ...order, customerName: 'Another' }], {})[0]?.customerName).toBe('Another');
});
