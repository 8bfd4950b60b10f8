import { z } from 'zod';
import { type ChainFiles, openChainFiles } from '../chain-files.ts';
import type { SolanaState } from './state.ts';
import { readTransaction } from './transactions.ts';

const Line = z.object({ slot: z.number(), time: z.number(), hash: z.string(), transactions: z.array(z.string()) });

/** The files of a chain in its folder: every transaction is run again, as far as that leads to the same blocks. */
export const openStore = (folder: string, state: SolanaState): ChainFiles =>
  openChainFiles(folder, {
    blocks: () => state.blocks.slice(1),
    describe: ({ slot, time, hash, executed }) => ({
      slot,
      time,
      hash,
      transactions: executed.map(({ transaction }) => transaction.raw),
    }),
    append: (line) => {
      const { slot, time, hash, transactions } = Line.parse(line);
      if (state.append(slot, time, transactions.map(readTransaction)).hash === hash) return;
      state.cut(1);
      throw new Error(`slot ${slot} has another block now`);
    },
    waiting: () => state.waiting.map(({ raw }) => raw),
    wait: (raw) => {
      const transaction = readTransaction(z.string().parse(raw));
      if (state.find(transaction.signature) === undefined) state.wait(transaction);
    },
  });
