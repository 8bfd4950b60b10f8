import { toKobo } from '@kobogate/money';
import type {
  BankRail,
  FindAnswer,
  PayoutInstruction,
  SendAnswer,
  StatementLine,
} from '../../apps/server/src/payouts/index.ts';
import type { Deadline } from '../../apps/server/src/platform/deadline.ts';
import { nowMs, takeTurn } from '../machine/machine.ts';
import type { Draw } from '@kobogate/testkit/platform/draw.ts';

/** One transfer as the bank's own books have it, which are the truth whatever the bank answers. */
export interface BankTransfer {
  readonly reference: string;
  readonly amountKobo: bigint;
  readonly accountNumber: string;
  readonly madeAtMs: number;
  /** Until then a bank that denies early may say that it has none. */
  readonly deniableUntilMs: number;
  state: 'pending' | 'paid' | 'failed' | 'reversed';
  /** How often it was carried out: more than once where the bank took a repeated instruction for another one. */
  times: number;
}

/** How likely each fault is, from 0 to 1; all are 0 once faults have stopped. */
export interface BankMood {
  isDown: boolean;
  refuses: number;
  /** The answer to an instruction is lost: it was made, or not, or it arrives minutes later. */
  loses: number;
  /** A question gets no answer. */
  silent: number;
  /** A transfer of the last minutes is denied. */
  deniesEarly: number;
  /** A final answer of before is contradicted. */
  contradicts: number;
}

export const calmMood = (): BankMood => ({
  isDown: false,
  refuses: 0,
  loses: 0,
  silent: 0,
  deniesEarly: 0,
  contradicts: 0,
});

/** No instruction arrives later than this: so long TCP repeats what was not acknowledged (tcp(7), `tcp_retries2`). */
const LATEST_ARRIVAL_MS = 14 * 60_000;
/** A bank that answers at all knows a transfer so long after it was made, and so long after it was sent at the latest. */
const KNOWS_AFTER_MS = 10 * 60_000;
const KNOWS_WHAT_WAS_SENT_AFTER_MS = 15 * 60_000;

/** A bank behind a rail: it keeps correct books, and misbehaves in what it answers. */
export class SimulatedBank {
  readonly name: string;
  readonly mood = calmMood();
  readonly books = new Map<string, BankTransfer>();
  /** Instructions still on their way, by when they arrive. */
  readonly late: { readonly sentAtMs: number; readonly atMs: number; readonly instruction: PayoutInstruction }[] = [];
  /**
   * References about which no gateway can be right: the bank has said something final that is not so, or an instruction is on
   * its way that neither the books, the bank's list nor the server's disk have.
   */
  readonly contradicted = new Set<string>();
  /** Callbacks that the provider still has to make. */
  readonly callbacks: string[] = [];
  /** What was seen of the fault kinds, for the table of coverage. */
  onFault: (kind: string) => void = () => undefined;
  readonly #draw: Draw;
  readonly #refusesRepeats: boolean;

  constructor(name: string, refusesRepeats: boolean, draw: Draw) {
    this.name = name;
    this.#refusesRepeats = refusesRepeats;
    this.#draw = draw;
  }

