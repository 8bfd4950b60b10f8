// Blocks come at full pace while a transaction waits for one, and rarely otherwise.
import { expect, test } from 'vitest';
import { shouldMine } from './miner.ts';

const IDLE = { pending: 0, blocksSinceTransaction: 30, secondsSinceBlock: 29 };

test('an idle chain rests, except for a heartbeat every 30 seconds', () => {
  expect(shouldMine(IDLE)).toBe(false);
  expect(shouldMine({ ...IDLE, secondsSinceBlock: 30 })).toBe(true);
});

test('a waiting transaction, or one in the last 30 blocks, brings a block', () => {
  expect(shouldMine({ ...IDLE, pending: 1 })).toBe(true);
  expect(shouldMine({ ...IDLE, blocksSinceTransaction: 29 })).toBe(true);
});
