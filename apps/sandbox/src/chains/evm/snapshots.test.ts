// A snapshot is named by the block that it holds, also where blocks arrive while it is taken.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hexNumber, type Rpc } from './rpc.ts';
import { takeSnapshot } from './snapshots.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'snapshots-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const hashOf = (height: number) => `0x${height.toString(16).padStart(64, '0')}` as const;

/** A node to which a block arrives during each of the first dumps. */
function nodeWith(arrivals: number): Rpc {
  let height = 7;
  let left = arrivals;
  return async (schema, method) => {
    if (method === 'anvil_dumpState') {
      const dump = hexNumber(height);
      if (left > 0) height += 1;
      left -= 1;
      return schema.parse(`0x${dump.slice(2).padStart(2, '0')}`);
    }
    const zero = { timestamp: '0x0', baseFeePerGas: '0x0', miner: '0x0', transactions: [] };
    return schema.parse({ number: hexNumber(height), hash: hashOf(height), parentHash: hashOf(height - 1), ...zero });
  };
}

test('it is taken again where a block arrives during that, and only the one that is whole is kept', async () => {
  expect(await takeSnapshot(nodeWith(2), folder)).toMatchObject({ number: 9, hash: hashOf(9) });
  expect(readdirSync(folder)).toEqual([`snapshot-9-${hashOf(9)}.gz`]);
});

test('where one arrives each time it says so, and leaves nothing', async () => {
  await expect(takeSnapshot(nodeWith(100), folder)).rejects.toThrow('A block arrived each time');
  expect(readdirSync(folder)).toEqual([]);
});
