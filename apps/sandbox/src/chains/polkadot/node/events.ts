import type { EventRecord, RuntimeEvent } from '@kobogate/substrate';

/** The weight of a simple transfer's extrinsic; nothing depends on it. */
const INFO = {
  weight: { ref_time: 300_000_000n, proof_size: 3_593n },
  class: { type: 'Normal', value: undefined },
  pays_fee: { type: 'Yes', value: undefined },
};

const event = (pallet: string, name: string, value: unknown): RuntimeEvent => ({
  type: pallet,
  value: { type: name, value },
});

/** The events that payments meet, as the runtime writes them. Accounts are addresses, amounts are in planck. */
export const EVENTS = {
  succeeded: () => event('System', 'ExtrinsicSuccess', { dispatch_info: INFO }),
  /** The account would have been left with less than the existential deposit. */
  failed: () =>
    event('System', 'ExtrinsicFailed', {
      dispatch_error: { type: 'Token', value: { type: 'BelowMinimum', value: undefined } },
      dispatch_info: INFO,
    }),
  codeUpdated: () => event('System', 'CodeUpdated', undefined),
  newAccount: (account: string) => event('System', 'NewAccount', { account }),
  endowed: (account: string, amount: bigint) => event('Balances', 'Endowed', { account, free_balance: amount }),
  transfer: (from: string, to: string, amount: bigint) => event('Balances', 'Transfer', { from, to, amount }),
  deposit: (who: string, amount: bigint) => event('Balances', 'Deposit', { who, amount }),
  withdraw: (who: string, amount: bigint) => event('Balances', 'Withdraw', { who, amount }),
  minted: (who: string, amount: bigint) => event('Balances', 'Minted', { who, amount }),
  issued: (amount: bigint) => event('Balances', 'Issued', { amount }),
  /** A message of another chain was carried out. */
  messageProcessed: (id: string, fromPara: number) =>
    event('MessageQueue', 'Processed', {
      id,
      origin: { type: 'Sibling', value: fromPara },
      weight_used: INFO.weight,
      success: true,
    }),
  feePaid: (who: string, fee: bigint) =>
    event('TransactionPayment', 'TransactionFeePaid', { who, actual_fee: fee, tip: 0n }),
  batchCompleted: () => event('Utility', 'BatchCompleted', undefined),
  tokenIssued: (id: number, owner: string, amount: bigint) =>
    event('Assets', 'Issued', { asset_id: id, owner, amount }),
  tokenDeposited: (id: number, who: string, amount: bigint) =>
    event('Assets', 'Deposited', { asset_id: id, who, amount }),
  tokenTransferred: (id: number, from: string, to: string, amount: bigint) =>
    event('Assets', 'Transferred', { asset_id: id, from, to, amount }),
};

/** Records of an extrinsic's effects, by its index in the block. */
export const inExtrinsic = (place: number, ...events: readonly RuntimeEvent[]): EventRecord[] =>
  events.map((happened) => ({ phase: { type: 'ApplyExtrinsic', value: place }, event: happened, topics: [] }));

/** Records of the block's own effects before or after its extrinsics. */
export const outsideExtrinsics = (
  type: 'Initialization' | 'Finalization',
  ...events: readonly RuntimeEvent[]
): EventRecord[] => events.map((happened) => ({ phase: { type }, event: happened, topics: [] }));
