import type { NetworkAsset, Payment } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import { WalletFailure } from './wallet.ts';

/** What is missing, in the asset's smallest units, exactly. Throws `WalletFailure` where nothing is missing. Pure. */
export function unitsMissing({ missing }: Payment, { decimals }: NetworkAsset): bigint {
  const parsed = parseAmount(missing, decimals);
  if (!parsed.ok || parsed.value <= 0n) throw new WalletFailure('rate-ended');
  return parsed.value;
}
