import type { Planned } from './plan.ts';
import { solanaCost } from './solana-transfer.ts';

/**
 * The most that its network takes for a planned transaction, in the smallest units of its own coin, rent included. On
 * rollups of the OP Stack Ethereum's fee for the data comes on top, which no transaction can bound. Pure.
 */
export function mostFeeOf(planned: Planned): bigint {
  if (planned.kind === 'evm') return planned.gas * planned.maxFeePerGas;
  return planned.kind === 'solana' ? solanaCost(planned) : planned.fee;
}
