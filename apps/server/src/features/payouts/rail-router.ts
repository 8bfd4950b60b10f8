import type { Clock } from '../../platform/clock.ts';
import { dependencyDown } from '../../platform/errors.ts';
import type { Log } from '../../platform/log.ts';
import type { BankDirectory } from './bank-directory.ts';
import type { BankRail, SendAnswer } from './bank-rail.ts';
import { type Circuit, createCircuit } from './circuit.ts';
import type { Payout } from './payout.ts';

/** Where a payout leaves by: the rail, and that rail's own code for the bank. */
export interface RailRoute {
  readonly rail: BankRail;
  readonly bankCode: string;
}

export interface RailRouter {
  /**
   * The first rail, in the operator's order, that pays to the bank, is not left alone after failures, answers, and has
   * the naira; only the one that an administrator chose, where one was. It promises nothing: what the rail answers is only known once the instruction has left. Throws 503 where
   * there is none.
   */
  choose(payout: Pick<Payout, 'id' | 'bankName' | 'bankCode' | 'amountKobo' | 'onlyRail'>): Promise<RailRoute>;
  /** Notes how a rail took an instruction. */
  note(railName: string, answer: SendAnswer): void;
}

/** Chooses among the rails for each payout anew. */
export function createRailRouter({
  rails,
  directory,
  clock,
  log,
}: {
  rails: readonly BankRail[];
  directory: Pick<BankDirectory, 'codeOn'>;
  clock: Clock;
  log: Log;
}): RailRouter {
  const candidates = rails.map((rail) => ({ rail, circuit: createCircuit(clock) }));

  return {
    choose: async (payout) => {
      const refusals: Record<string, string> = {};
      for (const { rail, circuit } of candidates) {
        if (payout.onlyRail !== null && payout.onlyRail !== rail.name) {
          refusals[rail.name] = 'was not chosen';
          continue;
        }
        // Before the circuit is asked: a payout that can't go there is no probe.
        const bankCode = await directory.codeOn(rail.name, payout);
        const refusal =
          bankCode === null ? 'does not know the bank' : await refuseRail(rail, circuit, payout.amountKobo);
        if (bankCode !== null && refusal === null) return { rail, bankCode };
        refusals[rail.name] = refusal ?? '';
      }
      log.warn({ payoutId: payout.id, bank: payout.bankName, refusals }, 'no rail can take a payout now');
      throw dependencyDown(
        'bank rail',
        'No bank rail can take this payout now. It stays queued, and nothing was sent.',
      );
    },
    note: (railName, answer) => {
      const circuit = candidates.find(({ rail }) => rail.name === railName)?.circuit;
      if (answer.kind === 'unknown') circuit?.fail();
      else circuit?.succeed();
    },
  };
}

/** Why a rail can't take a payout now, or null. */
async function refuseRail(rail: BankRail, circuit: Circuit, amountKobo: bigint): Promise<string | null> {
  if (!circuit.admits()) return 'is left alone after failures';
  const float = (await rail.floatKobo?.()) ?? null;
  if (float !== null) return float < amountKobo ? 'has not enough naira' : null;
  if (await rail.isUp()) return null;
  circuit.fail();
  return 'does not answer';
}
