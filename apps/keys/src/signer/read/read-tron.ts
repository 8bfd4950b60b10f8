import { formatTronAddress, readTronAddress } from '@kobogate/addresses';
import { TRON_SIGNATURE_BYTES, type TronPlanned } from '@kobogate/plans';
import { assetsOf, coinOf, createCursor, type Effect, type ReadingOf, senderAt } from './effect.ts';
import { readTokenTransfer } from './read-evm.ts';

/** Numbers and names of protobuf's fields, and of contracts: tronprotocol/protocol, core/Tron.proto. */
const RAW_FIELDS = [1, 4, 8, 11, 14, 18];
const TRANSFER = 1n;
const TOKEN_CALL = 31n;
const NAMES = new Map([
  [TRANSFER, 'type.googleapis.com/protocol.TransferContract'],
  [TOKEN_CALL, 'type.googleapis.com/protocol.TriggerSmartContract'],
]);
const PREFIX = 0x41;
/**
 * In sun: what the network takes for a byte, and for an account that is not there yet, by its parameters
 * `getTransactionFee`, `getCreateNewAccountFeeInSystemContract` and `getCreateAccountFee`. They are not in the bytes.
 */
const A_BYTE = 1_000n;
const AN_ACCOUNT = 1_100_000n;
/** What the network adds to a transaction's size for its result. */
const RESULT_BYTES = 64n;

/** What a signed transaction on TRON does. Throws where it is no plain transfer. Pure. */
export function readTron(raw: string, { network, planned }: ReadingOf<TronPlanned>): Effect {
  const bytes = Buffer.from(raw, 'hex');
  const whole = readFields(bytes, [1, 2]);
  if (bytesIn(whole, 2).length !== TRON_SIGNATURE_BYTES) throw new Error('it has not one signature');
  const fields = readFields(bytesIn(whole, 1), RAW_FIELDS);
  const contract = readFields(bytesIn(fields, 11), [1, 2]);
  const type = numberIn(contract, 1);
  const parameter = readFields(bytesIn(contract, 2), [1, 2]);
  if (Buffer.from(bytesIn(parameter, 1)).toString() !== NAMES.get(type)) throw new Error('it is no transfer');
  const forBytes = (BigInt(bytes.length) + RESULT_BYTES) * A_BYTE;
  const cost = numberIn(fields, 18) + forBytes;
  const isCoin = type === TRANSFER;
  const call = readFields(bytesIn(parameter, 2), isCoin ? [1, 2, 3] : [1, 2, 4]);
  const senders = [senderAt(planned.from, formatTronAddress(keyIn(call, 1)))];
  const to = keyIn(call, 2);
  if (isCoin) {
    return { senders, cost: cost + AN_ACCOUNT, moves: [{ to, asset: coinOf(network), amount: numberIn(call, 3) }] };
  }
  const transfer = readTokenTransfer(`0x${Buffer.from(bytesIn(call, 4)).toString('hex')}`);
  if (transfer === null) throw new Error('it is no transfer');
  const asset = assetsOf(network).find(({ contract: own }) => own !== null && readTronAddress(own) === to);
  return { senders, cost, moves: [{ ...transfer, asset }] };
}

type Fields = ReadonlyMap<number, bigint | Uint8Array>;

/** The fields of a message, each at most once and in the order in which we write them. Throws for any other one. */
function readFields(bytes: Uint8Array, known: readonly number[]): Fields {
  const cursor = createCursor(bytes);
  const fields = new Map<number, bigint | Uint8Array>();
  let last = 0;
  while (cursor.rest() > 0) {
    const tag = Number(cursor.varint());
    const field = tag >> 3;
    if (!known.includes(field) || field <= last) throw new Error(`it has a field ${field}`);
    last = field;
    if ((tag & 7) === 0) fields.set(field, cursor.varint());
    else if ((tag & 7) === 2) fields.set(field, cursor.take(Number(cursor.varint())));
    else throw new Error(`its field ${field} has another form`);
  }
  return fields;
}

function bytesIn(fields: Fields, field: number): Uint8Array {
  const value = fields.get(field);
  if (!(value instanceof Uint8Array)) throw new Error(`it has no field ${field}`);
  return value;
}

/** Zero is protobuf's default and is left out. */
function numberIn(fields: Fields, field: number): bigint {
  const value = fields.get(field) ?? 0n;
  if (typeof value !== 'bigint') throw new Error(`its field ${field} is no number`);
  return value;
}

/** The twenty bytes of an address, in hexadecimal. */
function keyIn(fields: Fields, field: number): string {
  const [prefix, ...key] = bytesIn(fields, field);
  if (prefix !== PREFIX || key.length !== 20) throw new Error('it names no address');
  return `0x${Buffer.from(key).toString('hex')}`;
}
