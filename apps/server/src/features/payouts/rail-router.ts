import type { Clock } from '../../platform/clock.ts';
import { dependencyDown } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import { PutBack } from '../../platform/queue.ts';
import type { BankDirectory } from './bank-directory.ts';
import type { BankRail, SendAnswer } from './bank-rail.ts';
import { createTurns } from '../../platform/turns.ts';
import { createCircuit } from './circuit.ts';
import type { Payout } from './payout.ts';
import { createRailQuestion } from './rail-question.ts';

/**
 * Payouts that a rail has in hand for each that it is given at a time: the one at work and three that wait, so that it is
 * kept busy. Beyond them a rail takes no more, so that one that answers late doesn't fill the workers of all of them.
 */
export const IN_HAND_PER_TURN = 4;

/** Where a payout leaves by: the rail, and that rail's own code for the bank. */
export interface RailRoute {
  readonly rail: BankRail;
  readonly bankCode: string;
}

export interface RailRouter {
  /**
   * Lets `use` have the first rail, in the operator's order, that pays to the bank, is not left alone after failures,
   * answers, and has the naira; only the one that an administrator chose, where one was. At most so many use a rail at
   * the same time: some more wait, and the rail is asked when it is their turn; where too many wait the next rail has it.
   * It promises nothing: what the rail does is only known once the instruction has left. An answer without a certain end
   * counts against the rail. Throws 503 where there is none, `PutBack` where one has only too much in hand, and what
   * `use` throws.
   */
  withRail<Answer extends SendAnswer | null>(
    payout: Leaving,
    use: (route: RailRoute) => Promise<Answer>,
  ): Promise<Answer>;
  /**
   * Waits for a turn to ask a rail about a payout; those are counted apart, so that neither holds the other up. Throws
   * `PutBack` where too many wait.
   */
  inTurn<Result>(railName: string, ask: () => Promise<Result>): Promise<Result>;
  /** Begins nothing more, for good: whoever waits for a turn gets `PutBack` at once. What has its turn goes on. */
  stop(): void;
}

const BUSY = 'has enough in hand';

type Leaving = Pick<Payout, 'id' | 'bankName' | 'bankCode' | 'amountKobo' | 'onlyRail'>;

/** Chooses among the rails for each payout anew. */
export function createRailRouter({
  rails,
  directory,
  clock,
  log,
  atOnce,
}: {
  rails: readonly BankRail[];
  directory: Pick<BankDirectory, 'codeOn'>;
  clock: Clock;
  log: Log;
  /** Payouts that are handed to one rail, and as many that are asked about, at the same time. */
  atOnce: number;
}): RailRouter {
  const stopping = new AbortController();
  const mostWaiting = (IN_HAND_PER_TURN - 1) * atOnce;
  const turns = () => createTurns({ atOnce, mostWaiting, turnAway: () => new PutBack(BUSY), signal: stopping.signal });
  const candidates = rails.map((rail) => {
    const circuit = createCircuit(clock);
    return { rail, circuit, ...createRailQuestion(rail, circuit), sending: turns(), asking: turns() };
  });
  type Candidate = (typeof candidates)[number];

  /** What came of the rail, or why it can't take the payout now. */
  async function tryRail<Answer extends SendAnswer | null>(
    { rail, circuit, refuse, release, sending }: Candidate,
    payout: Leaving,
    use: (route: RailRoute) => Promise<Answer>,
  ): Promise<{ readonly answer: Answer } | { readonly refusal: string }> {
    if (payout.onlyRail !== null && payout.onlyRail !== rail.name) return { refusal: 'was not chosen' };
    // Before the circuit is asked: a payout that can't go there is no probe.
    const bankCode = await directory.codeOn(rail.name, payout);
    if (bankCode === null) return { refusal: 'does not know the bank' };
    const tried = sending(async () => {
      const leave = circuit.admit();
      if (leave === null) return { refusal: 'is left alone after failures' };
      try {
        const refusal = await refuse(payout.amountKobo);
        if (refusal !== null) return { refusal };
        const answer = await use({ rail, bankCode }).finally(() => release(payout.amountKobo));
        if (answer?.kind === 'unknown') circuit.fail();
        else if (answer !== null) circuit.succeed();
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

  return {
    withRail: async (payout, use) => {
      const refusals: Record<string, string> = {};
      for (const candidate of candidates) {
        const tried = await tryRail(candidate, payout, use);
        if ('answer' in tried) return tried.answer;
        refusals[candidate.rail.name] = tried.refusal;
      }
      if (Object.values(refusals).includes(BUSY)) throw new PutBack('the rails that could take it have enough in hand');
      log.warn({ payoutId: payout.id, bank: payout.bankName, refusals }, 'no rail can take a payout now');
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
