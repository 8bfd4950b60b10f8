import { setTimeout as pause } from 'node:timers/promises';
import { type NetworkId, NETWORKS } from '@kobogate/contract';
import { type Heads, type HeadsStatus, NodeFault } from '../../custody/index.ts';
import { hideKeysOf } from './line.ts';
import type { HeadsDialect } from './heads-dialect.ts';
import { dialectOf } from './heads-dialects.ts';
import { readNode } from './rpc.ts';
import { socketAt } from './socket.ts';

/** The pause before a lost connection is made again: twice as long each time, up to the longest. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 120_000;
/** A connection without a new block for so many of the network's blocks, and this long at least, is made again. */
const SILENT_BLOCKS = 10;
const SILENT_MS = 60_000;

interface HeadsOptions {
  readonly url: string;
  readonly network: NetworkId;
  /** A block that is so many below one that was announced is no reorganisation. */
  readonly lagBlocks: number;
  /** Shorter ones for tests. */
  readonly firstPauseMs?: number;
  readonly silentMs?: number;
}

/**
 * What a provider announces at a WebSocket address: one connection, made again when it ends or says nothing. Nothing of
 * it is believed: a block that is announced is a reason to look, no more. Null for a network whose nodes announce
 * nothing.
 */
export function createHeads(options: HeadsOptions): Heads | null {
  const dialect = dialectOf(options.network);
  return dialect === null ? null : listenTo(dialect, options);
}

function listenTo(dialect: HeadsDialect, options: HeadsOptions): Heads {
  const { url, network, lagBlocks, firstPauseMs = FIRST_PAUSE_MS } = options;
  const silentMs = options.silentMs ?? Math.max(SILENT_MS, NETWORKS[network].blockSeconds * 1_000 * SILENT_BLOCKS);
  const node = readNode(url);
  let status: HeadsStatus = NOTHING;
  let headAt = -Infinity;
  let stopping: AbortController | undefined;

  function noteHead(height: bigint, isFirst: boolean): void {
    const now = performance.now();
    const { gapMs } = status;
    const gap = isFirst ? null : now - headAt;
    const smoothed = gap === null ? gapMs : gapMs === null ? gap : gapMs * 0.8 + gap * 0.2;
    status = { ...status, state: 'live', height, gapMs: smoothed };
    headAt = now;
  }

  /** One connection, until it ends: throws why. */
  async function listen(signal: AbortSignal, wake: () => void, told: () => void): Promise<never> {
    const socket = socketAt(node.url, node.headers['authorization']);
    let highest: bigint | null = null;
    let subscription: unknown;
    let end: (fault: NodeFault) => void = () => undefined;
    const ended = new Promise<never>((_resolve, reject) => {
      end = reject;
    });
    // Awaited below, unless something fails before.
    ended.catch(() => undefined);
    let timer: NodeJS.Timeout | undefined;
    const expect = (): void => {
      clearTimeout(timer);
      const sentence = `It has announced no block for ${Math.round(silentMs / 1_000)} s.`;
      timer = setTimeout(() => end(new NodeFault(sentence)), silentMs);
    };
    const stop = (): void => end(new NodeFault('The program stops.'));
    signal.addEventListener('abort', stop, { once: true });
    const leave = await socket.listen({
      ended: (sentence) => end(new NodeFault(sentence)),
      told: (message) => {
        const height = dialect.read(message, subscription);
        if (height === null) return;
        if (highest !== null && height < highest - BigInt(lagBlocks)) {
          end(new NodeFault(`It announced block ${height} after block ${highest}.`));
          return;
        }
        noteHead(height, highest === null);
        highest = highest === null || height > highest ? height : highest;
        expect();
        told();
        wake();
      },
    });
    try {
      expect();
      const ask = async ({ method, params }: HeadsDialect['subscribe']): Promise<unknown> => {
        const [answer] = await Promise.race([socket.call([{ id: 1, method, params }]), ended]);
        if (answer !== undefined && 'result' in answer) return answer.result;
        throw new NodeFault(`It refused ${method} by WebSocket${reasonIn(answer)}.`);
      };
      if (dialect.identify !== null) {
        const wrong = dialect.identify.differs(await ask(dialect.identify));
        if (wrong !== null) throw new NodeFault(wrong);
      }
      subscription = await ask(dialect.subscribe);
      return await ended;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
      leave();
    }
  }

  async function keepListening(signal: AbortSignal, wake: () => void): Promise<void> {
    let pauseMs = firstPauseMs;
    while (!signal.aborted) {
      try {
        await listen(signal, wake, () => {
          pauseMs = firstPauseMs;
        });
      } catch (error) {
        if (signal.aborted) return;
        const sentence = error instanceof NodeFault ? error.message : 'What it sent could not be read.';
        status = { ...NOTHING, lastError: hideKeysOf(url, sentence), lastErrorAt: new Date() };
        // The poll goes on at its own pace; the part by chance keeps clients from coming back together.
        await pause(pauseMs / 2 + Math.random() * (pauseMs / 2), undefined, { signal, ref: false }).catch(
          () => undefined,
        );
        pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  return {
    start: (wake) => {
      if (stopping !== undefined) return;
      stopping = new AbortController();
      void keepListening(stopping.signal, wake);
    },
    stop: () => {
      stopping?.abort();
      stopping = undefined;
      status = { ...status, state: 'down', height: null, gapMs: null };
    },
    status: () => status,
    quietMs: () => performance.now() - headAt,
  };
}

const NOTHING: HeadsStatus = { state: 'down', height: null, gapMs: null, lastError: null, lastErrorAt: null };

function reasonIn(answer: object | undefined): string {
  if (answer === undefined || !('error' in answer) || typeof answer.error !== 'object' || answer.error === null)
    return '';
  const { error } = answer;
  return 'message' in error && typeof error.message === 'string' ? `: ${error.message.slice(0, 200)}` : '';
}
