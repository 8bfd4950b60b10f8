import { createDraw, type Draw } from '@kobogate/testkit/platform/draw.ts';
import { FAULTS, OF_COINS, type StepKind, WEIGHTS } from './kinds.ts';
import { COIN_THEMES, THEMES } from './themes.ts';

/** What the schedules of a run are about: all that happens, or coins and naira that go another way than usual. */
export type About = 'everything' | 'coins';

/** One step of a schedule: what happens, and the seed of its own choices, so that leaving out another step changes nothing in it. */
export interface Step {
  readonly kind: StepKind;
  readonly seed: number;
  /** Goes on while the next step happens too. */
  readonly isTogether: boolean;
}

const KINDS: Readonly<Record<About, Partial<Record<StepKind, number>>>> = {
  everything: { ...WEIGHTS, ...FAULTS },
  coins: { ...WEIGHTS, ...OF_COINS, ...FAULTS },
};
/** How likely a kind of fault is part of a schedule whose theme is another. */
const FAULT_IN_A_SCHEDULE = 0.4;

/** The steps that a seed gives: those with which its theme begins, and these many more. */
export function stepsOf(seed: number, count: number, about: About): Step[] {
  const draw = createDraw(seed, 6);
  const { begins, more } = draw.of(about === 'coins' ? COIN_THEMES : THEMES);
  const urn = urnOf(draw, more, KINDS[about]);
  const kinds = [...begins, ...Array.from({ length: count }, () => draw.of(urn))];
  return kinds.map((kind) => ({ kind, seed: draw.below(2 ** 30), isTogether: draw.chance(0.2) }));
}

function urnOf(
  draw: Draw,
  more: Partial<Record<StepKind, number>>,
  kinds: Partial<Record<StepKind, number>>,
): readonly StepKind[] {
  return (Object.keys(kinds) as StepKind[]).flatMap((kind) => {
    const isIn = !(kind in FAULTS) || draw.chance(FAULT_IN_A_SCHEDULE) || kind in more;
    const length = isIn ? (kinds[kind] ?? 0) + (more[kind] ?? 0) : 0;
    return Array.from({ length }, () => kind);
  });
}
