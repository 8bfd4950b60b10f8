import type { BankRail, PayoutInstruction, StatementLine } from '../payouts/bank-rail.ts';
import { idleRail } from '../payouts/payout-fixtures.ts';

interface Made {
  readonly line: StatementLine;
  readonly accountNumber: string;
}

/** For tests: a bank that makes every transfer at once, refuses no one but a repeated reference, and lists what it made. */
export function createTestBank() {
  const made = new Map<string, Made>();
  const script = { isListed: true, state: 'paid' as StatementLine['state'] };
  const make = ({
    reference,
    amountKobo,
    accountNumber,
  }: Pick<PayoutInstruction, 'reference' | 'amountKobo' | 'accountNumber'>): void => {
    const line = { reference, amountKobo, feeKobo: null, state: script.state, madeAt: new Date() };
    made.set(reference, { line, accountNumber });
  };
  const repeats: string[] = [];
  const rail: BankRail = {
    ...idleRail,
    send: async (instruction) => {
      if (made.has(instruction.reference)) {
        repeats.push(instruction.reference);
        return { kind: 'unknown', reason: 'this reference was used before' };
      }
      make(instruction);
      return { kind: 'accepted' };
    },
    find: async (reference) => {
      const found = made.get(reference);
      if (found === undefined) return { kind: 'not-found' };
      const { line, accountNumber } = found;
      if (line.state === 'paid') {
        return { kind: 'paid', sessionId: null, made: { amountKobo: line.amountKobo, accountNumber } };
      }
      return line.state === 'failed' ? { kind: 'failed', reason: 'the bank said no' } : { kind: 'pending' };
    },
    statement: async ({ from, to }) =>
      script.isListed
        ? {
            kind: 'statement',
            lines: [...made.values()].map(({ line }) => line).filter(({ madeAt }) => madeAt >= from && madeAt < to),
          }
        : { kind: 'unanswered', reason: 'no answer' },
  };
  return { rail, made, make, repeats, script };
}
