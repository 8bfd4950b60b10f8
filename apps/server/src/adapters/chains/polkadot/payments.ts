import type { EventRecord } from '@kobogate/substrate';
import { garbage, readData, readFields } from '../fields.ts';

/** Coins that arrived in an account. */
export interface Payment {
  /** Its event's index in the block. */
  readonly place: number;
  /** The account's 32 bytes in hexadecimal: the key under which an address is watched. */
  readonly account: string;
  /** The sending account, likewise; null where the coins were minted here, or came from another chain. */
  readonly from: string | null;
  /** The token's id in the Assets pallet; null for DOT. */
  readonly token: string | null;
  /** Above zero, in smallest units. */
  readonly amount: bigint;
  /**
   * The index of the extrinsic that moved them; null where the block itself did, such as for a message of another
   * chain.
   */
  readonly extrinsic: number | null;
}

const ACCOUNT = /^0x[0-9a-f]{64}$/;

/** The events by which coins arrive, by pallet, with the field that names the receiver. */
const ARRIVALS: ReadonlyMap<string, string> = new Map([
  ['Balances.Transfer', 'to'],
  ['Balances.Minted', 'who'],
  ['Balances.Deposit', 'who'],
  ['Assets.Transferred', 'to'],
  ['Assets.Issued', 'owner'],
  ['Assets.Deposited', 'who'],
]);
/** Those that are also written for the rest of a fee, and that may stand beside another one of the same movement. */
const DEPOSITS: ReadonlySet<string> = new Set(['Balances.Deposit', 'Assets.Deposited']);
/** What an account gives within an extrinsic, of which the rest may come back. */
const TAKEN: ReadonlySet<string> = new Set([
  'Balances.Withdraw',
  'Assets.Withdrawn',
  'TransactionPayment.TransactionFeePaid',
]);
/** Bookkeeping that a runtime writes between two events of one movement. */
const BESIDE: ReadonlySet<string> = new Set(['System.NewAccount', 'Balances.Endowed', 'Balances.Issued']);

const nameOf = ({ event }: EventRecord): string => `${event.type}.${event.value.type}`;

/**
 * The payments in a block's events. `Balances.Transfer` is the event of every way to send DOT, also within batches.
 * Coins that arrive from another chain (XCM) are `Balances.Deposit` since runtime 2.2.0 (polkadot-sdk #10384), and were
 * `Balances.Minted` before; `Assets.Transferred`, `Assets.Deposited` and `Assets.Issued` are the same for tokens. A
 * deposit that stands directly beside another arrival of the same coins in the same account is the same movement, and
 * counts once. Other pallets' events, refunds of fees (a deposit to an account from which the same extrinsic took
 * something) and what an account pays itself are no payments. An extrinsic that failed has paid nothing, and coins that
 * it locks for their receiver by a vesting schedule can't be sold, so they don't count. Throws `NodeFault` where the
 * events are not those of a whole block: each extrinsic ends with its outcome, in order. Pure.
 */
export function findPayments(records: readonly EventRecord[]): Payment[] {
  const outcomes = readOutcomes(records);
  const [vested, payers] = [findVested(records), findTaken(records)];
  const payments: Payment[] = [];
  // The arrival directly before this record, where that may be the same movement.
  let before: { readonly payment: Payment; readonly isDeposit: boolean } | null = null;
  for (const [place, record] of records.entries()) {
    const name = nameOf(record);
    const receiver = ARRIVALS.get(name);
    if (receiver === undefined) {
      if (!BESIDE.has(name)) before = null;
      continue;
    }
    const payment = readArrival(record, place, receiver);
    const isDeposit = DEPOSITS.has(name);
    const { extrinsic, account } = payment ?? { extrinsic: null, account: '' };
    const isFailed = extrinsic !== null && outcomes[extrinsic] !== 'ExtrinsicSuccess';
    const isRefund = isDeposit && payers.has(`${extrinsic} ${account}`);
    if (payment === null || isFailed || isRefund || vested.has(`${extrinsic} ${account}`)) {
      before = null;
    } else if (before !== null && isDeposit !== before.isDeposit && isSameMovement(before.payment, payment)) {
      // Each event has at most one partner.
      before = null;
    } else {
      payments.push(payment);
      before = { payment, isDeposit };
    }
  }
  return payments;
}

