import { associatedTokenAccount } from '@kobogate/addresses';
import { ASSETS, STRAY_ASSETS } from '@kobogate/contract';
import { readFields, readList } from '../fields.ts';
import { resultOf, type Rpc } from '../rpc.ts';
import { readCount } from './read-block.ts';

const MINTS = [...ASSETS, ...STRAY_ASSETS].flatMap(({ network, contract }) =>
  network === 'solana' && contract !== null ? [contract] : [],
);
/** The most signatures that a node lists in one answer (https://solana.com/docs/rpc/http/getsignaturesforaddress). */
const MOST = 1_000;
/** Accounts asked about in one batch. */
const AT_ONCE = 20;

/**
 * The slots above `from` in whose blocks transactions succeeded that name these addresses or their token accounts, by the
 * node's index of signatures: of each account's the newest thousand. Throws `NodeFault`.
 */
export async function readPaidSlots(rpc: Rpc, addresses: readonly string[], from: bigint): Promise<bigint[]> {
  const accounts = addresses.flatMap((address) => [
    address,
    ...MINTS.map((mint) => associatedTokenAccount(address, mint)),
  ]);
  const slots = new Set<bigint>();
  for (let start = 0; start < accounts.length; start += AT_ONCE) {
    const answers = await rpc(
      accounts.slice(start, start + AT_ONCE).map((account) => ({
        method: 'getSignaturesForAddress',
        params: [account, { commitment: 'finalized', limit: MOST }],
      })),
    );
    for (const answer of answers) {
      for (const entry of readList(resultOf(answer, 'getSignaturesForAddress'), 'list of signatures')) {
        const { slot, err } = readFields(entry, 'signature');
        const found = readCount(slot, 'slot');
        if (err === null && found > from) slots.add(found);
      }
    }
  }
  return [...slots];
}
