import type { NetworkId } from '@kobogate/contract';
import { type BitcoinPlanned, type EvmPlanned, formatFile, type Plan, readPlan, SIGNED_FORMAT } from '@kobogate/plans';
import type { SpendingKeys } from '../derive/spending-keys.ts';
import { Refusal } from '../refusal.ts';
import { describeExamined, type Examined, refused } from '../sign/examine.ts';
import { examineBitcoin, signBitcoinPlan } from '../sign/sign-bitcoin-plan.ts';
import { evmNetworkOf, examineEvm, signEvmPlan } from '../sign/sign-evm-plan.ts';

export interface Signing {
  readonly network: NetworkId;
  /** What would be signed, in lines for a person. */
  readonly words: string;
  /** Signs, and answers the signed file's text. */
  sign(): string;
}

/**
 * Examines a plan's file: everything that is shown was read from the transactions themselves, and every address of ours was
 * derived from the seed again. Throws `Refusal` in words where anything is not as the plan says.
 */
export function prepareSigning(text: string, keys: SpendingKeys): Signing {
  const plan = readPlan(text);
  if (plan === null) throw new Refusal('This is no plan of this version of Kobogate. Nothing was signed.');
  if (plan.transactions.length === 0) throw refused('The plan has no transactions.');
  const { examined, sign } = examine(plan, keys);
  return {
    network: plan.network,
    words: describeExamined(plan.network, examined),
    sign: () => formatFile({ format: SIGNED_FORMAT, plan, signed: sign() }),
  };
}

function examine(plan: Plan, keys: SpendingKeys): { examined: Examined; sign: () => string[] } {
  const evm = plan.transactions.filter((planned): planned is EvmPlanned => planned.kind === 'evm');
  const bitcoin = plan.transactions.filter((planned): planned is BitcoinPlanned => planned.kind === 'bitcoin');
  const network = evmNetworkOf(plan);
  if (network !== undefined && bitcoin.length === 0) {
    return { examined: examineEvm(network, evm, keys.evm), sign: () => signEvmPlan(network, evm, keys.evm) };
  }
  if (plan.network === 'mainnet' && evm.length === 0) {
    return {
      examined: examineBitcoin(bitcoin, keys.bitcoin),
      sign: () => signBitcoinPlan(bitcoin, keys.bitcoin),
    };
  }
  throw refused('The plan has transactions of another network than it says.');
}
