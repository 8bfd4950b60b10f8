import { createDraw } from '@kobogate/testkit/platform/draw.ts';

/** One step of a schedule: what happens, and the seed of its own choices, so that leaving out another step changes nothing in it. */
export interface Step {
  readonly kind: StepKind;
  readonly seed: number;
  /** Goes on while the next step happens too. */
  readonly isTogether: boolean;
}

/** How often each kind of step is drawn, beside the others. */
const WEIGHTS = {
  'make a wallet': 2,
  convert: 5,
  'convert again with the same key': 1,
  'open a payment': 3,
  pay: 8,
  mine: 4,
  'reorganise a chain': 4,
  'let watchers look': 4,
  'everything goes on': 14,
  'handle events': 10,
  'run a timer': 4,
  'look at an order': 6,
  'decide on an order': 6,
  'decide on a payout': 6,
  'answer a rate': 1,
  'a bank works': 5,
  'a bank calls back': 4,
  'a bank misbehaves': 4,
  'a node fails': 2,
  'a rate moves': 2,
  'mail fails': 1,
  'time passes': 10,
  'a clock is wrong': 2,
  'a process dies': 2,
  'a process will die': 5,
  'a process starts': 3,
  'a process stalls': 3,
  'the database is lost': 3,
  'a backup is made': 2,
  'the backup is restored': 3,
} as const;

export type StepKind = keyof typeof WEIGHTS;
const STEP_KINDS = Object.keys(WEIGHTS) as StepKind[];

const URN: readonly StepKind[] = STEP_KINDS.flatMap((kind) => Array.from({ length: WEIGHTS[kind] }, () => kind));

/** The steps that a seed gives: these many, after those with which each schedule begins. */
export function stepsOf(seed: number, count: number): Step[] {
  const draw = createDraw(seed, 6);
  // Most schedules begin as a day does: with a customer who wants to convert.
  const first: StepKind[] = ['a bank misbehaves', 'a bank misbehaves', 'convert', 'pay', 'everything goes on'];
  const kinds = [...first, ...Array.from({ length: count }, () => draw.of(URN))];
  return kinds.map((kind) => ({ kind, seed: draw.below(2 ** 30), isTogether: draw.chance(0.25) }));
}
