import { evmAddress } from '@kobogate/addresses';
import {
  ASSETS,
  EVM_NETWORK_IDS,
  type EvmNetworkId,
  findLedgerAsset,
  NETWORKS,
  STRAY_ASSETS,
} from '@kobogate/contract';
import { type EvmPlanned, mostEvmFee, mostFeeOf, type Plan, tokenTransferData } from '@kobogate/plans';
import type { KeyAt } from '../derive/family-keys.ts';
import { type Examined, refused, requireOwn, requirePayee } from './examine.ts';
import { signEvm } from './sign-evm.ts';

/** The EVM network of a plan, or undefined for another family's. */
export const evmNetworkOf = (plan: Plan): EvmNetworkId | undefined =>
  EVM_NETWORK_IDS.find((network) => network === plan.network);

/**
 * Reads every transaction of a plan as the network would: it must move exactly the coins that it names, from an address of this
 * seed, for a sane fee, and its sweeps and gas must end at addresses of this seed. Throws `Refusal` in words. Pure.
 */
export function examineEvm(network: EvmNetworkId, transactions: readonly EvmPlanned[], keyAt: KeyAt): Examined {
  const toOwn = new Map<string, bigint>();
  const toOthers: { address: string; asset: string; amount: bigint }[] = [];
  const proven = new Set<string>();
  const treasuries = new Set([evmAddress(keyAt(1, 0).publicKey).address]);
  let fee = 0n;
  for (const planned of transactions) {
    requireOwn(planned.from, evmAddress(keyAt(planned.from.chain, planned.from.index).publicKey));
    proven.add(planned.from.address);
    requireCall(network, planned);
    fee += requireFee(network, planned);
    const { asset, amount, payee, payeePlace, purpose } = planned;
    if (purpose === 'refund') {
      toOthers.push({ address: requirePayee(payee, network, treasuries), asset, amount });
      continue;
    }
    const wantedChain = purpose === 'sweep' ? 1 : 0;
    if (payeePlace?.chain !== wantedChain || payeePlace.address !== payee) {
      throw refused(`A transaction is called a ${purpose} and does not end at an address of yours.`);
    }
    requireOwn(payeePlace, evmAddress(keyAt(payeePlace.chain, payeePlace.index).publicKey));
    proven.add(payee);
    toOwn.set(asset, (toOwn.get(asset) ?? 0n) + amount);
  }
  const native = [...ASSETS, ...STRAY_ASSETS].find((each) => each.network === network && each.contract === null);
  const total = { asset: native?.code ?? '', amount: fee };
  return { toOwn, toOthers, fee: total, transactions: transactions.length, proven: proven.size };
}

/** The most that a planned transaction costs. Throws `Refusal` where that is no sane fee. Pure. */
function requireFee(network: EvmNetworkId, planned: EvmPlanned): bigint {
  const cost = mostFeeOf(planned);
  if (cost > mostEvmFee(network) || planned.maxPriorityFeePerGas > planned.maxFeePerGas) {
    throw refused('A transaction of the plan offers the network far more than it costs.');
  }
  return cost;
}

/** Throws unless the signed bytes move what the plan says: the bytes themselves can't be read by eye. */
function requireCall(network: EvmNetworkId, planned: EvmPlanned): void {
  const asset = findLedgerAsset(planned.asset);
  if (asset?.network !== network || planned.amount === 0n) throw refused(`The plan moves ${planned.asset}.`);
  const isIt =
    asset.contract === null
      ? planned.to === planned.payee && planned.value === planned.amount && planned.data === '0x'
      : planned.to === asset.contract &&
        planned.value === 0n &&
        planned.data === tokenTransferData(planned.payee, planned.amount);
  if (!isIt) throw refused('A transaction of the plan does something else than the plan says.');
}

/** Signs what `examineEvm` has accepted, in order. */
export function signEvmPlan(network: EvmNetworkId, transactions: readonly EvmPlanned[], keyAt: KeyAt): string[] {
  const { chainId } = NETWORKS[network];
  return transactions.map((planned) =>
    signEvm(planned, chainId, keyAt(planned.from.chain, planned.from.index).privateKey),
  );
}
