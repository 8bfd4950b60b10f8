import type { NetworkId } from '@kobogate/contract';
import type { Plan, Planned } from '@kobogate/plans';
import { custody, networkFees, type Transfer, treasury, unexplained } from '../../ledger/index.ts';
import { nativeOf } from '../treasury/describe-moves.ts';
import type { OwnKind } from '../wallets/db.ts';
import type { TreasuryWallet, Traced } from '../treasury/treasury-wallet.ts';

/** A transaction's payment to an address that is not ours. */
interface PaidOut {
  readonly asset: string;
  readonly addressKey: string;
  readonly address: string;
  readonly amount: bigint;
}

/** The result of a transaction that the books did not know. */
interface Described {
  readonly transfers: readonly Transfer[];
  readonly payments: readonly PaidOut[];
}

/**
 * The ledger's transfers of one of our transactions by what it moved on the chain: everything of deposit addresses
 * passes through the treasury, which pays the fee and all other receivers. Payments are unexplained until an
 * administrator explains them. Null where inputs and outputs do not balance, as where coins of another owner were spent
 * in the same transaction. Pure.
 */
export function describeFound(
  network: NetworkId,
  { isSuccess, fee, returned = 0n, changes }: Traced,
  own: ReadonlyMap<string, OwnKind>,
): Described | null {
  const native = nativeOf(network);
  const transfers: Transfer[] = [
    { debit: networkFees(native), credit: treasury(native), amount: fee },
    { debit: treasury(native), credit: networkFees(native), amount: returned },
  ];
  const payments: PaidOut[] = [];
  for (const asset of new Set([native, ...changes.map((change) => change.asset)])) {
    const here = changes.filter((change) => change.asset === asset);
    const at = (kind: OwnKind): bigint =>
      here.filter(({ addressKey }) => own.get(addressKey) === kind).reduce((sum, { amount }) => sum + amount, 0n);
    const [swept, kept] = [at('deposit'), at('treasury')];
    const others = here.filter(({ addressKey }) => !['deposit', 'treasury'].includes(own.get(addressKey) ?? ''));
    const paid = others.reduce((sum, { amount }) => sum + amount, 0n);
    if (
      others.some(({ amount }) => amount < 0n) ||
      swept + kept + paid + (asset === native ? fee - returned : 0n) !== 0n
    )
      return null;
    transfers.push(
      swept < 0n
        ? { debit: treasury(asset), credit: custody(asset), amount: -swept }
        : { debit: custody(asset), credit: treasury(asset), amount: swept },
      { debit: unexplained(asset), credit: treasury(asset), amount: paid },
    );
    payments.push(...others);
  }
  const isOdd = !isSuccess && payments.length > 0;
  return isOdd ? null : { transfers: transfers.filter(({ amount }) => amount > 0n), payments };
}

/** What a planned transaction uses up; each item can be used only once on its chain. Pure. */
function usesOf({ replacing }: Pick<TreasuryWallet, 'replacing'>, planned: Planned): readonly string[] {
  return replacing?.uses(planned) ?? [];
}

/** The transactions of a plan that another one excludes, and what of theirs it has used up. Pure. */
export function usedUpBy(
  treasuryWallet: Pick<TreasuryWallet, 'replacing'>,
  { transactions }: Plan,
  traced: Pick<Traced, 'uses'>,
): { readonly transactions: readonly Planned[]; readonly usedUp: readonly string[] } {
  const used = new Set(traced.uses);
  const taken = (planned: Planned): string[] => usesOf(treasuryWallet, planned).filter((each) => used.has(each));
  return {
    transactions: transactions.filter((planned) => taken(planned).length > 0),
    usedUp: transactions.flatMap(taken),
  };
}

/** Whether a transaction of the chain paid something to whom a planned one is to pay a refund. Pure. */
export function paysRefundOf(planned: Planned, { changes }: Pick<Traced, 'changes'>): boolean {
  const payees =
    'inputs' in planned
      ? planned.outputs.flatMap(({ refundId, address }) => (refundId === null ? [] : [{ asset: undefined, address }]))
      : planned.refundId === null
        ? []
        : [{ asset: planned.asset, address: planned.payee }];
  return payees.some(({ asset, address }) =>
    changes.some((change) => isSame({ asset: asset ?? change.asset, address }, change) && change.amount > 0n),
  );
}

/**
 * Whether a transaction of the chain is the planned one: it used up exactly the same inputs or nonces, and paid each receiver
 * of the plan the same amount. A receiver from which it also spends is not compared. If the plan has no other, as when it calls
 * off a refund, no other address may have received anything. One without anything to use up is never recognised. Pure.
 */
export function isPlanned(
  treasuryWallet: Pick<TreasuryWallet, 'replacing'>,
  planned: Planned,
  traced: Traced,
): boolean {
  const uses = usesOf(treasuryWallet, planned);
  if (uses.length === 0 || !uses.every((used) => traced.uses.includes(used))) return false;
  if ('inputs' in planned && traced.uses.length !== uses.length) return false;
  // It failed in its block: its nonce is used up, and nothing was paid.
  if (!traced.isSuccess) return true;
  const payers = 'inputs' in planned ? planned.inputs.map(({ place }) => place.address) : [planned.from.address];
  const paid =
    'inputs' in planned
      ? planned.outputs.map(({ address, amount }) => ({ asset: nativeAssetOf(traced), address, amount }))
      : [{ asset: planned.asset, address: planned.payee, amount: planned.amount }];
  const wanted = paid.filter(({ address }) => !payers.includes(address));
  if (wanted.length === 0) {
    const own = new Set(payers.map((address) => address.toLowerCase()));
    return traced.changes.every(({ address, amount }) => amount <= 0n || own.has(address.toLowerCase()));
  }
  return wanted.every((each) => {
    const sum = wanted.reduce((all, other) => (isSame(each, other) ? all + other.amount : all), 0n);
    // Solana's treasury pays the fee of sweeps into it.
    const net = new Set([sum, sum - traced.fee]);
    // What an account gives back is known to the lamport only once it is closed.
    if (isClosing(planned))
      return traced.changes.some((change) => change.address === each.address && change.amount > 0n);
    return traced.changes.some((change) => isSame(each, change) && net.has(change.amount));
  });
}

interface Place {
  readonly asset: string | undefined;
  readonly address: string;
}

/** Chains with unspent outputs know one asset of ours. */
const nativeAssetOf = ({ changes }: Traced): string | undefined => changes[0]?.asset;

const isSame = (one: Place, other: Place): boolean =>
  one.asset === other.asset && one.address.toLowerCase() === other.address.toLowerCase();

const isClosing = (planned: Planned): boolean => 'purpose' in planned && planned.purpose === 'close';
