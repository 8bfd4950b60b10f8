import { NodeFault } from '../../../custody/index.ts';

/**
 * The result of `read` on a node's bytes. Throws `NodeFault`, naming `what`, where they can't be read or prove nothing.
 */
export function decodeOrFault<Result>(what: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    if (cause instanceof NodeFault) throw cause;
    throw new NodeFault(`The node's answer has a ${what} that can't be read. Nothing of it was counted.`, { cause });
  }
}
