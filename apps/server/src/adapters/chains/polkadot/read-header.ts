import { hashHeader, type Header } from '@kobogate/substrate';
import { NodeFault } from '../../../custody/index.ts';
import { garbage, readData, readFields, readHash, readIndex, readList } from '../fields.ts';

/** A header by its own hash. */
export interface NamedHeader extends Header {
  readonly hash: string;
}

/**
 * Reads a header (`chain_getHeader`) and hashes it. Throws `NodeFault` where the hash is not the requested one, so that
 * no field of it, such as the state root, can be another block's.
 */
export function readHeader(value: unknown, name: string): NamedHeader {
  const { parentHash, number, stateRoot, extrinsicsRoot, digest } = readFields(value, 'header');
  const { logs } = readFields(digest, 'digest');
  const header: Header = {
    parentHash: readHash(parentHash, 'parent'),
    number: readIndex(number, 'height'),
    stateRoot: readHash(stateRoot, 'root of its state'),
    extrinsicsRoot: readHash(extrinsicsRoot, 'root of its transactions'),
    digest: { logs: readList(logs, 'digest').map((log) => readData(log, 'digest')) },
  };
  if (header.number > MOST) garbage('height');
  if (hashHeader(header) === name) return Object.assign(header, { hash: name });
  throw new NodeFault(`The node gives another block than the one named ${name}. Nothing of it was counted.`);
}

/** Heights of Substrate have 32 bits. */
const MOST = 0xff_ff_ff_ff;
