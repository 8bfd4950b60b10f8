import type { DepositId } from '@kobogate/contract';
import type { OpenDeposit } from './deposit.ts';

/** Why a deposit that is deep enough is not credited: the chain's, a second provider's or a person's word is missing. */
export type WaitsFor = 'finality' | 'provider' | 'person';

/**
 * What has to be said of a deposit that is deep enough before it is credited: by the chain, that its block is final; by
 * a second provider, that it is there.
 */
export interface Vouching {
  /** Which of these may be credited now. Asks providers, so no transaction is open. */
  allow(network: string, due: readonly OpenDeposit[]): Promise<{ has(id: DepositId): boolean }>;
}
