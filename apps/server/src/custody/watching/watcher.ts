import { isDatabaseDown } from '../../platform/database-errors.ts';
import { createLease, type LeaseBoard } from '../../platform/lease.ts';
import { createSignal } from '../../platform/signal.ts';
import { tryAgain } from '../../platform/try-again.ts';
import { NodeFault } from '../deposits/chain.ts';
import { estimateSecondsLeft, isFarBehind, type Reading } from './catch-up.ts';
import { createWakeUps } from './heads.ts';
import { saveWatcher } from '../deposits/db.ts';
import { saveProviders, type WatcherNote } from './db.ts';
import {
  describeProviders,
  doAnswer,
  type LookDependencies,
  MustWait,
  networkOf,
  resumeUsage,
  watchAtProviders,
} from './watch-at-providers.ts';

export interface WatcherOptions extends LookDependencies {
  /** Identifies this process among all others. */
  readonly holder: string;
  /** Of the watchers' leases, for all watchers of this process. */
  readonly board: LeaseBoard;
  /** Pause between two polls where something is waited for. */
  readonly pollMs: number;
  /** Pause where nothing is; `pollMs` where it is missing. */
  readonly restMs?: number | undefined;
  /** Whether something is waited for on the network; missing: always. */
  readonly isAwake?: (() => Promise<boolean>) | undefined;
  /**
   * How long another process waits before it takes over from one that died; 6 seconds by default. Within as long a process
   * that has started is given its share of the networks.
   */
  readonly leaseMs?: number;
  /** Milliseconds of a monotonic clock, by which the lease is renewed. */
  readonly now?: () => number;
}

export interface Watcher {
  start(): void;
  /** Resolves when the current poll has ended and another process may take over. */
  stop(): Promise<void>;
}

/** How the names of the watchers' leases begin. */
export const WATCHER_LEASES = 'watcher:';

const LONGEST_PAUSE_MS = 30_000;
/** A look that takes longer may hang: then another process may try. */
const LONGEST_LOOK_MS = 60_000;
/** After so many failures in a row a network goes to another process, whose providers may answer. */
const MOST_FAILURES = 3;
/** How long a process that gave a network away does not ask for it again, also where its providers answer. */
const SITS_OUT_MS = 60_000;
/** How long a stopping process tries to release a lease, of the 18 s that its work has to end, and the pause between two tries. */
const LONGEST_RELEASE_MS = 8_000;
const RELEASE_AGAIN_MS = 100;
/** The longest pause until the next look while the database does not answer. */
const DATABASE_AGAIN_MS = 1_000;
const NOTE_EVERY_MS = 5_000;
/** How often the log shows the progress of a watcher that was behind. */
const PROGRESS_EVERY_MS = 30_000;
const NO_DATABASE =
  'Our database does not answer, or not in time. Deposits are safe on the chain, and it is tried again every second.';
const UNEXPECTED = 'Something in this program failed. Deposits are safe on the chain, and it will be tried again.';

/**
 * Pause after a poll: longer after each failure in a row, up to half a minute. `chance`, from 0 to 1, takes away up to a
 * quarter of it, so that watchers that failed together don't come back together. Pure.
 */
export function decidePause(pollMs: number, failures: number, chance = 0): number {
  if (failures === 0) return pollMs;
  const longest = Math.max(LONGEST_PAUSE_MS, pollMs);
  return Math.min(pollMs * 2 ** Math.min(failures, 16), longest) * (1 - chance / 4);
}

/**
 * Watches one network for as long as it runs, in one process at a time. Any error is recorded with its message and
 * tried again: the chain keeps the deposits, and the cursor stays where it was.
 */
