/** How a provider's announcements of new blocks do. */
export interface HeadsStatus {
  readonly state: 'live' | 'down';
  /** The last block that was announced; null while there is none. */
  readonly height: bigint | null;
  /** Milliseconds from one announcement to the next, smoothed; null before the second one. */
  readonly gapMs: number | null;
  /** Why the last connection ended. */
  readonly lastError: string | null;
  readonly lastErrorAt: Date | null;
}

/** Port: a provider that announces its new blocks. Each is a reason to look, and nothing of it is believed. */
export interface Heads {
  /** Connects, and again whenever that ends; `wake` is called at each announcement. */
  start(wake: () => void): void;
  stop(): void;
  status(): HeadsStatus;
  /** Milliseconds since the last announcement. */
  quietMs(): number;
}

/** A look that an announcement causes is this long after the one before, at least: fast chains announce several a second. */
const LEAST_MS = 3_000;
/** How long the pause between two polls becomes while announcements come: so many of their gaps, and of its own length. */
const GAPS = 3;
const TIMES = 4;
const LONGEST_MS = 60_000;
/** A provider may announce a block before each of its machines has it: it is asked once more after so long. */
const AGAIN_MS = 2_000;

/**
 * The pause until the next poll: longer while announcements come, since they end it, and the usual one as soon as one is
 * late. Where the last look did not get as far as what was announced it is not longer, and a short one at first. Pure.
 */
export function stretchPause(
  usualMs: number,
  all: readonly (HeadsStatus & { readonly quietMs: number })[],
  looked: { readonly headHeight: bigint; readonly isFirst: boolean },
): number {
  const live = all.filter(({ state }) => state === 'live');
  if (live.some(({ height }) => height !== null && height > looked.headHeight)) {
    return looked.isFirst ? Math.min(usualMs, AGAIN_MS) : usualMs;
  }
  const longest = live.reduce((most, { gapMs, quietMs }) => {
    if (gapMs === null || quietMs > GAPS * gapMs) return most;
    return Math.max(most, Math.min(GAPS * gapMs, TIMES * usualMs, LONGEST_MS));
  }, 0);
  return Math.max(usualMs, longest);
}

/** What the announcements of a network's providers do to its watcher. */
export interface WakeUps {
  /** Whether a provider announces its blocks at all. */
  readonly areOffered: boolean;
  start(): void;
  stop(): void;
  /** The watcher may look now: the next time that an announcement causes is not right after this one. */
  looks(): void;
  /** The pause after a look that found this newest block; `usualMs` without announcements. */
  pauseMs(usualMs: number, headHeight: bigint): number;
  /** The pause after looks that failed is not cut short, until one went well. */
  failed(): void;
}

interface Announcing {
  readonly heads?: Heads | null;
  readonly line?: { paceMs(): number };
}

/** `wake` ends the watcher's pause. Of many announcements at once it is called for one. */
export function createWakeUps(
  all: readonly Announcing[],
  { wake, pollMs }: { wake: () => void; pollMs: number },
): WakeUps {
  const heads = all.flatMap((provider) => provider.heads ?? []);
  /** A budget of calls for the day holds for the looks that announcements cause, too. */
  const leastMs = (): number => Math.max(Math.min(pollMs, LEAST_MS), ...all.map(({ line }) => line?.paceMs() ?? 0));
  let lookedAt = -Infinity;
  let later: NodeJS.Timeout | undefined;
  let isFailing = false;
  let askedAgainFor = -1n;

  function announced(): void {
    if (later !== undefined || isFailing) return;
    const left = lookedAt + leastMs() - performance.now();
    if (left <= 0) {
      wake();
      return;
    }
    later = setTimeout(() => {
      later = undefined;
      if (!isFailing) wake();
    }, left);
  }

  return {
    areOffered: heads.length > 0,
    start: () => {
      for (const each of heads) each.start(announced);
    },
    stop: () => {
      clearTimeout(later);
      later = undefined;
      for (const each of heads) each.stop();
    },
    looks: () => {
      lookedAt = performance.now();
    },
    pauseMs: (usualMs, headHeight) => {
      isFailing = false;
      const now = heads.map((each) => Object.assign({ quietMs: each.quietMs() }, each.status()));
      const furthest = now.reduce((most, { height }) => (height !== null && height > most ? height : most), -1n);
      const isFirst = furthest > askedAgainFor;
      if (furthest > headHeight) askedAgainFor = furthest;
      return stretchPause(usualMs, now, { headHeight, isFirst });
    },
    failed: () => {
      isFailing = true;
    },
  };
}
