import { readFields, readList } from '../fields.ts';
import { readAmount } from './read-tron.ts';
import type { TronNode } from './tron-node.ts';

/** A price of energy that rises with the contract's use is set again every six hours: a fifth more covers a step of it. */
export const withRoom = (energy: bigint): bigint => (energy * 6n) / 5n;

/** The energy that a call of a contract would use now; null where the contract refuses it. Throws `NodeFault`. */
export async function energyOf(
  post: TronNode['post'],
  { from, contract, data }: { from: string; contract: string; data: string },
): Promise<bigint | null> {
  const answer = await post('/wallet/triggerconstantcontract', {
    owner_address: from,
    contract_address: contract,
    data: data.slice(2),
    visible: true,
  });
  const [ended] = readList(readFields(answer['transaction'] ?? {}, 'call')['ret'] ?? [], 'call');
  const { result } = readFields(answer['result'], 'call');
  const hasFailed = result !== true || (ended !== undefined && readFields(ended, 'call')['ret'] === 'FAILED');
  return hasFailed ? null : readAmount(answer['energy_used'], 'energy');
}
