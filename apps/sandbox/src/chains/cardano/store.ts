import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readIfPresent, readJson, writeWhole } from '../../platform/files.ts';
import { type CardanoBlock, makeBlock } from './blocks.ts';
import type { CardanoState } from './state.ts';
import { readTransaction } from './read-transaction.ts';
import { type CardanoTransaction, makeTransaction } from './transactions.ts';

const lovelace = z.string().regex(/^\d+$/).transform(BigInt);
const Output = z.object({ address: z.string(), lovelace, tokens: z.record(z.string(), lovelace) });
/**
 * Older folders store the content of the faucet's transactions: made again, they have the same bytes and the same
 * signature.
 */
const Said = z.object({
  inputs: z.array(z.string()),
  outputs: z.array(Output),
  fee: lovelace,
  lastSlot: z.number().int(),
  failure: z.object({ collateral: z.array(z.string()), back: Output }).nullable(),
});
const Transaction = z.union([
  z.string().transform((cbor) => readTransaction(cbor).transaction),
  Said.transform(makeTransaction),
]);
const Line = z.object({ time: z.number().int(), proof: z.string(), transactions: z.array(Transaction) });
const Waiting = z.array(Transaction);

/** A chain's blocks and waiting transactions on disk. */
export interface CardanoStore {
  /** Brings back what was saved, as far as it links up. */
  load(): void;
  /** Writes down what has changed since the last call. */
  save(): void;
}

const bytesOf = ({ cbor }: CardanoTransaction): string => cbor;
const lineOf = ({ time, proof, transactions }: CardanoBlock): string =>
  `${JSON.stringify({ time, proof, transactions: transactions.map(bytesOf) })}\n`;

/** The store of a chain in its folder: one line a block, rewritten whole only where a reorganisation changes it. */
export function openStore(folder: string, state: CardanoState): CardanoStore {
  const blocksFile = join(folder, 'blocks.jsonl');
  const waitingFile = join(folder, 'waiting.json');
  let saved: readonly string[] = [];
  let waitingSaved = '';

  function load(): void {
    for (const line of (readIfPresent(blocksFile) ?? '').split('\n')) {
      try {
        const { time, proof, transactions } = Line.parse(JSON.parse(line));
        state.append(makeBlock(state.tip(), { time, proof, transactions }));
      } catch {
        // A crash in the middle of a write leaves a cut line, and no line can follow it.
        break;
      }
    }
    for (const transaction of readJson(waitingFile, Waiting) ?? []) {
      if (state.find(transaction.hash) === undefined) state.wait(transaction);
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
    const waiting = JSON.stringify(state.waiting.map(bytesOf));
    if (waiting !== waitingSaved) writeWhole(waitingFile, waiting);
    waitingSaved = waiting;
  }

  return { load, save };
}