export function createWatcher(options: WatcherOptions): Watcher {
  const { database, providers, log, pollMs, leaseMs = 6_000, now = () => performance.now() } = options;
  const network = networkOf(providers);
  const leaseName = WATCHER_LEASES + network;
  const lease = createLease(database, leaseName, options.holder, leaseMs, options.board.take);
  let leasedAt = -Infinity;
  const isLeased = (): boolean => leasedAt !== -Infinity;
  let lookedAt = -Infinity;
  const signal = createSignal();
  let stopping = new AbortController();
  let running: Promise<void> | undefined;
  let noted = { stalled: '', headHeight: -1n, at: 0 };
  const progress = createProgress(options);
  const wakeUps = createWakeUps(providers.all, { wake: signal.give, pollMs });

  async function note({ headHeight, stalled, secondsLeft }: WatcherNote): Promise<void> {
    const from = performance.now();
    const isNews = noted.stalled !== (stalled ?? '') || (headHeight !== null && headHeight !== noted.headHeight);
    if (!isNews && from - noted.at < NOTE_EVERY_MS) return;
    if (stalled !== null && noted.stalled !== stalled) log.warn({ network, stalled }, 'a watcher waits');
    if (stalled === null && noted.stalled !== '') log.info({ network }, 'a watcher goes on');
    noted = { stalled: stalled ?? '', headHeight: headHeight ?? noted.headHeight, at: from };
    await saveWatcher(database, network, { headHeight, stalled, secondsLeft });
  }

  let providersNotedAt = -Infinity;
  /** Writes how each provider does, now and then. */
  async function noteProviders(): Promise<void> {
    if (performance.now() - providersNotedAt < NOTE_EVERY_MS) return;
    providersNotedAt = performance.now();
    await saveProviders(database, network, describeProviders(providers)).catch((error: unknown) =>
      log.warn({ err: error, network }, 'no note of the providers could be made'),
    );
  }

  /**
   * Whether this process may poll. As each check is a write, the lease is renewed only once about half of its time has gone.
   * It only keeps two processes from doing the same work; the cursor, which each write locks and compares first,
   * ensures that nothing is recorded twice.
   */
  async function isOurs(afterMs = leaseMs / 2): Promise<boolean> {
    const at = now();
    if (at - leasedAt < afterMs) return true;
    const wasLeased = isLeased();
    const isHeld =
      (await lease.acquire()) && !(wasLeased && (await options.board.hasCandidates()) && (await lease.share()));
    // Calls go on being counted from what another process has asked before, and what it has not found is looked for at once.
    if (isHeld && !wasLeased) await resumeUsage(options);
    if (!isHeld) lookedAt = -Infinity;
    leasedAt = isHeld ? at : -Infinity;
    if (isHeld) gaveUpAt = null;
    // Of all processes, the one that polls listens, and the others look whether it is gone.
    if (isHeld) {
      wakeUps.start();
      unwait?.();
      unwait = undefined;
    } else {
      wakeUps.stop();
      unwait ??= options.board.wait(leaseName, lookSoon);
    }
    return isHeld;
  }

  let unwait: (() => void) | undefined;
  function lookSoon(): void {
    // One that could not do it takes it later, where no other does.
    if (!isLeased() && gaveUpAt === null) signal.give();
  }

  /** Since when this process does not ask for the network, because its looks had failed. */
  let gaveUpAt: number | null = null;
  /** Gives the network to a process that waits for it; without one this process goes on trying. */
  async function giveUp(): Promise<void> {
    if (!isLeased() || !(await lease.share(true))) return;
    log.warn({ network }, 'a network goes to another process: no provider answers this one');
    gaveUpAt = now();
    leasedAt = -Infinity;
    wakeUps.stop();
  }

  /** Whether this process may ask for the network again. */
  async function mayStand(): Promise<boolean> {
    if (gaveUpAt === null) return true;
    if (now() - gaveUpAt < SITS_OUT_MS) return false;
    gaveUpAt = (await doAnswer(options)) ? null : now();
    return gaveUpAt === null;
  }

  let stoodAt = -Infinity;
  /** Asks to be given the lease by a process that has more, once this one has read the addresses and can look at once. */
  async function standBy(): Promise<void> {
    try {
      await options.watchList.readOn();
      if (performance.now() - stoodAt < leaseMs / 4 || !(await mayStand())) return;
      await lease.stand();
      stoodAt = performance.now();
    } catch (error) {
      log.warn({ err: error, network }, 'a process can’t stand by for another one');
    }
  }

  /** The newest block that a look has found. */
  let foundHead = -1n;
  /** Whether the next poll may wait: nothing is expected on the network, and the last one was not long ago. */
  async function mayRest(): Promise<boolean> {
    const { restMs = pollMs, isAwake } = options;
    // A little less, so that a pause that ended a moment early is not waited for twice.
    if (performance.now() - lookedAt >= restMs - pollMs / 2) return false;
    return isAwake !== undefined && !(await isAwake());
  }

  async function renew(): Promise<void> {
    const at = now();
    if (at - leasedAt >= leaseMs / 2 && (await lease.renew()) && isLeased()) leasedAt = at;
  }

  /** Keeps the lease while a look lasts, at slow providers: another process would wait for the same ones. */
  async function keepWhile<T>(step: Promise<T>): Promise<T> {
    const end = performance.now() + LONGEST_LOOK_MS;
    const renewing = setInterval(() => {
      if (performance.now() > end) clearInterval(renewing);
      else renew().catch((error: unknown) => log.warn({ err: error, network }, 'a lease was not renewed'));
    }, leaseMs / 4);
    try {
      return await step;
    } finally {
      clearInterval(renewing);
    }
  }

  /** Polls once where it is time; answers whether to poll again at once. */
  async function look(): Promise<boolean> {
    wakeUps.looks();
    if (!(await isOurs())) {
      await standBy();
      return false;
    }
    if (await mayRest()) return false;
    // A look that fails is made again soon.
    lookedAt = -Infinity;
    const step = keepWhile(watchAtProviders(options));
    // How they do is noted of failed looks too.
    await step.then(noteProviders, noteProviders);
    const { height, headHeight, hasMore } = await step;
    await note({ headHeight, stalled: null, secondsLeft: progress(height, headHeight) });
    lookedAt = hasMore ? -Infinity : performance.now();
    foundHead = headHeight;
    return hasMore;
  }

  const momentMs = leaseMs / 4;
  const untilMoment = (): number => momentMs - (performance.now() % momentMs);
  /**
   * After how long the lease is renewed now. All watchers of a process renew at every other of the same moments, so that
   * they share a statement; the moments in between are for what has failed.
   */
  const renewAfterMs = (): number => (Math.round(performance.now() / momentMs) % 2 === 0 ? momentMs : leaseMs / 2);

  /** Waits for a signal since `seen`. A holder goes on renewing its lease, and one that waits for it asks for it again soon. */
  async function pauseFor(ms: number, seen: number): Promise<void> {
    const end = performance.now() + (isLeased() ? ms : Math.min(ms, momentMs + untilMoment()));
    for (let left = end - performance.now(); left > 0 && signal.count() === seen; left = end - performance.now()) {
      const toMoment = untilMoment();
      await signal.next(seen, Math.min(left, toMoment));
      // Where the pause ends before the next moment, the look after it asks.
      if (!isLeased() || left < toMoment || signal.count() !== seen) continue;
      // A lease that can't be renewed now is asked for again before the next look.
      if (!(await isOurs(renewAfterMs()).catch(() => true))) return;
    }
  }

  async function loop(): Promise<void> {
    let failures = 0;
    let isDatabaseAway = false;
    const unhear = lease.onMoved(lookSoon);
    while (!stopping.signal.aborted) {
      const seen = signal.count();
      const hasMore = await look().then(
        (more) => {
          failures = 0;
          isDatabaseAway = false;
          return more;
        },
        async (error: unknown) => {
          // It says nothing of the network's nodes. Where only some statements get no answer, administrators see that here.
          if (isDatabaseDown(error)) {
            if (!isDatabaseAway) log.warn({ err: error, network }, 'a watcher gets no answer from the database');
            isDatabaseAway = true;
            await note({ headHeight: null, stalled: NO_DATABASE, secondsLeft: null }).catch(() => undefined);
            return false;
          }
          isDatabaseAway = false;
          failures += 1;
          if (!(error instanceof NodeFault)) log.error({ err: error, network }, 'a look at a network failed');
          const isOfThisProcess = error instanceof NodeFault && !(error instanceof MustWait);
          if (isOfThisProcess && failures >= MOST_FAILURES)
            await giveUp().catch((failure: unknown) => log.warn({ err: failure, network }, 'a network was not given'));
          const sentence = error instanceof NodeFault ? error.message : UNEXPECTED;
          await note({ headHeight: null, stalled: sentence, secondsLeft: null }).catch((failure: unknown) =>
            log.warn({ err: failure }, 'no note could be made'),
          );
          return false;
        },
      );
      if (hasMore) continue;
      const usual = Math.max(pollMs, ...providers.all.map(({ line }) => line?.paceMs() ?? 0));
      if (isDatabaseAway) {
        await pauseFor(Math.min(usual, DATABASE_AGAIN_MS), seen);
        continue;
      }
      if (failures > 0) wakeUps.failed();
      const pace = failures > 0 ? usual : wakeUps.pauseMs(usual, foundHead);
      await pauseFor(decidePause(pace, failures, Math.random()), seen);
    }
    unhear();
    unwait?.();
    unwait = undefined;
    wakeUps.stop();
    leasedAt = -Infinity;
    await release();
  }

  /**
   * Releases the lease, again where the database did not answer: else the next process waits until the lease runs out. After a
   * lease's time there is nothing left to release.
   */
  async function release(): Promise<void> {
    const end = performance.now() + Math.min(leaseMs, LONGEST_RELEASE_MS);
    const isWorthwhile = (error: unknown): boolean => {
      const isLate = performance.now() >= end;
      log.warn({ err: error, network }, isLate ? 'a lease was not released' : 'a lease is released once more');
      return !isLate;
    };
    await tryAgain(lease.release, { pauseMs: RELEASE_AGAIN_MS, isWorthwhile }).catch(() => undefined);
  }

  return {
    start: () => {
      if (running !== undefined) return;
      stopping = new AbortController();
      running = loop();
    },
    stop: async () => {
      stopping.abort();
      signal.give();
      await running;
      running = undefined;
    },
  };
}

/**
 * Follows a watcher that is far behind: logs its progress now and then, and answers the seconds that are left, where
 * known.
 */
function createProgress({ providers, log }: WatcherOptions) {
  const network = networkOf(providers);
  let first: Reading | undefined;
  let told = 0;
  return (height: bigint, headHeight: bigint): number | null => {
    const now: Reading = { at: performance.now(), height, headHeight };
    if (!isFarBehind(now)) {
      if (first !== undefined) log.info({ network, height: height.toString() }, 'a watcher has caught up');
      first = undefined;
      return null;
    }
    const isNews = first === undefined || now.at - told >= PROGRESS_EVERY_MS;
    first ??= now;
    const secondsLeft = estimateSecondsLeft(first, now);
    if (isNews) {
      told = now.at;
      const behind = Number(headHeight - height);
      log.info({ network, height: height.toString(), behind, secondsLeft }, 'a watcher catches up');
    }
    return secondsLeft;
  };
}
