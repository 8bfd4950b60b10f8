import { fromHex, hashHeader, toHex } from '@kobogate/substrate';
import { z } from 'zod';
import { type ChainFiles, openChainFiles } from '../chain-files.ts';
import type { PolkadotState } from './state.ts';
import type { Block } from './node/block.ts';
import type { Runtime } from './node/runtime.ts';

const Line = z.object({
  header: z.object({
    parentHash: z.string(),
    number: z.number().int(),
    stateRoot: z.string(),
    extrinsicsRoot: z.string(),
    digest: z.object({ logs: z.array(z.string()) }),
  }),
  extrinsics: z.array(z.string()),
  changes: z.array(z.tuple([z.string(), z.string()])),
});

function readBlock(line: unknown, runtime: Runtime): Block {
  const { header, extrinsics, changes } = Line.parse(line);
  return {
    hash: hashHeader(header),
    header,
    extrinsics: extrinsics.map(fromHex),
    changes: new Map(changes.map(([key, value]) => [key, fromHex(value)])),
    runtime,
  };
}

/** The files of a chain in its folder. */
export function openStore(folder: string, state: PolkadotState): ChainFiles {
  const { chain } = state;
  return openChainFiles(folder, {
    blocks: () => chain.blocks.slice(1),
    describe: ({ header, extrinsics, changes }) => ({
      header,
      extrinsics: extrinsics.map(toHex),
      changes: [...changes].map(([key, value]) => [key, toHex(value)]),
    }),
    append: (line) => state.append(readBlock(line, chain.best().runtime)),
    waiting: () => state.waiting.map(toHex),
    wait: (content) => {
      const text = z.string().parse(content);
      const isMined = chain.blocks.some(({ extrinsics }) => extrinsics.some((bytes) => toHex(bytes) === text));
      if (!isMined) state.wait(fromHex(text));
    },
  });
}
