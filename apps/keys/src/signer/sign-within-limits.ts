import { evmAddress } from '@kobogate/addresses';
import { EVM_NETWORK_IDS, findLedgerAsset, NETWORKS } from '@kobogate/contract';
import { formatUnits } from '@kobogate/money';
import { type EvmPlanned, formatFile, type Plan, readPlan, SIGNED_FORMAT } from '@kobogate/plans';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { KeyAt } from '../derive/family-keys.ts';
import { refused, requireOwn } from '../sign/examine.ts';
import { requireFee, signEvmPlan } from '../sign/sign-evm-plan.ts';
import type { Counts, Journal } from './journal.ts';
import { readSignedEvm, readTokenTransfer, type SignedEvm } from './read-evm.ts';
import type { NetworkSettings, SignerSettings } from './settings.ts';

const MOST_TRANSACTIONS = 200;

/** The name under which gas of a network is counted. */
export const gasOf = (network: string): string => `gas of ${network}`;

/**
 * Signs a plan that takes coins of this seed's deposit addresses to the one cold address of their network, and gas to
 * those addresses, and nothing else. Where each signed transaction ends, and how much it moves, is read from its bytes.
 * What it counts for is on disk before the answer is given; the same plan again is signed again and counts once, so
 * that an answer that was lost can be asked for. Throws `Refusal` in words.
 */
export function signWithinLimits(
  text: string,
  { keyAt, settings, journal }: { keyAt: KeyAt; settings: Pick<SignerSettings, 'networks'>; journal: Journal },
): string {
  const plan = readPlan(text);
  if (plan === null) throw refused('This is no plan of this version of Kobogate.');
  const network = EVM_NETWORK_IDS.find((id) => id === plan.network);
  const own = network === undefined ? undefined : settings.networks.get(network);
  if (network === undefined || own === undefined) throw refused(`This signer moves nothing on ${plan.network}.`);
  const transactions = plan.transactions.filter((planned): planned is EvmPlanned => planned.kind === 'evm');
  const isRight = transactions.length === plan.transactions.length && transactions.length > 0;
  if (!isRight || transactions.length > MOST_TRANSACTIONS) throw refused('The plan has no transactions, or too many.');
  for (const planned of transactions) {
    requireOwn(planned.from, evmAddress(keyAt(planned.from.chain, planned.from.index).publicKey));
    requireFee(network, planned);
  }
  const signed = signEvmPlan(network, transactions, keyAt);
  const { chainId } = NETWORKS[network];
  const counts = new Map<string, bigint>();
  for (const [at, planned] of transactions.entries()) {
    countOne(counts, { planned, bytes: readSignedEvm(signed[at] ?? ''), plan, own, keyAt, chainId });
  }
  const digest = bytesToHex(sha256(utf8ToBytes(formatFile(plan))));
  const before = journal.digestOf(plan.id);
  if (before !== undefined && before !== digest) throw refused('Another plan of this name was signed before.');
  if (before === undefined) {
    requireWithin(counts, { own, plan, journal });
    journal.add(plan.id, digest, counts);
  }
  return formatFile({ format: SIGNED_FORMAT, plan, signed });
}

interface One {
  readonly planned: EvmPlanned;
  readonly bytes: SignedEvm;
  readonly plan: Plan;
  readonly own: NetworkSettings;
  readonly keyAt: KeyAt;
  readonly chainId: number;
}

/** Adds what one signed transaction does to the counts. Throws `Refusal` where its bytes do anything that is not allowed. */
function countOne(counts: Map<string, bigint>, { planned, bytes, plan, own, keyAt, chainId }: One): void {
  const add = (what: string, amount: bigint): unknown => counts.set(what, (counts.get(what) ?? 0n) + amount);
  const asset = findLedgerAsset(planned.asset);
  if (asset?.network !== plan.network) throw refused(`The plan moves ${planned.asset}.`);
  if (bytes.chainId !== BigInt(chainId)) throw refused('A transaction is for another chain.');
  const isCoin = bytes.data === '0x';
  const transfer = isCoin ? { to: bytes.to, amount: bytes.value } : readTokenTransfer(bytes.data);
  if (transfer === null || (!isCoin && bytes.value !== 0n)) throw refused('A transaction is no transfer.');
  const isNamed = isCoin ? asset.contract === null : same(asset.contract ?? '', bytes.to);
  if (!isNamed) throw refused(`A transaction moves something else than ${planned.asset}.`);
  if (transfer.amount === 0n) throw refused('A transaction moves nothing.');
  add(gasOf(plan.network), bytes.cost);
  const { from, payeePlace } = planned;
  if (payeePlace !== null && from.chain === 1 && payeePlace.chain === 0 && isCoin) {
    const payee = evmAddress(keyAt(0, payeePlace.index).publicKey);
    requireOwn(payeePlace, payee);
    if (!same(payee.address, transfer.to)) throw refused('Gas does not go to the address that the plan names.');
    add(gasOf(plan.network), transfer.amount);
    return;
  }
  if (from.chain !== 0 || !same(transfer.to, own.cold)) {
    throw refused(`A transaction ends at ${transfer.to}, and only ${own.cold} is allowed.`);
  }
  const limit = own.limits.get(asset.code);
  if (limit === undefined) throw refused(`No limit is set for ${asset.currency}, so that none of it is moved.`);
  if (transfer.amount > limit.transaction) {
    const [amount, most] = [transfer.amount, limit.transaction].map((units) => formatUnits(units, asset.decimals));
    throw refused(`A transaction moves ${amount} ${asset.currency}, and ${most} is the most.`);
  }
  add(asset.code, transfer.amount);
}

/** Throws where the plan and what was signed today are together above a limit of the day. */
function requireWithin(
  counts: Counts,
  { own, plan, journal }: { own: NetworkSettings; plan: Plan; journal: Journal },
): void {
  for (const [what, amount] of counts) {
    const isGas = what === gasOf(plan.network);
    const most = isGas ? own.gasADay : (own.limits.get(what)?.day ?? 0n);
    const used = journal.today(what);
    if (used + amount <= most) continue;
    const asset = findLedgerAsset(what);
    const text = (units: bigint): string => formatUnits(units, asset?.decimals ?? 18);
    const name = isGas ? `the coins for ${what}` : (asset?.currency ?? what);
    throw refused(
      `The day’s limit of ${name} is ${text(most)}: ${text(used)} was signed today (UTC), and this plan has ${text(amount)}.`,
    );
  }
}

/** Addresses differ in their capitals alone where they have a checksum. */
const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
