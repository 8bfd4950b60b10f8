// A node that has pruned a block's state, or proves that it has no events, is asked again: it never counts as an empty
// block.
import { ASSET_HUB_GENESIS, EVENTS_KEY, TIME_KEY, toHex } from '@kobogate/substrate';
import { createChain, createRuntime } from '@kobogate/testkit/chains/polkadot/node.ts';
import { expect, test } from 'vitest';
import { NodeFault } from '../../../custody/index.ts';
import type { NamedHeader } from './read-header.ts';
import { readState } from './read-state.ts';

const chain = createChain(createRuntime(1));
const block = chain.extend({ time: 1_700_000_000_000n, extrinsics: [], events: [] });
const header: NamedHeader = { ...block.header, hash: block.hash };
const proofOf = (...keys: string[]) => ({ proof: (chain.prove(block, keys) ?? []).map(toHex) });

test('events and time are read where both are proved', () => {
  const { events, madeAt } = readState(header, { ok: true, result: proofOf(EVENTS_KEY, TIME_KEY) });
  expect(events).toEqual(block.changes.get(EVENTS_KEY));
  expect(madeAt).toEqual(new Date(1_700_000_000_000));
});

test('[D9] a state that the node no longer keeps stops the watcher with a message that says what to do', () => {
  const message = 'Client error: UnknownBlock: State already discarded';
  expect(() => readState(header, { ok: false, code: 4003, message })).toThrow(/archive node.*already discarded/);
  expect(() => readState(header, undefined)).toThrow(NodeFault);
});

test.each([
  ['only of the events', proofOf(EVENTS_KEY)],
  ['only of the time', proofOf(TIME_KEY)],
])('[D9] a proof %s is not enough', (_, result) => {
  expect(() => readState(header, { ok: true, result })).toThrow(/proof that can't be read/);
});

test('[D9] a proof of another block’s state proves nothing here', () => {
  const other: NamedHeader = { ...ASSET_HUB_GENESIS, hash: block.hash };
  expect(() => readState(other, { ok: true, result: proofOf(EVENTS_KEY, TIME_KEY) })).toThrow(NodeFault);
});
