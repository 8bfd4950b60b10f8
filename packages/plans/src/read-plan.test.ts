// A plan's file is read back to the unit, and one that is anything else is refused.
import { idSchema } from '@kobogate/contract';
import { expect, test } from 'vitest';
import {
  formatFile,
  PLAN_FORMAT,
  type Plan,
  readPlan,
  readSignedPlans,
  SIGNED_FORMAT,
  tokenTransferData,
} from './index.ts';

const PLAN: Plan = {
  format: PLAN_FORMAT,
  id: idSchema('Plan').parse('sample'),
  network: 'mainnet',
  madeAt: '2026-01-01T00:00:00.000Z',
  transactions: [
    {
      kind: 'bitcoin',
      stage: 0,
      psbt: 'cHNidA==',
      inputs: [{ place: { chain: 0, index: 7, address: 'bc1q' }, amount: 2_100_000_000_000_001n }],
      outputs: [{ address: 'bc1q', amount: 2_100_000_000_000_000n, refundId: null }],
      fee: 1n,
    },
  ],
};

test('what was written is read, every amount to the unit', () => {
  expect(readPlan(formatFile(PLAN))).toEqual(PLAN);
  const signed = { format: SIGNED_FORMAT, plan: PLAN, signed: ['00ff'] } as const;
  expect(readSignedPlans(formatFile({ ...signed, signed: [...signed.signed] }))).toEqual([signed]);
});

test.each([
  ['no JSON', 'kobogate plan 1'],
  ['another version', formatFile(PLAN).replace('plan 1', 'plan 2')],
  ['another network', formatFile(PLAN).replace('mainnet', 'dogecoin')],
  ['a number as amount', formatFile(PLAN).replace('"2100000000000001"', '2100000000000001')],
  ['a negative amount', formatFile(PLAN).replace('"2100000000000001"', '"-1"')],
  ['a terminal’s own command in the place of a name', formatFile(PLAN).replace('"bc1q"', '"bc1q\\u001b[2J"')],
  ['a key of another chain', formatFile(PLAN).replace('"chain": 0', '"chain": 2')],
])('%s is no plan', (_name, text) => {
  expect(readPlan(text)).toBeNull();
});

test('a signed plan has one signature a transaction', () => {
  const text = formatFile({ format: SIGNED_FORMAT, plan: PLAN, signed: [] });
  expect(readSignedPlans(text)).toBeNull();
  expect(readSignedPlans(formatFile(PLAN))).toBeNull();
});

test('a token moves by the call that EIP-20 names', () => {
  expect(tokenTransferData(`0x${'Ab'.repeat(20)}`, 255n)).toBe(
    `0xa9059cbb${'0'.repeat(24)}${'ab'.repeat(20)}${'0'.repeat(62)}ff`,
  );
});
