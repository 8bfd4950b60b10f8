import type { Clock } from '../platform/clock.ts';
import { dependencyDown } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { PutBack } from '../platform/queue.ts';
import type { BankDirectory } from './bank-directory.ts';
import type { BankRail, SendAnswer } from './bank-rail.ts';
import { createTurns } from '../platform/turns.ts';
import { createCircuit } from './circuit.ts';
import type { Payout } from './payout.ts';
import { createRailQuestion, NO_ANSWER, NO_NAIRA } from './rail-question.ts';

/**
 * Payouts that a rail has in hand for each that it gets at a time: the running one and three that wait, so that it is
 * kept busy. Beyond them a rail takes no more, so that a slow rail doesn't occupy the workers of all.
 */
export const IN_HAND_PER_TURN = 4;

/** How a payout leaves: the rail, and that rail's own code for the bank. */
export interface RailRoute {
  readonly rail: BankRail;
  readonly bankCode: string;
}

export interface RailRouter {
  /**
   * Gives `use` the first rail, in the operator's order, that pays to the bank, is not resting after failures, answers, and has
   * the naira; or only the rail that an administrator chose. A limited number use a rail at the same time: some more wait, and
   * the rail is asked when it is their turn; where too many wait the next rail is taken. This promises nothing: the outcome is
   * only known once the instruction has left. An answer without a certain end counts against the rail. Throws `PutBack` where a
   * later try may find one: soon where one only has too much in hand, with long pauses where none answers or has the naira.
   * Throws 503 where an administrator is needed, and what `use` throws.
   */
  withRail<Answer extends SendAnswer | null>(
    payout: Leaving,
    use: (route: RailRoute) => Promise<Answer>,
  ): Promise<Answer>;
  /**
   * Waits for a turn to ask a rail about a payout; these turns are counted separately, so that neither kind delays the
   * other. Throws `PutBack` where too many wait.
   */
  inTurn<Result>(railName: string, ask: () => Promise<Result>): Promise<Result>;
  /** Starts nothing more, for good: waiting callers get `PutBack` at once. Running ones finish. */
  stop(): void;
}

const BUSY = 'has enough in hand';
const LEFT_ALONE = 'is left alone after failures';
const NO_LIST = 'does not name its banks';

/** Temporary reasons why no rail can take a payout. */
const PASSES: ReadonlySet<string> = new Set([LEFT_ALONE, NO_LIST, NO_ANSWER, NO_NAIRA]);

const LEAST_PAUSE_MS = 1000;
/** The length of an outage's pauses: a rail that is back is found sooner, by the first payout that tries it. */
const LONGEST_PAUSE_MS = 5 * 60_000;
/** In an outage each payout that tries would log this. */
const QUIET_MS = 30_000;

type Leaving = Pick<Payout, 'id' | 'bankName' | 'bankCode' | 'amountKobo' | 'onlyRail'>;

/** Chooses a rail for each payout again. */
export function createRailRouter({
  rails,
  directory,
  clock,
  log,
  atOnce,
  onBack = () => undefined,
}: {
  rails: readonly BankRail[];
  directory: Pick<BankDirectory, 'codeOn' | 'hasListOf'>;
  clock: Clock;
  log: Log;
  /** Payouts that are sent to one rail, and as many that are asked about, at the same time. */
  atOnce: number;
  /** Called when a rail that was left alone, or not called since the start, has answered an instruction. */
  onBack?: () => void;
}): RailRouter {
  let saidAt = Number.NEGATIVE_INFINITY;
  let unsaid = 0;
  const stopping = new AbortController();
  const mostWaiting = (IN_HAND_PER_TURN - 1) * atOnce;
  const turns = () => createTurns({ atOnce, mostWaiting, turnAway: () => new PutBack(BUSY), signal: stopping.signal });
  const candidates = rails.map((rail) => {
    const circuit = createCircuit(clock);
    return { rail, circuit, ...createRailQuestion(rail, circuit), sending: turns(), asking: turns() };
  });
  type Candidate = (typeof candidates)[number];

  /** The result of the rail, or why it can't take the payout now. */
  async function tryRail<Answer extends SendAnswer | null>(
    { rail, circuit, refuse, release, sending }: Candidate,
    payout: Leaving,
    use: (route: RailRoute) => Promise<Answer>,
  ): Promise<{ readonly answer: Answer } | { readonly refusal: string }> {
    if (payout.onlyRail !== null && payout.onlyRail !== rail.name) return { refusal: 'was not chosen' };
    // Before the circuit is asked: a payout that can't go there is no probe.
    const bankCode = await directory.codeOn(rail.name, payout);
    if (bankCode === null) return { refusal: directory.hasListOf(rail.name) ? 'does not know the bank' : NO_LIST };
    const tried = sending(async () => {
      const leave = circuit.admit();
      if (leave === null) return { refusal: LEFT_ALONE };
      try {
        const refusal = await refuse(payout.amountKobo);
        if (refusal !== null) return { refusal };
        const answer = await use({ rail, bankCode }).finally(() => release(payout.amountKobo));
        if (answer?.kind === 'unknown' || answer?.kind === 'not-sent') circuit.fail();
        else if (answer !== null && circuit.succeed()) onBack();
        return { answer };
      } finally {
        leave();
      }
    });
    return tried.catch((error: unknown) => {
      if (error instanceof PutBack) return { refusal: BUSY };
      throw error;
    });
  }

  function say(payout: Leaving, refusals: Readonly<Record<string, string>>): void {
    unsaid += 1;
    const now = clock.now().getTime();
    if (now - saidAt < QUIET_MS) return;
    log.warn({ payoutId: payout.id, bank: payout.bankName, refusals, times: unsaid }, 'no rail can take a payout now');
    [saidAt, unsaid] = [now, 0];
  }

  /** Until the first possible rail can be tried again; at least a second. */
  const leastPauseMs = (refusals: Readonly<Record<string, string>>): number => {
    const later = candidates.filter(({ rail }) => PASSES.has(refusals[rail.name] ?? ''));
    return Math.max(LEAST_PAUSE_MS, Math.min(...later.map(({ circuit }) => circuit.reopensInMs())));
  };

  return {
    withRail: async (payout, use) => {
      const refusals: Record<string, string> = {};
      for (const candidate of candidates) {
        const tried = await tryRail(candidate, payout, use);
        if ('answer' in tried) return tried.answer;
        refusals[candidate.rail.name] = tried.refusal;
      }
      if (Object.values(refusals).includes(BUSY)) throw new PutBack('the rails that could take it have enough in hand');
      say(payout, refusals);
      if (Object.values(refusals).some((refusal) => PASSES.has(refusal))) {
        throw new PutBack('no rail can take this payout now', {
          leastMs: leastPauseMs(refusals),
          mostMs: LONGEST_PAUSE_MS,
        });
      }
      throw dependencyDown(
        'bank rail',
        'No bank rail can take this payout now. It stays queued, and nothing was sent.',
      );
    },
    inTurn: async (railName, ask) => {
      const candidate = candidates.find(({ rail }) => rail.name === railName);
      return candidate === undefined ? ask() : candidate.asking(ask);
    },
    stop: () => stopping.abort(),
  };
}
