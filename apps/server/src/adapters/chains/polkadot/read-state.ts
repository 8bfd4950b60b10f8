import { EVENTS_KEY, fromHex, readProven, TIME_KEY } from '@kobogate/substrate';
import { NodeFault } from '../../../custody/index.ts';
import { decodeOrFault, garbage, readData, readFields, readList } from '../fields.ts';
import type { RpcAnswer, RpcCall } from '../rpc.ts';
import type { NamedHeader } from './read-header.ts';

/** The parts of a block's state that concern payments. */
export interface BlockState {
  /** Its events' bytes. */
  readonly events: Uint8Array;
  readonly madeAt: Date;
}

const TIME_BYTES = 8;
/** The latest time that a `Date` can hold. */
const LAST_TIME = 8_640_000_000_000_000n;

/** Requests what `readState` reads. */
export const stateCall = ({ hash }: NamedHeader): RpcCall => ({
  method: 'state_getReadProof',
  params: [[EVENTS_KEY, TIME_KEY], hash],
});

/**
 * Reads a block's events and time from the answer to `stateCall`, each proved against the state root in the block's own
 * header. Throws `NodeFault` where the proof is incomplete, or the node has pruned the state.
 */
export function readState({ number, stateRoot }: NamedHeader, answer: RpcAnswer | undefined): BlockState {
  if (answer?.ok !== true) {
    const reason = answer === undefined ? '' : ` It said: ${answer.message}`;
    throw new NodeFault(
      `The node does not give the events of block ${number}. To catch up after a pause it must keep old states (an archive node).${reason}`,
    );
  }
  const { proof } = readFields(answer.result, 'proof');
  const nodes = readList(proof, 'proof').map((node) => fromHex(readData(node, 'proof')));
  const read = (key: string): Uint8Array | null => decodeOrFault('proof', () => readProven(stateRoot, nodes, key));
  const [events, time] = [read(EVENTS_KEY), read(TIME_KEY)];
  if (events === null || time?.length !== TIME_BYTES) throw new NodeFault(`The node's block ${number} has no events.`);
  const milliseconds = Buffer.from(time).readBigUInt64LE();
  if (milliseconds > LAST_TIME) garbage('time');
  return { events, madeAt: new Date(Number(milliseconds)) };
}
