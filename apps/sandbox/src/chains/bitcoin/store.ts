import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfPresent, readJson, writeWhole } from '../../platform/files.ts';
import type { BitcoinBlock } from './blocks.ts';
import { readBlock } from './blocks.ts';
import type { BitcoinState } from './state.ts';
import { readTransaction } from './transactions.ts';

const Line = z.object({ header: z.string(), transactions: z.array(z.string()) });
const Waiting = z.array(z.string());

/** A chain's blocks and waiting transactions on disk. */
export interface BitcoinStore {
  /** Brings back what was saved, as far as it links up. */
  load(): void;
  /** Writes down what has changed since the last call. */
  save(): void;
}

const lineOf = ({ header, transactions }: BitcoinBlock): string =>
  `${JSON.stringify({ header, transactions: transactions.map(({ raw }) => raw) })}\n`;

/** The store of a chain in its folder: one line a block, rewritten whole only where a reorganisation changes it. */
export function openStore(folder: string, state: BitcoinState): BitcoinStore {
  const blocksFile = join(folder, 'blocks.jsonl');
  const waitingFile = join(folder, 'waiting.json');
  let saved: readonly string[] = [];
  let waitingSaved = '';

  function load(): void {
    for (const line of (readIfPresent(blocksFile) ?? '').split('\n')) {
      try {
        state.append(readBlock(state.blocks.length, Line.parse(JSON.parse(line))));
      } catch {
        // A crash in the middle of a write leaves a cut line, and no line can follow it.
        break;
      }
    }
    for (const raw of readJson(waitingFile, Waiting) ?? []) {
      const transaction = readTransaction(raw);
      const isMined = state.blocks.some(({ transactions }) =>
        transactions.some(({ txid }) => txid === transaction.txid),
      );
      if (!isMined) state.wait(transaction);
    }
    // Whole, so that no cut line stays in the middle of the file.
    writeBlocks();
  }

  function writeBlocks(): void {
    const blocks = state.blocks.slice(1);
    writeWhole(blocksFile, blocks.map(lineOf).join(''));
    saved = blocks.map(({ hash }) => hash);
  }

  function save(): void {
    const blocks = state.blocks.slice(1);
    const isLonger = blocks[saved.length - 1]?.hash === saved.at(-1);
    if (!isLonger) writeBlocks();
    else if (blocks.length > saved.length) {
      appendFileSync(blocksFile, blocks.slice(saved.length).map(lineOf).join(''));
      saved = blocks.map(({ hash }) => hash);
    }
    const waiting = JSON.stringify(state.waiting.map(({ raw }) => raw));
    if (waiting !== waitingSaved) writeWhole(waitingFile, waiting);
    waitingSaved = waiting;
  }

  return { load, save };
}