  /** The port, as an adapter would give it: each call is two turns, one in which the bank acts and one in which its answer comes. */
  rail(): BankRail {
    const call = async <Answer>(what: string, act: () => Answer): Promise<Answer> => {
      const answer = await takeTurn(`${this.name} ${what}`, async () => act());
      return takeTurn(`${this.name} ${what} answers`, async () => answer);
    };
    return {
      name: this.name,
      ...(this.#refusesRepeats ? { refusesRepeats: 'the simulated bank' } : {}),
      listBanks: async () => [{ bankName: 'GTBANK', bankCode: '000013' }],
      resolveAccount: async () => ({ kind: 'resolved', accountName: 'SAMPLE PERSON' }),
      isUp: () => call('is up?', () => !this.mood.isDown),
      send: (instruction, deadline) => call('send', () => this.#send(instruction, deadline)),
      find: (reference) => call('find', () => this.#find(reference)),
      statement: ({ from, to }) =>
        call('statement', () => {
          if (this.mood.isDown || this.#draw.chance(this.mood.silent))
            return { kind: 'unanswered', reason: 'no answer' };
          return { kind: 'statement', lines: this.#lines(from.getTime(), to.getTime()) };
        }),
    };
  }

  /** What the bank does by itself: carries out, refuses and reverses, and calls back. */
  act(kind: 'pays' | 'fails' | 'reverses'): void {
    for (const transfer of this.books.values()) {
      const { state, reference } = transfer;
      if (kind === 'pays' && state === 'pending') transfer.state = 'paid';
      else if (kind === 'fails' && state === 'pending' && this.#draw.chance(0.5)) transfer.state = 'failed';
      else if (kind === 'reverses' && state === 'paid' && this.#draw.chance(0.3)) transfer.state = 'reversed';
      if (transfer.state === state) continue;
      this.onFault(`bank ${kind}`);
      for (let calls = this.#draw.below(3); calls > 0; calls -= 1) this.callbacks.push(reference);
    }
  }

  /** Makes what has arrived since. */
  arrive(): void {
    for (const [index, { sentAtMs, atMs, instruction }] of [...this.late.entries()].toReversed()) {
      if (atMs > nowMs()) continue;
      this.late.splice(index, 1);
      this.#make(instruction, atMs, sentAtMs);
    }
  }

  #make(
    { reference, amountKobo, accountNumber }: PayoutInstruction,
    madeAtMs: number = nowMs(),
    sentAtMs: number = madeAtMs,
  ): void {
    const known = this.books.get(reference);
    if (known === undefined) {
      this.books.set(reference, {
        reference,
        amountKobo,
        accountNumber,
        madeAtMs,
        deniableUntilMs: Math.min(madeAtMs + KNOWS_AFTER_MS, sentAtMs + KNOWS_WHAT_WAS_SENT_AFTER_MS),
        state: 'pending',
        times: 1,
      });
    } else if (!this.#refusesRepeats) known.times += 1;
  }

  #send(instruction: PayoutInstruction, deadline: Deadline): SendAnswer {
    if (deadline.leftMs() <= 0) return { kind: 'not-sent', reason: 'its time has passed' };
    if (this.mood.isDown) {
      this.onFault('bank down at send');
      return { kind: 'unknown', reason: 'no answer' };
    }
    if (this.#refusesRepeats && this.books.has(instruction.reference)) {
      this.onFault('bank gets a repeated reference');
      return { kind: 'unknown', reason: 'duplicate reference' };
    }
    if (this.#draw.chance(this.mood.refuses)) {
      this.onFault('bank refuses');
      return { kind: 'refused', reason: 'no' };
    }
    if (!this.#draw.chance(this.mood.loses)) {
      this.#make(instruction);
      return { kind: 'accepted' };
    }
    const fate = this.#draw.below(3);
    this.onFault(['bank made it, answer lost', 'bank never got it', 'bank gets it late'][fate] ?? '');
    if (fate === 0) this.#make(instruction);
    if (fate === 2)
      this.late.push({ sentAtMs: nowMs(), atMs: nowMs() + this.#draw.below(LATEST_ARRIVAL_MS), instruction });
    return { kind: 'unknown', reason: 'time-out' };
  }

  #find(reference: string): FindAnswer {
    this.arrive();
    if (this.mood.isDown || this.#draw.chance(this.mood.silent)) {
      this.onFault('bank gives no answer');
      return { kind: 'unanswered', reason: 'time-out' };
    }
    const transfer = this.books.get(reference);
    if (transfer === undefined) return { kind: 'not-found' };
    const { state, deniableUntilMs } = transfer;
    if (state === 'pending' && nowMs() < deniableUntilMs && this.#draw.chance(this.mood.deniesEarly)) {
      this.onFault('bank denies too early');
      return { kind: 'not-found' };
    }
    if (state === 'pending' && this.#draw.chance(this.mood.contradicts)) {
      this.onFault('bank contradicts itself');
      this.contradicted.add(reference);
      return { kind: 'failed', reason: 'no' };
    }
    if (state === 'pending') return { kind: 'pending' };
    const made = { amountKobo: toKobo(transfer.amountKobo), accountNumber: transfer.accountNumber };
    return state === 'paid' ? { kind: 'paid', sessionId: null, made } : { kind: state, reason: 'closed' };
  }

  #lines(fromMs: number, toMs: number): StatementLine[] {
    return [...this.books.values()]
      .filter(({ madeAtMs }) => madeAtMs >= fromMs && madeAtMs < toMs)
      .map(({ reference, amountKobo, state, madeAtMs }) => ({
        reference,
        amountKobo: toKobo(amountKobo),
        feeKobo: null,
        state,
        madeAt: new Date(madeAtMs),
      }));
  }
}
