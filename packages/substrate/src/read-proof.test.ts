// A value is believed only where each node on the way to it hashes to what the one above it says, up to the root.
import { expect, test } from 'vitest';
import { toHex } from './bytes.ts';
import { readProven } from './read-proof.ts';
import { buildTrie } from './trie.ts';

/** Numbers from a seed (a linear congruential generator), so that a failure comes again. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function randomState(random: (below: number) => number, longestKey = 8): Map<string, Uint8Array> {
  const bytes = (length: number) => Uint8Array.from({ length }, () => random(4) * 85);
  return new Map(
    Array.from({ length: random(40) + 1 }, () => [
      toHex(bytes(longestKey - random(longestKey))),
      bytes(random(50) + 1),
    ]),
  );
}

test('every value of any state is proved, every other key is proved to have none, and nothing else is proved', () => {
  const random = createRandom(7);
  for (let round = 0; round < 15; round += 1) {
    const state = randomState(random);
    const { root, prove } = buildTrie(state);
    for (const [key, value] of state) expect(readProven(root, prove([key]), key)).toEqual(value);
    const absent = [...randomState(random).keys()].filter((key) => !state.has(key));
    for (const key of absent) expect(readProven(root, prove([key]), key)).toBeNull();
  }
});

test('a proof with a node left out or changed proves nothing', () => {
  const random = createRandom(11);
  for (let round = 0; round < 15; round += 1) {
    // Keys of one byte: none begins with another, so every node of the proof is needed.
    const state = randomState(random, 1);
    const { root, prove } = buildTrie(state);
    const [key] = [...state.keys()].slice(random(state.size));
    const nodes = prove([key ?? '']);
    for (const [index, node] of nodes.entries()) {
      expect(() => readProven(root, nodes.toSpliced(index, 1), key ?? '')).toThrow('leaves out');
      const changed = Uint8Array.from(node);
      const at = random(changed.length);
      changed[at] = (changed[at] ?? 0) ^ (1 << random(8));
      expect(() => readProven(root, nodes.toSpliced(index, 1, changed), key ?? '')).toThrow('leaves out');
    }
  }
});

test('the value of a key that begins with another key is its own', () => {
  const state = new Map([
    ['0x48', Uint8Array.of(1)],
    ['0x4819', new Uint8Array(40).fill(2)],
  ]);
  const { root, prove } = buildTrie(state);
  expect(readProven(root, prove(['0x48']), '0x48')).toEqual(Uint8Array.of(1));
  expect(readProven(root, prove(['0x4819']), '0x4819')).toEqual(new Uint8Array(40).fill(2));
  expect(readProven(root, prove(['0x4']), '0x4')).toBeNull();
});
