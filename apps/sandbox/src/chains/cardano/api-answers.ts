import { type CardanoBlock, epochAt, sizeOf, slotAt } from './blocks.ts';
import type { CardanoState, Place } from './state.ts';
import type { CardanoTransaction, Output } from './transactions.ts';

/** Of the main network, as its genesis file has them. */
export const GENESIS_ANSWER = {
  active_slots_coefficient: 0.05,
  update_quorum: 5,
  max_lovelace_supply: '45000000000000000',
  network_magic: 764_824_073,
  epoch_length: 432_000,
  system_start: 1_506_203_091,
  slots_per_kes_period: 129_600,
  slot_length: 1,
  max_kes_evolutions: 62,
  security_param: 2_160,
};

/** `/blocks/{hash_or_number}` */
export function describeBlock(state: CardanoState, block: CardanoBlock): object {
  const { height, hash, parentHash, time, transactions } = block;
  const slot = slotAt(time);
  const { epoch, epochSlot } = epochAt(slot);
  const made = transactions.flatMap((transaction) => transaction.made.map(({ output }) => output));
  const isEmpty = transactions.length === 0;
  return {
    time,
    height,
    hash,
    slot,
    epoch,
    epoch_slot: epochSlot,
    slot_leader: 'Kobogate sandbox',
    size: sizeOf(transactions),
    tx_count: transactions.length,
    output: isEmpty ? null : sumOf(made).toString(),
    fees: isEmpty ? null : transactions.reduce((fees, { fee }) => fees + fee, 0n).toString(),
    block_vrf: null,
    op_cert: null,
    op_cert_counter: null,
    previous_block: parentHash === '' ? null : parentHash,
    next_block: state.blocks[height + 1]?.hash ?? null,
    confirmations: state.tip().height - height,
  };
}

/**
 * `/blocks/{hash_or_number}/addresses`: each address that a transaction of the block spends from or names as an output.
 */
export function addressesOf(state: CardanoState, { transactions }: CardanoBlock): object[] {
  const found = new Map<string, Set<string>>();
  for (const transaction of transactions) {
    const spent = transaction.spent.flatMap((key) => state.outputs.get(key) ?? []);
    const made = transaction.made.map(({ output }) => output);
    for (const { address } of [...spent, ...transaction.outputs, ...made]) {
      found.set(address, (found.get(address) ?? new Set()).add(transaction.hash));
    }
  }
  return [...found]
    .toSorted(([first], [second]) => (first < second ? -1 : 1))
    .map(([address, hashes]) => ({ address, transactions: [...hashes].map((hash) => ({ tx_hash: hash })) }));
}

/** `/txs/{hash}` */
export function describeTransaction({ block, index, transaction }: Place): object {
  const { hash, cbor, fee, lastSlot, failure, made, spent } = transaction;
  return {
    hash,
    block: block.hash,
    block_height: block.height,
    block_time: block.time,
    slot: slotAt(block.time),
    index,
    output_amount: amountsOf(made.map(({ output }) => output)),
    fees: fee.toString(),
    deposit: '0',
    size: cbor.length / 2,
    invalid_before: null,
    invalid_hereafter: lastSlot === null ? null : String(lastSlot),
    utxo_count: spent.length + made.length,
    withdrawal_count: 0,
    mir_cert_count: 0,
    delegation_count: 0,
    stake_cert_count: 0,
    pool_update_count: 0,
    pool_retire_count: 0,
    asset_mint_or_burn_count: amountsOf(transaction.outputs).length - 1,
    redeemer_count: failure === null ? 0 : 1,
    valid_contract: failure === null,
    treasury_donation: '0',
  };
}

/** `/txs/{hash}/utxos`: of a failed one, also the outputs that it would have made. */
export function describeUtxos(state: CardanoState, { hash, inputs, outputs, failure }: CardanoTransaction): object {
  const normal = outputs.map((output, index) => describeOutput(output, index, false));
  return {
    hash,
    inputs: [
      ...inputs.flatMap((key) => describeInput(state, key, false)),
      ...(failure?.collateral ?? []).flatMap((key) => describeInput(state, key, true)),
    ],
    outputs: failure === null ? normal : [...normal, describeOutput(failure.back, outputs.length, true)],
  };
}

/** `/addresses/{address}` */
export function describeAddress(state: CardanoState, address: string): object {
  const held = [...state.coins.values()].filter(({ output }) => output.address === address);
  const isShelley = address.startsWith('addr1');
  const amount = amountsOf(held.map(({ output }) => output));
  return { address, amount, stake_address: null, type: isShelley ? 'shelley' : 'byron', script: false };
}

/** `/addresses/{address}/utxos` */
export function utxosAt(state: CardanoState, address: string): object[] {
  return [...state.coins.values()].flatMap(({ key, output }) => {
    const [hash = '', index = ''] = key.split('#');
    const place = state.find(hash);
    if (output.address !== address || place === undefined) return [];
    const { consumed_by_tx: _, collateral: __, ...shown } = describeOutput(output, Number(index), false);
    return Object.assign(shown, { tx_hash: hash, tx_index: Number(index), block: place.block.hash });
  });
}

/** `/addresses/{address}/transactions` */
export function transactionsAt(state: CardanoState, address: string): object[] {
  return state.blocks.flatMap((block) =>
    block.transactions.flatMap(({ hash, made, spent }, index) => {
      const touched = [...made.map(({ output }) => output), ...spent.flatMap((key) => state.outputs.get(key) ?? [])];
      if (!touched.some((output) => output.address === address)) return [];
      return { tx_hash: hash, tx_index: index, block_height: block.height, block_time: block.time };
    }),
  );
}

function describeInput(state: CardanoState, key: string, isCollateral: boolean): object[] {
  const output = state.outputs.get(key);
  if (output === undefined) return [];
  const [hash = '', index = ''] = key.split('#');
  const { consumed_by_tx: _, ...shown } = describeOutput(output, Number(index), isCollateral);
  return [{ ...shown, tx_hash: hash, reference: false }];
}

function describeOutput(output: Output, index: number, isCollateral: boolean) {
  return {
    address: output.address,
    amount: amountsOf([output]),
    output_index: index,
    data_hash: null,
    inline_datum: null,
    collateral: isCollateral,
    reference_script_hash: null,
    consumed_by_tx: null,
  };
}

const sumOf = (outputs: readonly Output[]): bigint => outputs.reduce((sum, { lovelace }) => sum + lovelace, 0n);

function amountsOf(outputs: readonly Output[]): { unit: string; quantity: string }[] {
  const tokens = new Map<string, bigint>();
  for (const [unit, amount] of outputs.flatMap((output) => Object.entries(output.tokens))) {
    tokens.set(unit, (tokens.get(unit) ?? 0n) + amount);
  }
  return [['lovelace', sumOf(outputs)] as const, ...tokens].map(([unit, amount]) => ({
    unit,
    quantity: amount.toString(),
  }));
}