/** What an arrival brought; null for nothing, and for what an account pays itself. */
function readArrival({ phase, event }: EventRecord, place: number, receiver: string): Payment | null {
  const fields = readFields(event.value.value, 'transfer');
  const { amount, asset_id: token = null } = fields;
  if (typeof amount !== 'bigint') garbage('amount');
  if (token !== null && typeof token !== 'number') garbage('token');
  if (amount <= 0n || fields['from'] === fields[receiver]) return null;
  const from = fields['from'] === undefined ? null : readAccount(fields['from']);
  const extrinsic = phase.type === 'ApplyExtrinsic' ? phase.value : null;
  const account = readAccount(fields[receiver]);
  return { place, account, from, token: token === null ? null : String(token), amount, extrinsic };
}

const isSameMovement = (one: Payment, other: Payment): boolean =>
  one.account === other.account &&
  one.token === other.token &&
  one.amount === other.amount &&
  one.extrinsic === other.extrinsic;

/** The accounts from which each extrinsic took something. */
function findTaken(records: readonly EventRecord[]): ReadonlySet<string> {
  return new Set(
    records.flatMap((record) =>
      TAKEN.has(nameOf(record)) && record.phase.type === 'ApplyExtrinsic'
        ? [`${record.phase.value} ${readAccount(readFields(record.event.value.value, 'fee')['who'])}`]
        : [],
    ),
  );
}

/** The account that paid the fee of an extrinsic, successful or not: its sender. */
export interface Payer {
  readonly account: string;
  /** The extrinsic's index; null where the block itself did. */
  readonly extrinsic: number | null;
}

/** The fee payers of a block's extrinsics. Pure. */
export function findPayers(records: readonly EventRecord[]): Payer[] {
  return records.flatMap(({ phase, event }) =>
    event.type === 'TransactionPayment' && event.value.type === 'TransactionFeePaid'
      ? [
          {
            account: readAccount(readFields(event.value.value, 'fee')['who']),
            extrinsic: phase.type === 'ApplyExtrinsic' ? phase.value : null,
          },
        ]
      : [],
  );
}

/** The receivers whose coins each extrinsic put under a vesting schedule. */
function findVested(records: readonly EventRecord[]): ReadonlySet<string> {
  return new Set(
    records.flatMap(({ phase, event }) => {
      if (event.type !== 'Vesting' || phase.type !== 'ApplyExtrinsic') return [];
      return [`${phase.value} ${readAccount(readFields(event.value.value, 'vesting schedule')['account'])}`];
    }),
  );
}

function readAccount(value: unknown): string {
  const text = readData(value, 'receiver');
  return ACCOUNT.test(text) ? text.slice(2) : garbage('receiver');
}

/** How each extrinsic ended, by its index. */
function readOutcomes(records: readonly EventRecord[]): readonly string[] {
  const outcomes: string[] = [];
  for (const { phase, event } of records) {
    if (event.type !== 'System' || phase.type !== 'ApplyExtrinsic') continue;
    const { type } = event.value;
    if (type !== 'ExtrinsicSuccess' && type !== 'ExtrinsicFailed') continue;
    if (phase.value !== outcomes.length) garbage('list of events');
    outcomes.push(type);
  }
  const isBeyond = records.some(({ phase }) => phase.type === 'ApplyExtrinsic' && phase.value >= outcomes.length);
  // Every block has at least the extrinsic that sets its time.
  if (outcomes.length === 0 || isBeyond) garbage('list of events');
  return outcomes;
}
