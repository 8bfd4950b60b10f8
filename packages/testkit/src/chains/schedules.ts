/**
 * A small generator of whole numbers below a bound (mulberry32), the same in every run, so that a failure comes again.
 */
export function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** How many random reorganisations each family's test runs; `npm run soak -- reorganisations` asks for more. */
const wanted = Number(process.env['REORGANISATIONS'] ?? 0);
/** The seed of the random sequences: the same in every run, unless another is asked for. */
const SEED = Number(process.env['REORGANISATION_SEED'] ?? 20_261_121);
/** Bitcoin reorganises deeper than this once in a decade, the others never have. */
export const DEEPEST = 64;

/** Numbers below a bound in random order, each once before any comes again: a short run, too, meets every one. */
function createDeck(random: (below: number) => number): (below: number) => number {
  let left: number[] = [];
  return (below) => {
    if (left.length === 0) left = Array.from({ length: below }, (_, number) => number);
    return left.splice(random(left.length), 1)[0] ?? 0;
  };
}

/** The schedules of one family: their number, the time for them, and their random generators. */
export function createSchedules(usual: number) {
  const count = wanted > 0 ? wanted : usual;
  const random = createRandom(SEED);
  return { count, timeout: 60_000 + count * 30_000, random, inTurn: createDeck(random) };
}

export type Schedules = ReturnType<typeof createSchedules>;

/**
 * Of the payments that a reorganisation drops some vanish, some are in the first new block again, some in a later one.
 */
export function comeBack<Payment>(lost: readonly Payment[], { random }: Pick<Schedules, 'random'>) {
  const back = lost.filter(() => random(3) > 0);
  const soon = back.filter(() => random(2) === 0);
  return { soon, later: back.filter((payment) => !soon.includes(payment)) };
}

/** A chain any of whose blocks may be replaced, and the customer who receives its payments. */
export interface ReplaceableChain<Transaction> {
  /** Blocks that make a payment final, its own included. */
  readonly confirmations: number;
  pay(amount: bigint): Transaction;
  /** Adds a block with these. */
  extend(transactions: readonly Transaction[]): void;
  /** Takes away so many of the last blocks. */
  cut(depth: number): void;
  height(): number;
  /** Reads the chain to its end and expects the customer to have this balance. */
  agree(expected: bigint, when: string): Promise<void>;
}

/**
 * For tests: pays and reorganises by the schedules, and gives before and after each the payments that are final on the
 * chain. Answers the depth of the deepest reorganisation.
 */
export async function runSchedules<Transaction>(
  chain: ReplaceableChain<Transaction>,
  schedules: Schedules,
): Promise<number> {
  const { count, random } = schedules;
  let payments: { transaction: Transaction; amount: bigint; height: number }[] = [];
  const depths = new Set<number>();

  function extend(again: typeof payments): void {
    const amount = BigInt(random(1_000_000) + 1);
    const fresh = random(3) > 0 ? [] : [{ transaction: chain.pay(amount), amount }];
    const all = [...again, ...fresh];
    chain.extend(all.map(({ transaction }) => transaction));
    const height = chain.height();
    payments = [...payments, ...all.map(({ transaction, amount: paid }) => ({ transaction, amount: paid, height }))];
  }
  const expected = (): bigint =>
    payments
      .filter(({ height }) => chain.height() - height + 1 >= chain.confirmations)
      .reduce((sum, { amount }) => sum + amount, 0n);

  for (let schedule = 0; schedule < count; schedule += 1) {
    const grown = random(6) + 1;
    for (let left = grown; left > 0; left -= 1) extend([]);
    await chain.agree(expected(), `schedule ${schedule}, before`);

    const depth = random(4) === 0 ? random(DEEPEST) + 1 : random(8) + 1;
    depths.add(depth);
    chain.cut(depth);
    const lost = payments.filter(({ height }) => height > chain.height());
    payments = payments.filter(({ height }) => height <= chain.height());
    const { soon, later } = comeBack(lost, schedules);
    extend(soon);
    for (let left = depth; left > 1; left -= 1) extend([]);
    extend(later);
    await chain.agree(expected(), `schedule ${schedule}, depth ${depth}`);
  }
  return Math.max(...depths);
}
