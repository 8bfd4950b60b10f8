import { join } from 'node:path';
import { z } from 'zod';
import { readJson, writeWhole } from '../../platform/files.ts';
import type { Log } from '../../platform/log.ts';
import { freePort } from '../../platform/ports.ts';
import { messageOf } from '../../platform/refusal.ts';
import type { AnvilProcess } from './anvil-process.ts';
import { endProcess, findLeftover, PortTaken, startAnvil, STATES_KEPT } from './anvil-process.ts';
import type { CompiledContracts } from './contracts.ts';
import { followChain, pendingTransactions } from './follow.ts';
import { createGenesis } from './genesis.ts';
import type { Journal } from './journal.ts';
import { openJournal } from './journal.ts';
import type { EvmNetwork } from './networks.ts';
import { restoreChain, setClock } from './restore.ts';
import { isSnapshotDue, snapshotsToKeep } from './retention.ts';
import type { Rpc } from './rpc.ts';
import { Anything, createRpc, Hex } from './rpc.ts';
import { deleteSnapshot, listSnapshots, takeSnapshot } from './snapshots.ts';

export interface NodeOptions {
  readonly network: EvmNetwork;
  readonly folder: string;
  readonly binary: string;
  readonly contracts: CompiledContracts;
  readonly log: Log;
}

/** One chain's anvil and its memory on disk. Its calls must not overlap: the caller runs them one at a time. */
export interface EvmNode {
  /** Its address, once it has been booted. */
  url(): string;
  readonly rpc: Rpc;
  readonly journal: Journal;
  /** The lowest block that a reorganisation can go back to: the node has its state, and the journal what came after. */
  lowestState(): number;
  /** Starts anvil and rebuilds the chain, or makes a new one where there is none. Answers the running process. */
  boot(): Promise<AnvilProcess>;
  /** Saves the blocks and waiting transactions since the last call, and a snapshot when one is due. */
  save(): Promise<void>;
  /** As save, with the chain's current state, so that changes by hand (anvil's own cheat calls) survive too. */
  saveWhole(): Promise<void>;
}

const Waiting = z.array(Hex);
/** How many ports are tried where another program takes each at the moment of the start. */
const MOST_PORTS = 5;

/** The node of one network in its folder. An anvil that a killed sandbox left behind is read first, then ended. */
export async function openNode({ network, folder, binary, contracts, log }: NodeOptions): Promise<EvmNode> {
  const { chainId } = network;
  const journal = openJournal(join(folder, 'journal.jsonl'));
  const waitingFile = join(folder, 'waiting.json');
  let waitingSaved = '';
  let startedFrom = 0;

  async function saveWaiting(rpc: Rpc): Promise<void> {
    const text = JSON.stringify((await pendingTransactions(rpc)).map(({ raw }) => raw));
    if (text !== waitingSaved) writeWhole(waitingFile, text);
    waitingSaved = text;
  }

  async function follow(rpc: Rpc): Promise<void> {
    if (await followChain(rpc, journal)) return;
    log(`${network.network}: the chain was replaced below the oldest saved block; saving it again.`);
    for (const snapshot of listSnapshots(folder)) deleteSnapshot(snapshot);
    journal.clear();
    await followChain(rpc, journal);
  }

  /** Snapshots of blocks that a reorganisation replaced are no longer of this chain. */
  function validSnapshots(): ReturnType<typeof listSnapshots> {
    const [valid, stale] = [true, false].map((wanted) =>
      listSnapshots(folder).filter(({ number, hash }) => (journal.at(number)?.hash === hash) === wanted),
    );
    stale?.forEach(deleteSnapshot);
    return valid ?? [];
  }

  function forgetOld(head: number): void {
    const snapshots = validSnapshots();
    const kept = new Set(
      snapshotsToKeep(
        snapshots.map(({ number }) => number),
        head,
      ),
    );
    for (const snapshot of snapshots) if (!kept.has(snapshot.number)) deleteSnapshot(snapshot);
    journal.forgetBelow(Math.min(...kept));
  }

  async function save(rpc: Rpc, isWhole: boolean): Promise<void> {
    await follow(rpc);
    await saveWaiting(rpc);
    const head = journal.tip()?.number ?? 0;
    const numbers = validSnapshots().map(({ number }) => number);
    const isWanted = isWhole ? numbers.at(-1) !== head : isSnapshotDue(numbers, head);
    if (!isWanted) return;
    await takeSnapshot(rpc, folder);
    forgetOld(head);
  }

  async function hearOutLeftover(): Promise<number | undefined> {
    const leftover = findLeftover(folder);
    if (!leftover?.isRunning) return leftover?.port;
    log(`${network.network}: ending the anvil (process ${leftover.pid}) that a killed sandbox left behind.`);
    try {
      await save(createRpc(`http://127.0.0.1:${leftover.port}`), false);
    } catch (error) {
      log(`${network.network}: its last blocks could not be read: ${messageOf(error)}`);
    }
    await endProcess(leftover.pid);
    return leftover.port;
  }

  let port = await freePort(await hearOutLeftover());
  const url = (): string => `http://127.0.0.1:${port}`;
  const rpc = createRpc(url);
  /** Once it has run, others may know its address, and it stays there. */
  let hasRun = false;

  /** Another program may take the port between the look at it and the start: then another one is tried. */
  async function start(): Promise<AnvilProcess> {
    for (let tries = 1; ; tries += 1) {
      try {
        const started = await startAnvil({ binary, chainId, port, folder });
        hasRun = true;
        return started;
      } catch (error) {
        if (hasRun || tries === MOST_PORTS || !(error instanceof PortTaken)) throw error;
        port = await freePort();
        log(`${network.network}: another program took anvil's port; trying ${port}.`);
      }
    }
  }

  async function resendWaiting(): Promise<void> {
    for (const raw of readJson(waitingFile, Waiting) ?? []) {
      // One that a block took before the end is refused as known, which is expected.
      await rpc(Anything, 'eth_sendRawTransaction', [raw]).catch(() => undefined);
    }
  }

  async function boot(): Promise<AnvilProcess> {
    for (const snapshot of validSnapshots()) {
      const process = await start();
      try {
        await restoreChain(rpc, snapshot, journal.blocks());
        await setClock(rpc);
        await resendWaiting();
        startedFrom = snapshot.number;
        return process;
      } catch (error) {
        log(`${network.network}: not restored from block ${snapshot.number}: ${messageOf(error)}`);
        await process.stop();
      }
    }
    if (journal.tip() !== undefined)
      log(`${network.network}: the saved chain could not be restored; a new one begins.`);
    journal.clear();
    const process = await start();
    try {
      await createGenesis(rpc, network.assets, contracts);
      await save(rpc, true);
    } catch (error) {
      await process.stop();
      throw error;
    }
    startedFrom = journal.tip()?.number ?? 0;
    return process;
  }

  function lowestState(): number {
    const head = journal.tip()?.number ?? 0;
    return Math.max(startedFrom, journal.blocks()[0]?.number ?? head, head - STATES_KEPT + 1);
  }

  return {
    url,
    rpc,
    journal,
    lowestState,
    boot,
    save: () => save(rpc, false),
    saveWhole: () => save(rpc, true),
  };
}
