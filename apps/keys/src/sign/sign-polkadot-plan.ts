import { polkadotAddress } from '@kobogate/addresses';
import {
  dotTransferOf,
  dotTransferPayload,
  dotTransferSigned,
  mostPolkadotFee,
  type PolkadotPlanned,
} from '@kobogate/plans';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { SignerAt } from '../derive/family-keys.ts';
import { type Examined, refused, requireOneTreasury, requireOwn, requirePayee } from './examine.ts';

const ASSET = 'DOT@polkadot';

/**
 * Examines the transfers of a plan: each from an address of this seed, a sweep to its treasury, and with sane fees. The
 * signed bytes are made from the plan itself, and name Asset Hub. Throws `Refusal` in words. Pure.
 */
export function examinePolkadot(transactions: readonly PolkadotPlanned[], signerAt: SignerAt): Examined {
  const proven = new Set<string>();
  const treasuries = new Set([polkadotAddress(signerAt(1, 0).publicKey).address]);
  const prove = (place: PolkadotPlanned['from']): void => {
    requireOneTreasury(place);
    requireOwn(place, polkadotAddress(signerAt(place.chain, place.index).publicKey));
    proven.add(place.address);
  };
  const toOthers: { address: string; asset: string; amount: bigint }[] = [];
  let [own, fees] = [0n, 0n];
  for (const { purpose, asset, amount, from, payee, payeePlace, fee } of transactions) {
    if (asset !== ASSET || amount === 0n) throw refused(`The plan moves ${asset}.`);
    prove(from);
    if (fee > mostPolkadotFee()) throw refused('A transaction of the plan offers the network far more than it costs.');
    fees += fee;
    if (purpose === 'refund') {
      toOthers.push({ address: requirePayee(payee, 'polkadot', treasuries), asset, amount });
      continue;
    }
    if (payeePlace?.chain !== 1 || payeePlace.address !== payee) {
      throw refused('A transaction is called a sweep and does not end at an address of yours.');
    }
    prove(payeePlace);
    own += amount;
  }
  const toOwn = own === 0n ? new Map<string, bigint>() : new Map([[ASSET, own]]);
  const fee = { asset: ASSET, amount: fees };
  return { toOwn, toOthers, fee, transactions: transactions.length, proven: proven.size };
}

/** Signs what `examinePolkadot` has accepted, in order. */
export function signPolkadotPlan(transactions: readonly PolkadotPlanned[], signerAt: SignerAt): string[] {
  return transactions.map((planned) => {
    const transfer = dotTransferOf(planned);
    const signature = signerAt(planned.from.chain, planned.from.index).sign(dotTransferPayload(transfer));
    return `0x${bytesToHex(dotTransferSigned(transfer, signature))}`;
  });
}
