// The trie is Substrate's: it gives known roots, and its root changes with every value.
import { expect, test } from 'vitest';
import { ASSET_HUB_GENESIS, EVENTS_KEY, TIME_KEY } from './asset-hub.ts';
import { hash256, toHex } from './bytes.ts';
import { hashHeader } from './header.ts';
import { buildTrie, extrinsicsRoot } from './trie.ts';

test('the first header of Asset Hub has the hash that every node gives', () => {
  expect(hashHeader(ASSET_HUB_GENESIS)).toBe('0x68d56f15f85d3136970ec16946040bc1752654e906147f7e43e9d539d7c3de2f');
});

test('no values have the root of an empty trie', () => {
  expect(extrinsicsRoot([])).toBe(ASSET_HUB_GENESIS.extrinsicsRoot);
});

test('the keys of events and time are those of the runtime', () => {
  expect(EVENTS_KEY).toBe('0x26aa394eea5630e07c48ae0c9558cef780d41e5e16056765bc8461851072c9d7');
  expect(TIME_KEY).toBe('0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb');
});

test('a leaf is its kind and length, its key, and its value with its length', () => {
  const leaf = Uint8Array.of(0x42, 0xaa, 4, 0xbb);
  expect(buildTrie(new Map([['0xaa', Uint8Array.of(0xbb)]])).root).toBe(toHex(hash256(leaf)));
});

test('a branch has its shared digits, which children there are, its own value, and its short children inside it', () => {
  const values = new Map([
    ['0x48', Uint8Array.of(1)],
    ['0x4819', Uint8Array.of(2)],
    ['0x482a', Uint8Array.of(3)],
  ]);
  const branch = Uint8Array.of(0xc2, 0x48, 0b110, 0, 4, 1, 4 * 4, 0x41, 0x09, 4, 2, 4 * 4, 0x41, 0x0a, 4, 3);
  expect(buildTrie(values).root).toBe(toHex(hash256(branch)));
});

test('a value of 33 bytes is beside its leaf in the state, and inside it among transactions', () => {
  const value = new Uint8Array(33).fill(7);
  const beside = Uint8Array.of(0x22, 0xaa, ...hash256(value));
  expect(buildTrie(new Map([['0xaa', value]])).root).toBe(toHex(hash256(beside)));
  expect(extrinsicsRoot([value])).toBe(toHex(hash256(Uint8Array.of(0x42, 0, 33 * 4, ...value))));
});
