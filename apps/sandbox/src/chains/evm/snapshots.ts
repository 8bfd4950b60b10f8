import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { z } from 'zod';
import { writeWhole } from '../../platform/files.ts';
import type { Rpc } from './rpc.ts';
import { getBlock, Hex } from './rpc.ts';

/** A saved chain: everything up to one block, whose height and hash are the file's name. */
export interface Snapshot {
  readonly number: number;
  readonly hash: Hex;
  readonly path: string;
}

const NAME = /^snapshot-(?<number>\d+)-(?<hash>0x[0-9a-f]{64})\.gz$/;
// A loaded chain keeps this many blocks, so that neither memory nor disk grows with its age.
const BLOCKS_KEPT = 1_000;
const MOST_TRIES = 10;

/** The snapshots in a folder, oldest first. */
export function listSnapshots(folder: string): Snapshot[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .flatMap((name) => {
      const parts = NAME.exec(name)?.groups;
      const hash = Hex.safeParse(parts?.['hash']);
      return hash.success ? [{ number: Number(parts?.['number']), hash: hash.data, path: join(folder, name) }] : [];
    })
    .toSorted((left, right) => left.number - right.number);
}

/**
 * Saves the chain as it is now: once more where a block arrives during that, as the name would then be wrong. Throws where
 * one arrives each time.
 */
export async function takeSnapshot(rpc: Rpc, folder: string): Promise<Snapshot> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const before = await getBlock(rpc, 'latest');
    const dump = await rpc(Hex, 'anvil_dumpState');
    const after = await getBlock(rpc, 'latest');
    if (before.hash !== after.hash) continue;
    const path = join(folder, `snapshot-${before.number}-${before.hash}.gz`);
    writeWhole(path, Buffer.from(dump.slice(2), 'hex'));
    return { number: before.number, hash: before.hash, path };
  }
  throw new Error('A block arrived each time that the chain was saved.');
}

/** Deletes a snapshot. One that is gone already is fine. */
export function deleteSnapshot(snapshot: Snapshot): void {
  rmSync(snapshot.path, { force: true });
}

const Dump = z.looseObject({
  blocks: z.array(z.looseObject({ header: z.looseObject({ number: Hex }) })),
  transactions: z.array(z.looseObject({ block_number: z.number() })),
});

/** The input of `anvil_loadState`, without blocks and receipts that are too old to be needed. */
export function readSnapshot(snapshot: Snapshot): Hex {
  const saved = readFileSync(snapshot.path);
  if (snapshot.number <= BLOCKS_KEPT) return `0x${saved.toString('hex')}`;
  const dump = Dump.parse(JSON.parse(gunzipSync(saved).toString()));
  const oldest = snapshot.number - BLOCKS_KEPT;
  const compact = {
    ...dump,
    blocks: dump.blocks.filter(({ header }) => Number(header.number) === 0 || Number(header.number) > oldest),
    transactions: dump.transactions.filter((transaction) => transaction.block_number > oldest),
  };
  return `0x${gzipSync(JSON.stringify(compact)).toString('hex')}`;
}
