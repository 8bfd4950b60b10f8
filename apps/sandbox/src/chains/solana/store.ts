import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfPresent, readJson, writeWhole } from '../../platform/files.ts';
import type { SolanaBlock } from './blocks.ts';
import type { SolanaState } from './state.ts';
import { readTransaction } from './transactions.ts';

const Line = z.object({ slot: z.number(), time: z.number(), hash: z.string(), transactions: z.array(z.string()) });
const Waiting = z.array(z.string());

/** A chain's blocks and waiting transactions on disk. */
export interface SolanaStore {
  /** Brings back what was saved, by running every transaction again, as far as that leads to the same blocks. */
  load(): void;
  /** Writes down what has changed since the last call. */
  save(): void;
}

const lineOf = ({ slot, time, hash, executed }: SolanaBlock): string =>
  `${JSON.stringify({ slot, time, hash, transactions: executed.map(({ transaction }) => transaction.raw) })}\n`;

/** The store of a chain in its folder: one line a block, rewritten whole only where a reorganisation changes it. */
export function openStore(folder: string, state: SolanaState): SolanaStore {
  const blocksFile = join(folder, 'blocks.jsonl');
  const waitingFile = join(folder, 'waiting.json');
  let saved = 0;
  let savedTip = '';
  let waitingSaved = '';

  function load(): void {
    for (const text of (readIfPresent(blocksFile) ?? '').split('\n')) {
      try {
        const line = Line.parse(JSON.parse(text));
        const block = state.append(line.slot, line.time, line.transactions.map(readTransaction));
        if (block.hash === line.hash) continue;
        state.cut(1);
        break;
      } catch {
        // A crash in the middle of a write leaves a cut line, and no line can follow it.
        break;
      }
    }
    for (const raw of readJson(waitingFile, Waiting) ?? []) {
      const transaction = readTransaction(raw);
      if (state.find(transaction.signature) === undefined) state.wait(transaction);
    }
    writeBlocks();
  }

  function remember(): void {
    saved = state.blocks.length;
    savedTip = state.tip().hash;
  }
  function writeBlocks(): void {
    writeWhole(blocksFile, state.blocks.slice(1).map(lineOf).join(''));
    remember();
  }

  function save(): void {
    if (state.blocks[saved - 1]?.hash !== savedTip) writeBlocks();
    else if (state.blocks.length > saved) {
      appendFileSync(blocksFile, state.blocks.slice(saved).map(lineOf).join(''));
      remember();
    }
    const waiting = JSON.stringify(state.waiting.map(({ raw }) => raw));
    if (waiting !== waitingSaved) writeWhole(waitingFile, waiting);
    waitingSaved = waiting;
  }

  return { load, save };
}
