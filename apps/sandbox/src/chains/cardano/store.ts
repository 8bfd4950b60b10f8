import { z } from 'zod';
import { type ChainFiles, openChainFiles } from '../chain-files.ts';
import { makeBlock } from './blocks.ts';
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

const bytesOf = ({ cbor }: CardanoTransaction): string => cbor;

/** The files of a chain in its folder. */
export const openStore = (folder: string, state: CardanoState): ChainFiles =>
  openChainFiles(folder, {
    blocks: () => state.blocks.slice(1),
    describe: ({ time, proof, transactions }) => ({ time, proof, transactions: transactions.map(bytesOf) }),
    append: (line) => state.append(makeBlock(state.tip(), Line.parse(line))),
    waiting: () => state.waiting.map(bytesOf),
    wait: (content) => {
      const transaction = Transaction.parse(content);
      if (state.find(transaction.hash) === undefined) state.wait(transaction);
    },
  });
