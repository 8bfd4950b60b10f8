import type { OrderId } from '@kobogate/contract';
import type { Task } from '../machine/gate.ts';
import type { OrderState, State } from '../check/state.ts';
import type { Draw } from '@kobogate/testkit/platform/draw.ts';
import type { Server, World } from '../world/world.ts';

/** An order as an administrator saw it, to be decided on later. */
export interface SeenOrder {
  readonly orderId: OrderId;
  readonly version: number;
  /** The naira that was on the screen, in kobo; null: an estimate at the rate of that moment. */
  readonly naira: string | null;
}

/** What a step works on. */
export interface Scene {
  readonly world: World;
  /** The books as they were after the step before. */
  readonly state: State;
  /** The choices of this step. */
  readonly draw: Draw;
  readonly memory: Memory;
}

/** What the people of a schedule remember. */
export interface Memory {
  seen: SeenOrder[];
  /** Approvals that were just accepted, with the naira that was on the screen. */
  approved: SeenOrder[];
  /** Orders that were decided on so that it can be taken back, the newest last. */
  readonly decided: OrderId[];
  /** Conversions that were asked for, with their keys. */
  asked: { readonly user: string; readonly key: string; readonly body: object }[];
  backup: string | null;
  /** How likely time passes in the middle of work, at each turn. */
  stall: number;
  /** How likely a statement loses its connection. */
  lossy: number;
  /** How long ago, in simulated time, the backup was made. */
  backupAt: number;
}

/** Begins what a step does; the work goes on when the gate gives it turns. */
export type Act = (scene: Scene) => Promise<readonly Task[]>;

/** One of the servers; none runs after a crash. */
export function anyServer({ world, draw }: Scene): Server | null {
  return world.servers.length === 0 ? null : draw.of(world.servers);
}

/** Whether an order's coins are all there. */
export const isCovered = ({ funding }: OrderState): boolean => /^(?:funded|overpaid|late)$/.test(funding);
