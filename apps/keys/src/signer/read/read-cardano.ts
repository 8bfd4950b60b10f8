import { cardanoAddress, cardanoAddressBytes } from '@kobogate/addresses';
import type { CardanoPlanned } from '@kobogate/plans';
import { bytesToHex } from '@noble/hashes/utils.js';
import { decode } from 'cborg';
import { coinOf, type Effect, type Move, type ReadingOf } from './effect.ts';

/** Of a transaction's body (the ledger's CDDL): inputs, outputs, fee, and the slot at which it expires. */
const BODY_FIELDS = new Set<unknown>([0, 1, 2, 3]);
const WITNESSES_OF_KEYS = 0;

/**
 * What a signed transaction on Cardano does. Its bytes do not say how much its coins hold: the ledger accepts it only if that
 * equals its outputs and its fee together, and only with coins of those who have signed. Native tokens, which payers send
 * along, go where their coin goes, and are not counted. Throws for anything but coins, outputs and a fee. Pure.
 */
export function readCardano(raw: string, { network, planned, cold }: ReadingOf<CardanoPlanned>): Effect {
  const whole: unknown = decode(Buffer.from(raw, 'hex'), { useMaps: true, tags: { 258: (readSet) => readSet() } });
  if (!Array.isArray(whole) || whole.length !== 4 || whole[2] !== true || whole[3] !== null) {
    throw new Error('it has another form');
  }
  const body = mapIn(whole[0]);
  const witnesses = mapIn(whole[1]);
  if ([...body.keys()].some((field) => !BODY_FIELDS.has(field)) || witnesses.size !== 1) {
    throw new Error('it does more than a transfer');
  }
  const home = bytesToHex(cardanoAddressBytes(cold.address));
  const moves = listIn(body.get(1)).map((output): Move => {
    const fields = mapIn(output);
    const [address, value] = [fields.get(0), fields.get(1)];
    if (fields.size !== 2 || !(address instanceof Uint8Array)) throw new Error('an output of it has another form');
    const key = bytesToHex(address);
    const amount = numberIn(Array.isArray(value) ? value[0] : value);
    return { to: key === home ? cold.addressKey : key, asset: coinOf(network), amount };
  });
  const senders = listIn(witnesses.get(WITNESSES_OF_KEYS)).map((witness) => {
    const [key] = listIn(witness);
    if (!(key instanceof Uint8Array)) throw new Error('a signature of it has no key');
    const { address } = cardanoAddress(key);
    const found = planned.inputs.find(({ place }) => place.address === address);
    if (found === undefined) throw new Error(`${address} has signed it`);
    return found.place;
  });
  return { senders, cost: numberIn(body.get(2)), moves };
}

function mapIn(value: unknown): ReadonlyMap<unknown, unknown> {
  if (!(value instanceof Map)) throw new Error('it has another form');
  return value;
}

function listIn(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error('it has another form');
  return value;
}

function numberIn(value: unknown): bigint {
  if (typeof value !== 'number' && typeof value !== 'bigint') throw new Error('an amount of it is none');
  return BigInt(value);
}
