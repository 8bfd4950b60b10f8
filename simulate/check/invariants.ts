import { type World, Violation } from '../world/world.ts';
import { requireStandingDecisions, requireTruth } from './told.ts';
import { type DepositState, type PayoutState, readState, type State } from './state.ts';

/** What must hold after every step of a schedule, whatever happened before. */
export class Invariants {
  readonly #world: World;
  #before: State | null = null;

  constructor(world: World) {
    this.#world = world;
  }

  /** After the database went back to an earlier state: what came after is not the past any more. */
  forget(): void {
    this.#before = null;
  }

  /** Throws `Violation` for the first that does not hold; answers the state that was looked at. */
  async check(): Promise<State> {
    const state = await readState(this.#world.books);
    const [surprise] = this.#world.surprises;
    require(surprise === undefined, `an error that no one expects: ${surprise}`);
    require(state.unbalanced.length === 0, `balances that are not their postings: ${state.unbalanced.join(', ')}`);
    require(state.sharedAddresses.length === 0, `an address was given twice: ${state.sharedAddresses.join(', ')}`);
    require(!state.isFenced || this.#world.seen.has('restore'), 'the fence is up although no backup was restored');
    for (const payout of state.payouts) this.#checkPayout(payout);
    for (const order of state.orders) this.#checkPaidOnce(order.id, state);
    for (const deposit of state.deposits) this.#checkDeposit(deposit);
    requireTruth(this.#world, state);
    requireStandingDecisions(this.#world, state);
    if (this.#before !== null) checkFinal(this.#before, state);
    this.#before = state;
    return state;
  }

  /** What the books call paid, the bank has paid; of each reference at most one instruction took effect. */
  #checkPayout({ reference, rail, status, amount }: PayoutState): void {
    const bank = this.#world.banks.find(({ name }) => name === rail);
    const transfer = bank?.books.get(reference);
    if (transfer !== undefined) {
      require(transfer.times === 1 ||
        bank?.contradicted.has(reference) === true, `${reference} was carried out ${transfer.times} times`);
      require(String(transfer.amountKobo) === amount, `${reference} was sent with another amount`);
    }
    const isMade = transfer?.state === 'paid' || transfer?.state === 'reversed';
    require(status !== 'paid' ||
      isMade, `${reference} is called paid, and the bank has it ${transfer?.state ?? 'nowhere'}`);
    const isLive = transfer?.state === 'pending' || transfer?.state === 'paid';
    require(status !== 'failed' ||
      !isLive ||
      bank?.contradicted.has(reference) ===
        true, `${reference} is called failed, and the bank has it ${transfer?.state ?? ''}`);
    require(status !== 'reversed' ||
      transfer?.state === 'reversed' ||
      transfer?.state === 'failed', `${reference} is called reversed`);
  }

  /** An order's naira is under way or paid once at all banks together. */
  #checkPaidOnce(orderId: string, state: State): void {
    const references = new Set(
      state.payouts.filter(({ order }) => order === orderId).map(({ reference }) => reference),
    );
    const hex = orderId.replaceAll('-', '');
    const live = this.#world.banks.flatMap(({ books, contradicted }) =>
      [...books.values()].filter(
        ({ reference, state: is }) =>
          (references.has(reference) || reference.includes(hex)) &&
          (is === 'pending' || is === 'paid') &&
          !contradicted.has(reference),
      ),
    );
    require(live.length <= 1, `order ${orderId} is paid by ${live.map(({ reference }) => reference).join(' and ')}`);
  }

  /** Each deposit is a payment that was made, with its amount, coin and address. */
  #checkDeposit({ network, identity, address, asset, amount, status }: DepositState): void {
    const made = this.#world.payments.get(`${network} ${identity}`);
    const isSame = made?.addressKey === address && made.asset === asset && String(made.amount) === amount;
    require(isSame, `the deposit ${identity} (${status}) is not the payment that was made`);
  }
}

function require(isSo: boolean, otherwise: string): void {
  if (!isSo) throw new Violation(otherwise);
}

const PAYOUT_MOVES: Readonly<Record<string, readonly string[]>> = {
  paid: ['reversed'],
  failed: [],
  reversed: [],
};
const DEPOSIT_MOVES: Readonly<Record<string, readonly string[]>> = {
  confirmed: ['reverted'],
  reverted: [],
  dropped: [],
};

/** Nothing final is undone but by the one step that says so, and no row vanishes. */
function checkFinal(before: State, now: State): void {
  checkMoves('payout', before.payouts, now.payouts, PAYOUT_MOVES);
  checkMoves('deposit', before.deposits, now.deposits, DEPOSIT_MOVES);
  const left = new Set(now.orders.map(({ id }) => id));
  for (const { id } of before.orders) require(left.has(id), `order ${id} vanished`);
  const told = new Set(now.notices.map(({ id }) => id));
  for (const { id, message } of before.notices) require(told.has(id), `a notification vanished: ${message}`);
}

interface Row {
  readonly id: string;
  readonly status: string;
}

function checkMoves(
  what: string,
  before: readonly Row[],
  now: readonly Row[],
  moves: Readonly<Record<string, readonly string[]>>,
): void {
  const present = new Map(now.map(({ id, status }) => [id, status]));
  for (const { id, status } of before) {
    const is = present.get(id);
    require(is !== undefined, `${what} ${id} vanished`);
    const allowed = moves[status];
    require(allowed === undefined ||
      is === status ||
      allowed.includes(is ?? ''), `${what} ${id} was ${status} and is ${is}`);
  }
}
