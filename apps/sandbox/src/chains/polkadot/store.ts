import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromHex, hashHeader, toHex } from '@kobogate/substrate';
import { z } from 'zod';
import { readIfPresent, readJson, writeWhole } from '../../platform/files.ts';
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
const Waiting = z.array(z.string());

/** A chain's blocks and waiting extrinsics on disk. */
export interface PolkadotStore {
  /** Brings back what was saved, as far as it links up. */
  load(): void;
  /** Writes down what has changed since the last call. */
  save(): void;
}

const lineOf = ({ header, extrinsics, changes }: Block): string => {
  const line = {
    header,
    extrinsics: extrinsics.map(toHex),
    changes: [...changes].map(([key, value]) => [key, toHex(value)]),
  };
  return `${JSON.stringify(line)}\n`;
};

function readBlock(text: string, runtime: Runtime): Block {
  const { header, extrinsics, changes } = Line.parse(JSON.parse(text));
  return {
    hash: hashHeader(header),
    header,
    extrinsics: extrinsics.map(fromHex),
    changes: new Map(changes.map(([key, value]) => [key, fromHex(value)])),
    runtime,
  };
}

/** The store of a chain in its folder: one line a block, rewritten whole only where a reorganisation changes it. */
export function openStore(folder: string, state: PolkadotState): PolkadotStore {
  const { chain } = state;
  const blocksFile = join(folder, 'blocks.jsonl');
  const waitingFile = join(folder, 'waiting.json');
  let saved: readonly string[] = [];
  let waitingSaved = '';

  function writeBlocks(): void {
    const blocks = chain.blocks.slice(1);
    writeWhole(blocksFile, blocks.map(lineOf).join(''));
    saved = blocks.map(({ hash }) => hash);
  }

  return {
    load: () => {
      for (const line of (readIfPresent(blocksFile) ?? '').split('\n')) {
        try {
          state.append(readBlock(line, chain.best().runtime));
        } catch {
          // A crash in the middle of a write leaves a cut line, and no line can follow it.
          break;
        }
      }
      // Whole, so that no cut line stays in the middle of the file.
      writeBlocks();
      const mined = new Set(chain.blocks.flatMap(({ extrinsics }) => extrinsics.map(toHex)));
      for (const text of readJson(waitingFile, Waiting) ?? []) if (!mined.has(text)) state.wait(fromHex(text));
    },
    save: () => {
      const blocks = chain.blocks.slice(1);
      const isLonger = blocks[saved.length - 1]?.hash === saved.at(-1);
      if (!isLonger) writeBlocks();
      else if (blocks.length > saved.length) {
        appendFileSync(blocksFile, blocks.slice(saved.length).map(lineOf).join(''));
        saved = blocks.map(({ hash }) => hash);
      }
      const text = JSON.stringify(state.waiting.map(toHex));
      if (text !== waitingSaved) writeWhole(waitingFile, text);
      waitingSaved = text;
    },
  };
}
