import { z } from 'zod';
import { type ChainFiles, openChainFiles } from '../chain-files.ts';
import { readBlock } from './blocks.ts';
import type { BitcoinState } from './state.ts';
import { readTransaction } from './transactions.ts';

const Line = z.object({ header: z.string(), transactions: z.array(z.string()) });

/** The files of a chain in its folder. */
export const openStore = (folder: string, state: BitcoinState): ChainFiles =>
  openChainFiles(folder, {
    blocks: () => state.blocks.slice(1),
    describe: ({ header, transactions }) => ({ header, transactions: transactions.map(({ raw }) => raw) }),
    append: (line) => state.append(readBlock(state.blocks.length, Line.parse(line))),
    waiting: () => state.waiting.map(({ raw }) => raw),
    wait: (raw) => {
      const transaction = readTransaction(z.string().parse(raw));
      const isMined = state.blocks.some(({ transactions }) =>
        transactions.some(({ txid }) => txid === transaction.txid),
      );
      if (!isMined) state.wait(transaction);
    },
  });
