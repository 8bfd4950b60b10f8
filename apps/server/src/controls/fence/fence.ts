import { DependencyDown, dependencyDown } from '../../platform/errors.ts';

/** Why a fence was raised. */
export type FenceCause =
  /** The restore command put an older database back. */
  | 'restored'
  /** The file beside a server knows of more departures than the database. */
  | 'older-than-file'
  /** A bank has made a transfer with a reference in our form that the books don't know. */
  | 'unknown-transfer'
  /** The operator asked for it, with `RECOVERY=1`. */
  | 'operator';

/** While it is up nothing leaves. */
export interface Fence {
  readonly id: string;
  readonly cause: FenceCause;
  /** For people: what was seen. */
  readonly reason: string;
  readonly raisedAt: Date;
  /** The banks' lists are read from here on: safely before the newest payout that the books know. */
  readonly readFrom: Date;
  readonly firstLiftedBy: string | null;
  readonly firstLiftedAt: Date | null;
}

/** What has been compared with the books since a fence was raised: a rail's list, or a network's chain. */
export interface RecoveryCheck {
  readonly part: 'rail' | 'chain';
  /** The rail's or the network's name. */
  readonly name: string;
  readonly state: 'reading' | 'done' | 'failed';
  /** For people: what was read, or why it could not be. */
  readonly detail: string;
  /** Up to when the whole of it was read; null: not yet. */
  readonly readTo: Date | null;
}

const PART = 'recovery';

/** 503: the fence is up. What waits in the queue comes again by itself once it is lifted. */
export const fenced = (): DependencyDown =>
  dependencyDown(
    PART,
    'The books are being compared with the banks and the chains, so nothing leaves for now. Nothing was done and ' +
      'nothing is lost; please try again later.',
  );

/** Whether something was refused because a fence is up. Pure. */
export const isRefusedByFence = (error: unknown): error is DependencyDown =>
  error instanceof DependencyDown && error.dependency === PART;
