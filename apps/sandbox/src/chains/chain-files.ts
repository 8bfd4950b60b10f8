import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfPresent, readJson, writeWhole } from '../platform/files.ts';

/** A chain's blocks and waiting transactions on disk. */
export interface ChainFiles {
  /** Brings back what was saved, as far as it links up. */
  load(): void;
  /** Writes down what has changed since the last call. */
  save(): void;
}

/** A chain of one family as its files see it. */
interface Saved<Block> {
  /** All blocks but the first, which every chain of the family begins with. */
  readonly blocks: () => readonly Block[];
  /** What a line says of a block. */
  readonly describe: (block: Block) => unknown;
  /** Adds the block of a line on top. Throws where the line is cut or does not link up. */
  readonly append: (line: unknown) => void;
  readonly waiting: () => readonly unknown[];
  /** Takes a transaction that waited, unless a block has it. */
  readonly wait: (transaction: unknown) => void;
}

/** The files of a chain in its folder: one line a block, rewritten whole only where a reorganisation changes it. */
export function openChainFiles<Block extends { readonly hash: unknown }>(
  folder: string,
  { blocks, describe, append, waiting, wait }: Saved<Block>,
): ChainFiles {
  const blocksFile = join(folder, 'blocks.jsonl');
  const waitingFile = join(folder, 'waiting.json');
  let savedCount = 0;
  let savedTip: unknown;
  let savedWaiting = '';

  const linesOf = (some: readonly Block[]): string =>
    some.map((block) => `${JSON.stringify(describe(block))}\n`).join('');

  function remember(all: readonly Block[]): void {
    savedCount = all.length;
    savedTip = all.at(-1)?.hash;
  }

  function writeBlocks(): void {
    writeWhole(blocksFile, linesOf(blocks()));
    remember(blocks());
  }

  return {
    load: () => {
      for (const line of (readIfPresent(blocksFile) ?? '').split('\n')) {
        try {
          append(JSON.parse(line));
        } catch {
          // A crash in the middle of a write leaves a cut line, and no line can follow it.
          break;
        }
      }
      for (const transaction of readJson(waitingFile, z.array(z.unknown())) ?? []) wait(transaction);
      // Whole, so that no cut line stays in the middle of the file.
      writeBlocks();
    },
    save: () => {
      const all = blocks();
      if (all[savedCount - 1]?.hash !== savedTip) writeBlocks();
      else if (all.length > savedCount) {
        appendFileSync(blocksFile, linesOf(all.slice(savedCount)));
        remember(all);
      }
      const text = JSON.stringify(waiting());
      if (text !== savedWaiting) writeWhole(waitingFile, text);
      savedWaiting = text;
    },
  };
}
