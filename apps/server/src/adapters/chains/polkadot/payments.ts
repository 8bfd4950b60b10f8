import type { EventRecord } from '@kobogate/substrate';
import { garbage, readData, readFields } from '../evm/fields.ts';

/** Native coins that arrived in somebody's account. */
export interface Payment {
  /** Its event's place in the block. */
  readonly place: number;
  /** The account's 32 bytes in hexadecimal: the key under which an address is watched. */
  readonly account: string;
  /** Above zero, in planck. */
  readonly amount: bigint;
  /** The place of the extrinsic that moved them; null where the block itself did, such as for a message of another chain. */
  readonly extrinsic: number | null;
}

const ACCOUNT = /^0x[0-9a-f]{64}$/;

/**
 * What a block's events pay to whom. `Balances.Transfer` is the event of every way to send DOT, also within batches; `Balances.Minted`
 * is that of coins which arrive from another chain (XCM). Other pallets' events, refunds of fees (`Deposit`) and what an
 * account pays itself are no payments. An extrinsic that failed has paid nothing. Throws `NodeFault` where the events are
 * not those of a whole block: each extrinsic ends with its outcome, in their order. Pure.
 */
export function findPayments(records: readonly EventRecord[]): Payment[] {
  const outcomes = readOutcomes(records);
  return records.flatMap(({ phase, event }, place) => {
    const extrinsic = phase.type === 'ApplyExtrinsic' ? phase.value : null;
    if (extrinsic !== null && outcomes[extrinsic] !== 'ExtrinsicSuccess') return [];
    if (event.type !== 'Balances') return [];
    const { type, value } = event.value;
    if (type !== 'Transfer' && type !== 'Minted') return [];
    const fields = readFields(value, 'transfer');
    const receiver = type === 'Transfer' ? fields['to'] : fields['who'];
    const { amount } = fields;
    if (typeof amount !== 'bigint') garbage('amount');
    if (amount <= 0n || fields['from'] === receiver) return [];
    return { place, account: readAccount(receiver), amount, extrinsic };
  });
}

function readAccount(value: unknown): string {
  const text = readData(value, 'receiver');
  return ACCOUNT.test(text) ? text.slice(2) : garbage('receiver');
}

/** How each extrinsic ended, by its place. */
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
  // Every block sets its time at least.
  if (outcomes.length === 0 || isBeyond) garbage('list of events');
  return outcomes;
}
