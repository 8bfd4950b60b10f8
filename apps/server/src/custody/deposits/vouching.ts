import type { DepositId } from '@kobogate/contract';
import type { BlockRef } from './blocks.ts';
import type { OpenDeposit } from './deposit.ts';

/** Why a deposit that is deep enough is not credited: the chain's, a second provider's or a person's word is missing. */
export type WaitsFor = 'finality' | 'provider' | 'person';

/**
 * What has to be said of a deposit that is deep enough before it is credited: by the chain, that its block is final; by
 * a second provider, that it is there.
 */
export interface Vouching {
  /**
   * Which of these may be credited now, when `tip` is the newest block that was read. A deposit that providers have
   * otherwise than it was recorded is read again, and may be credited at the next look. Asks providers, so no transaction is open.
   */
  allow(network: string, tip: BlockRef, due: readonly OpenDeposit[]): Promise<{ has(id: DepositId): boolean }>;
}
