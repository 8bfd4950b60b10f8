import { ASSET_HUB_SPEC, createEventReader, type EventReader, fromHex } from '@kobogate/substrate';
import { NodeFault } from '../../../custody/index.ts';
import { decodeOrFault, garbage, readData, readFields } from '../fields.ts';
import { resultOf, type Rpc } from '../rpc.ts';

/** Metadata takes some megabytes per runtime, and a chain goes from one runtime to the next. */
const MOST_KEPT = 2;

/** The reader of the events of a runtime; `version` is the node's answer to `state_getRuntimeVersion`. */
export type FindReader = (version: unknown, block: string) => Promise<EventReader>;

/**
 * Readers of events by the runtime that wrote them, each built once from the metadata that the node gives at a block of
 * that runtime. Throws `NodeFault` for a runtime that is not Asset Hub's.
 */
export function createEventReaders(rpc: Rpc): FindReader {
  const known = new Map<number, EventReader>();
  return async (version, block) => {
    const { specName, specVersion } = readFields(version, 'runtime version');
    if (specName !== ASSET_HUB_SPEC) {
      throw new NodeFault(`The node runs ${String(specName)}, and not Polkadot's Asset Hub. Nothing it says is used.`);
    }
    if (typeof specVersion !== 'number') garbage('runtime version');
    const found = known.get(specVersion);
    if (found !== undefined) return found;
    const [answer] = await rpc([{ method: 'state_getMetadata', params: [block] }]);
    const metadata = readData(resultOf(answer, 'state_getMetadata'), 'description of its runtime');
    const reader = decodeOrFault('description of its runtime', () => createEventReader(fromHex(metadata)));
    for (const oldest of [...known.keys()].slice(0, known.size + 1 - MOST_KEPT)) known.delete(oldest);
    known.set(specVersion, reader);
    return reader;
  };
}
