// Blocks come at full pace while a transaction waits for one, and rarely otherwise.
import { expect, test, vi } from 'vitest';
import { shouldMine, startMiner } from './miner.ts';

const IDLE = { pending: 0, blocksSinceTransaction: 30, secondsSinceBlock: 29 };

test('an idle chain rests, except for a heartbeat every 30 seconds', () => {
  expect(shouldMine(IDLE)).toBe(false);
  expect(shouldMine({ ...IDLE, secondsSinceBlock: 30 })).toBe(true);
});

test('a waiting transaction, or one in the last 30 blocks, brings a block', () => {
  expect(shouldMine({ ...IDLE, pending: 1 })).toBe(true);
  expect(shouldMine({ ...IDLE, blocksSinceTransaction: 29 })).toBe(true);
});

test('a look that fails is logged and the next one comes, until the miner is stopped; with 0 seconds there are none', () => {
  vi.useFakeTimers();
  try {
    const lines: string[] = [];
    let looks = 0;
    const log = (line: string) => void lines.push(line);
    const miner = startMiner('a network', { blockSeconds: 2, log }, () => {
      looks += 1;
      throw new Error('no disk');
    });
    startMiner('another', { blockSeconds: 0, log }, () => {
      looks += 100;
    });
    vi.advanceTimersByTime(4_000);
    miner.stop();
    vi.advanceTimersByTime(60_000);
    expect(looks).toBe(2);
    expect(lines).toEqual(Array.from({ length: 2 }, () => 'a network: no block was mined: no disk'));
  } finally {
    vi.useRealTimers();
  }
});
