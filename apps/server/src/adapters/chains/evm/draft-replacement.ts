import { type EvmNetworkId, NETWORKS } from '@kobogate/contract';
import { type EvmPlanned, mostEvmFee, mostFeeOf } from '@kobogate/plans';
import type { OwnAddress, Replacement } from '../../../custody/index.ts';

/** A waiting transaction, with the nonces of its address that blocks have used. */
export interface WaitingPayment {
  readonly planned: EvmPlanned;
  readonly txid: string;
  /** How many transactions of its address are in blocks, and how many in final blocks that the watcher has read. */
  readonly mined: number;
  readonly final: number;
  /** Whether the node has this exact transaction, in a block or not. */
  readonly isKnown: boolean;
}

export interface ReplacementFacts {
  readonly network: EvmNetworkId;
  /** In the network's own coin, by address. */
  readonly balances: ReadonlyMap<string, bigint>;
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
  readonly reserve: bigint;
  readonly treasury: TreasuryFacts;
}

/** The treasury, which pays for more gas where an address has too little by now. */
export interface TreasuryFacts {
  readonly address: OwnAddress;
  /** The network's own coin, with which it pays. */
  readonly native: string;
  /** Gas of one such payment. */
  readonly gas: bigint;
  /** What other plans take from it. */
  readonly promised: bigint;
  /** The number of its next transaction by the node, and those that plans have taken. */
  readonly nonce: number;
  readonly taken: ReadonlySet<number>;
}

/**
 * What only one transaction can use: a nonce of an account (EIP-155 transactions of one chain carry each nonce once).
 * Pure.
 */
export const numberOf = ({ from, nonce }: EvmPlanned): string => `${from.address.toLowerCase()} ${nonce}`;

/**
 * A node accepts a replacement with the same nonce for a tenth more (the default of geth and its descendants); this is
 * an eighth.
 */
const raised = (price: bigint): bigint => (price * 9n) / 8n + 1n;
const larger = (one: bigint, other: bigint): bigint => (one > other ? one : other);
const isNative = ({ data }: EvmPlanned): boolean => data === '0x';

/**
 * The same payments with the same nonces at a higher price. Where an address has too little, the treasury sends it the rest;
 * where that lacks it too, its transactions stay as they are, unless a refund waits for them. Gas payments that are not mined
 * yet are raised with the price. If a final block has used a nonce for something else, the waiting transaction is impossible.
 * This is concluded only if the watcher has read that far and not found it, since a node may simply have forgotten a
 * transaction. Pure.
 */
export function draftReplacement(facts: ReplacementFacts, waiting: readonly WaitingPayment[]): Replacement {
  const used = waiting.filter(({ mined, planned }) => mined > planned.nonce);
  const unsure = used.find(({ final, planned, isKnown }) => isKnown || final <= planned.nonce);
  if (unsure !== undefined) {
    const { from, nonce } = unsure.planned;
    return {
      refusal: `A block has used the number ${nonce} of ${from.address} by now. Please wait until that is final and the watcher has read it, and look again.`,
    };
  }
  const impossible = new Set(used.map(({ txid }) => txid));
  const dearest = new Map<string, EvmPlanned>();
  for (const { planned, txid } of waiting) {
    // Of several attempts the last was the most expensive.
    if (!impossible.has(txid)) dearest.set(numberOf(planned), planned);
  }
  const priced = [...dearest.values()].map((planned) => atPrice(planned, facts));
  const dear = priced.find((planned) => mostFeeOf(planned) > mostEvmFee(facts.network));
  if (dear !== undefined) {
    return {
      refusal:
        'Replacing the waiting transactions would at present cost more than the key tool signs for. Please wait.',
    };
  }
  const raisedOnes = priced.map((planned) => withRaisedGas(planned, priced, [...dearest.values()]));
  const topped = [...raisedOnes, ...draftMoreGas(facts, raisedOnes)];
  const notes =
    impossible.size === 0
      ? []
      : [`${impossible.size} of them can no longer be included, as other transactions have used their numbers.`];
  const transactions: EvmPlanned[] = [];
  for (const address of new Set(topped.map(({ from }) => from.address))) {
    const own = topped.filter(({ from }) => from.address === address);
    const affordable = afford(own, spendableAt(facts, topped, address));
    if (affordable === null) {
      const needs = own.some(({ from }) => from.chain === 1) || own.some(({ asset }) => isRefunded(topped, asset));
      const words = `${address} lacks ${NETWORKS[facts.network].name}'s own coin for the present price of its gas`;
      if (needs) return { refusal: `${words}, and a refund waits for it. Put some in and look again.` };
      notes.push(
        `${words}: its transactions were left as they are, and stay watched. Send their file again when the price has fallen.`,
      );
      continue;
    }
    transactions.push(...affordable);
  }
  const inOrder = transactions.toSorted((left, right) => left.stage - right.stage || left.nonce - right.nonce);
  return { transactions: inOrder, notes, impossible };
}

