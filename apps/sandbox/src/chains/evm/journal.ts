import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { z } from 'zod';
import { readIfPresent, writeWhole } from '../../platform/files.ts';
import { Hex } from './rpc.ts';

const BlockRecord = z.object({
  number: z.number().int(),
  hash: Hex,
  parentHash: Hex,
  timestamp: Hex,
  baseFeePerGas: Hex,
  miner: Hex,
  /** Signed transactions in block order, as they were sent. */
  transactions: z.array(z.object({ hash: Hex, raw: Hex })),
});
/** Everything needed to mine the same block again, to the same hash. */
export type BlockRecord = z.infer<typeof BlockRecord>;

/** The last blocks of one chain, gapless, on disk. */
export interface Journal {
  /** Oldest first. */
  blocks(): readonly BlockRecord[];
  tip(): BlockRecord | undefined;
  at(number: number): BlockRecord | undefined;
  /** Adds a block. A block at or below the tip replaces everything from its own height on. */
  append(block: BlockRecord): void;
  /** Drops the blocks below this height. */
  forgetBelow(number: number): void;
  /** Drops everything. */
  clear(): void;
}

function parseLines(text: string): BlockRecord[] {
  const blocks: BlockRecord[] = [];
  for (const line of text.split('\n')) {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      // A crash in the middle of a write leaves a cut line, and no line can follow it.
      break;
    }
    add(blocks, BlockRecord.parse(value));
  }
  return blocks;
}

function add(blocks: BlockRecord[], block: BlockRecord): void {
  const first = blocks[0]?.number ?? block.number;
  blocks.splice(Math.max(0, block.number - first));
  blocks.push(block);
}

/** Opens the journal in this file, which is made at the first block. */
export function openJournal(path: string): Journal {
  let blocks = parseLines(readIfPresent(path) ?? '');
  const rewrite = (): void => writeWhole(path, blocks.map((block) => `${JSON.stringify(block)}\n`).join(''));
  mkdirSync(dirname(path), { recursive: true });
  rewrite();
  return {
    blocks: () => blocks,
    tip: () => blocks.at(-1),
    at: (number) => blocks[number - (blocks[0]?.number ?? 0)],
    append: (block) => {
      appendFileSync(path, `${JSON.stringify(block)}\n`);
      add(blocks, block);
    },
    forgetBelow: (number) => {
      if ((blocks[0]?.number ?? number) >= number) return;
      blocks = blocks.filter((block) => block.number >= number);
      rewrite();
    },
    clear: () => {
      blocks = [];
      rewrite();
    },
  };
}
