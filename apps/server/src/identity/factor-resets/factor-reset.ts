import type { FactorReset as OpenFactorReset, FactorResetDetail, FactorResetId, UserId } from '@kobogate/contract';
import { describeDevice, maskAddress } from '../accounts/device.ts';

/** A request to remove a lost second factor, while it is open. */
export interface FactorReset {
  readonly id: FactorResetId;
  readonly userId: UserId;
  readonly askedAt: Date;
  /** Not carried out before, whenever it was granted. */
  readonly dueAt: Date;
  /** What happened, in the person's own words. */
  readonly statement: string;
  readonly begunBy: FactorResetDetail['begunBy'];
  readonly userAgent: string;
  readonly address: string;
  /** By what the account knew the caller. */
  readonly knownBy: FactorResetDetail['knownBy'];
  /** The first of the two administrators who grant it, while their word counts. */
  readonly first: { readonly adminId: UserId; readonly by: string; readonly at: Date; readonly reason: string } | null;
  readonly grantedAt: Date | null;
}

/** How a request ended: carried out, refused by an administrator, stopped by its owner, or with what it began with or was needed for. */
export type ResetOutcome = 'done' | 'refused' | 'stopped' | 'lapsed';

/** Whether it is to be carried out now: two administrators have granted it, and its wait is over. Pure. */
export const isDue = ({ grantedAt, dueAt }: Pick<FactorReset, 'grantedAt' | 'dueAt'>, now: Date): boolean =>
  grantedAt !== null && dueAt <= now;

/** When a request of now may be carried out. Pure. */
export const dueAfter = (hours: number, now: Date): Date => new Date(now.getTime() + hours * 3_600_000);

/** From where it was asked for, in words and without what identifies a subscriber. Pure. */
export const placeOfReset = ({ userAgent, address }: Pick<FactorReset, 'userAgent' | 'address'>) => ({
  device: describeDevice(userAgent).device,
  address: maskAddress(address),
});

/** The request as its owner sees it. Pure. */
export const presentReset = ({
  askedAt,
  dueAt,
  grantedAt,
}: Pick<FactorReset, 'askedAt' | 'dueAt' | 'grantedAt'>): OpenFactorReset => ({
  askedAt: askedAt.toISOString(),
  dueAt: dueAt.toISOString(),
  isGranted: grantedAt !== null,
});

/** The request as administrators see it. Pure. */
export const presentResetDetail = (reset: FactorReset): FactorResetDetail => ({
  id: reset.id,
  askedAt: reset.askedAt.toISOString(),
  dueAt: reset.dueAt.toISOString(),
  statement: reset.statement,
  begunBy: reset.begunBy,
  ...placeOfReset(reset),
  knownBy: reset.knownBy,
  first: reset.first === null ? null : { ...reset.first, at: reset.first.at.toISOString() },
  grantedAt: reset.grantedAt?.toISOString() ?? null,
});