/**
 * The smallest payment of the treasury to itself, with the nonce of a refund, which then can't be mined any more. Pure.
 */
export function cancelling(
  planned: EvmPlanned,
  { chain, index, address }: OwnAddress,
  native: string,
): EvmPlanned | null {
  if (planned.purpose !== 'refund' || planned.from.address !== address) return null;
  const self = { to: address, payee: address, payeePlace: { chain, index, address }, refundId: null };
  return { ...planned, ...self, purpose: 'sweep', asset: native, amount: 1n, value: 1n, data: '0x' };
}

const isRefunded = (all: readonly EvmPlanned[], asset: string): boolean =>
  all.some((planned) => planned.purpose === 'refund' && planned.asset === asset);

function atPrice(planned: EvmPlanned, facts: ReplacementFacts): EvmPlanned {
  const maxPriorityFeePerGas = larger(facts.maxPriorityFeePerGas, raised(planned.maxPriorityFeePerGas));
  const maxFeePerGas = larger(larger(facts.maxFeePerGas, raised(planned.maxFeePerGas)), maxPriorityFeePerGas);
  return { ...planned, maxFeePerGas, maxPriorityFeePerGas };
}

/** Gas for an address grows by the price increase of its own transactions. */
function withRaisedGas(planned: EvmPlanned, priced: readonly EvmPlanned[], before: readonly EvmPlanned[]): EvmPlanned {
  if (planned.purpose !== 'gas') return planned;
  const sum = (all: readonly EvmPlanned[]): bigint =>
    all.filter(({ from }) => from.address === planned.payee).reduce((fees, each) => fees + mostFeeOf(each), 0n);
  const amount = planned.amount + sum(priced) - sum(before);
  return { ...planned, amount, value: amount };
}

/** What an address will have for its transactions, the gas that it gets included. */
function spendableAt({ balances, reserve }: ReplacementFacts, all: readonly EvmPlanned[], address: string): bigint {
  const given = all.filter(({ purpose, payee }) => purpose === 'gas' && payee === address);
  return (balances.get(address) ?? 0n) + given.reduce((sum, { amount }) => sum + amount, 0n) - reserve;
}

const costOf = (all: readonly EvmPlanned[]): bigint =>
  all.reduce((sum, each) => sum + mostFeeOf(each) + (isNative(each) ? each.value : 0n), 0n);

/** Payments of gas to deposit addresses that have too little for the present price, as far as the treasury has it. */
function draftMoreGas(facts: ReplacementFacts, all: readonly EvmPlanned[]): EvmPlanned[] {
  const { address: treasury, native, gas, promised, taken, nonce: first } = facts.treasury;
  const from = { chain: treasury.chain, index: treasury.index, address: treasury.address };
  const { maxFeePerGas, maxPriorityFeePerGas } = facts;
  const own = all.filter((planned) => planned.from.address === treasury.address);
  let left = spendableAt(facts, all, treasury.address) - promised - costOf(own);
  const used = new Set([...taken, ...own.map(({ nonce }) => nonce)]);
  const payees = new Map(
    all.flatMap((planned) => (planned.from.chain === 0 ? [[planned.from.address, planned.from]] : [])),
  );
  const made: EvmPlanned[] = [];
  for (const [payee, payeePlace] of payees) {
    const theirs = all.filter((planned) => planned.from.address === payee);
    const there = spendableAt(facts, all, payee);
    const amount = afford(theirs, there) === null ? costOf(theirs) - there : 0n;
    if (amount === 0n || amount + gas * maxFeePerGas > left) continue;
    left -= amount + gas * maxFeePerGas;
    let nonce = first;
    while (used.has(nonce)) nonce += 1;
    used.add(nonce);
    const [kind, stage, purpose] = ['evm', 0, 'gas'] as const;
    const words = { from, payee, payeePlace, refundId: null, nonce, to: payee, value: amount, data: '0x', gas };
    made.push({ kind, stage, purpose, asset: native, amount, ...words, maxFeePerGas, maxPriorityFeePerGas });
  }
  return made;
}

/**
 * What an address sends from its balance; its native coin is swept as far as that goes. Null where it can't send at
 * all.
 */
function afford(own: readonly EvmPlanned[], there: bigint): EvmPlanned[] | null {
  const costs = costOf(own);
  const lacking = costs > there ? costs - there : 0n;
  if (lacking === 0n) return [...own];
  const swept = own.find((each) => each.purpose === 'sweep' && isNative(each));
  if (swept === undefined || swept.amount <= lacking) return null;
  const amount = swept.amount - lacking;
  return own.map((each) => (each === swept ? { ...swept, amount, value: amount } : each));
}
