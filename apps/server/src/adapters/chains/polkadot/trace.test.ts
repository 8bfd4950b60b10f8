// What one of our extrinsics moved is separated from the rest of its block, and balances with its fee.
import { EVENTS, inExtrinsic } from '@kobogate/testkit/chains/polkadot/node.ts';
import { expect, test } from 'vitest';
import { traceAt } from './trace.ts';

const OURS = `0x${'11'.repeat(32)}`;
const THEIRS = `0x${'22'.repeat(32)}`;

test('[I5] its own transfer and fee count, those of the extrinsics beside it do not', () => {
  const records = [
    ...inExtrinsic(0, EVENTS.succeeded()),
    ...inExtrinsic(1, EVENTS.feePaid(OURS, 3n), EVENTS.transfer(OURS, THEIRS, 5n), EVENTS.succeeded()),
    ...inExtrinsic(2, EVENTS.feePaid(THEIRS, 4n), EVENTS.transfer(THEIRS, OURS, 9n), EVENTS.succeeded()),
  ];
  const traced = traceAt({ place: 1, records }, { isSuccess: true, fee: 3n }, ['ours 7']);
  expect(traced.changes.map(({ asset, addressKey, amount }) => [asset, addressKey, amount])).toEqual([
    ['DOT@polkadot', '11'.repeat(32), -8n],
    ['DOT@polkadot', '22'.repeat(32), 5n],
  ]);
  expect(traced.uses).toEqual(['ours 7']);
});
