import { NodeFault } from '../../../custody/index.ts';

/** What `read` makes of a node's bytes. Throws `NodeFault`, naming what it is, where they can't be read or prove nothing. */
export function decodeOrFault<Result>(what: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof NodeFault) throw cause;
    throw new NodeFault(`The node's answer has a ${what} that can't be read. Nothing of it was counted.`, { cause });
  }
}
