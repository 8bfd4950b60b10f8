import { type ChildProcess, spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readJson, writeWhole } from '../../platform/files.ts';
import { commandOf } from '../../platform/process.ts';
import { waitFor } from '../../platform/wait.ts';
import { createRpc, Hex } from './rpc.ts';

/** How many block states anvil keeps, which limits how deep it can reorganise; each makes it grow faster. */
export const STATES_KEPT = 32;

export interface AnvilOptions {
  readonly binary: string;
  readonly chainId: number;
  readonly port: number;
  /** This chain's folder; the running process is recorded there. */
  readonly folder: string;
  /** How long it may take to answer: by default as long as the busiest machine needs. */
  readonly limitMs?: number;
}

export interface AnvilProcess {
  readonly pid: number;
  /** Resolves when the process has ended, for any reason. */
  readonly ended: Promise<void>;
  isRunning(): boolean;
  stop(): Promise<void>;
}

/** The port was free when it was chosen, and another program has taken it since. */
export class PortTaken extends Error {
  override readonly name = 'PortTaken';
}

/** Eight of them start at once, on a machine that may build and test beside them. */
const LONGEST_START_MS = 120_000;

/** An address in use, as Linux, macOS and Windows number that error. */
const ADDRESS_IN_USE = /os error (?:98|48|10048)\b/;

/** Those that run for this program, which end with it. */
const alive = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of alive) child.kill('SIGKILL');
});

const PidFile = z.object({ pid: z.number().int(), port: z.number().int() });
const pidFile = (folder: string): string => join(folder, 'anvil.json');

/** The port and process id of an anvil that a killed sandbox left running in this folder. */
export function findLeftover(folder: string): { pid: number; port: number; isRunning: boolean } | undefined {
  const file = readJson(pidFile(folder), PidFile);
  if (file === undefined) return undefined;
  const command = commandOf(file.pid);
  // The process id may belong to another program since: only an anvil with our port is ours to end.
  return { ...file, isRunning: command.includes('anvil') && command.includes(`--port ${file.port} `) };
}

/** Ends a process and waits until it is gone; kills it where it does not end within 3 seconds. */
export async function endProcess(pid: number): Promise<void> {
  const signal = (name: 'SIGTERM' | 'SIGKILL' | 0): true | undefined => {
    try {
      process.kill(pid, name);
      return undefined;
    } catch {
      return true;
    }
  };
  if (signal('SIGTERM')) return;
  try {
    await waitFor(`The end of process ${pid}`, () => signal(0), { limitMs: 3_000 });
  } catch {
    signal('SIGKILL');
  }
}

/**
 * Starts an anvil that mines only when told, has no funded account (the usual test accounts are the operator's own sample
 * addresses), calls a block final once two are above it, and takes transactions in order of arrival, so that a block can be
 * mined again exactly. Resolves when it answers; throws where it ends first, `PortTaken` where that is why, or does not answer
 * in time: then it has ended. It is killed when this program exits, however that comes about; only a killed program leaves it
 * behind.
 */
export async function startAnvil(options: AnvilOptions): Promise<AnvilProcess> {
  const { binary, chainId, port, folder, limitMs = LONGEST_START_MS } = options;
  const cache = join(folder, 'cache');
  rmSync(cache, { recursive: true, force: true });
  const args = `--port ${port} --host 127.0.0.1 --chain-id ${chainId} --no-mining --accounts 0 --order fifo --quiet
    --slots-in-an-epoch 1 --prune-history ${STATES_KEPT} --disable-default-create2-deployer --no-request-size-limit --threads 2`.split(
    /\s+/,
  );
  const child = spawn(binary, [...args, '--cache-path', cache], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // anvil's allocator returns freed memory at once: a sixth less memory for six of them, at no relevant speed.
    env: { ...process.env, _RJEM_MALLOC_CONF: 'narenas:1,dirty_decay_ms:0,muzzy_decay_ms:0' },
  });
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => {
    complaint = `${complaint}${text.toString()}`.slice(-500);
  });
  let hasEnded = false;
  alive.add(child);
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      hasEnded = true;
      alive.delete(child);
      resolve();
    };
    // Once its last words are read too.
    child.once('close', end);
    child.once('error', (error) => {
      complaint = error.message;
      end();
    });
  });
  const pid = child.pid ?? 0;
  if (pid > 0) writeWhole(pidFile(folder), JSON.stringify({ pid, port }));
  const rpc = createRpc(`http://127.0.0.1:${port}`);
  const answers = async (): Promise<Hex | undefined> => {
    const answer = await rpc(Hex, 'eth_chainId').catch(() => undefined);
    // After the answer: another program at this port may have given it.
    if (!hasEnded) return answer;
    const words = `anvil for chain ${chainId} ended at once. ${complaint}`;
    throw ADDRESS_IN_USE.test(complaint) ? new PortTaken(words) : new Error(words);
  };
  try {
    await waitFor(`The start of anvil for chain ${chainId}`, answers, { limitMs });
  } catch (error) {
    child.kill('SIGKILL');
    await ended;
    throw error;
  }
  const stop = async (): Promise<void> => {
    await endProcess(pid);
    await ended;
  };
  return { pid, ended, isRunning: () => !hasEnded, stop };
}
