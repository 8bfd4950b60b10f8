import type { BitcoinPlanned } from '@kobogate/plans';
import { Transaction } from '@scure/btc-signer';
import { coinsIn } from '../../sign/sign-bitcoin-plan.ts';
import { coinOf, type Effect, type Move, type ReadingOf } from './effect.ts';

const hex = (bytes: Uint8Array | undefined): string => Buffer.from(bytes ?? []).toString('hex');

/**
 * What a signed transaction on Bitcoin does. What its coins hold is read from the transactions that made them, which come
 * with the plan and whose hashes the signed bytes name. Throws where it spends others. Pure.
 */
export function readBitcoin(raw: string, { network, planned }: ReadingOf<BitcoinPlanned>): Effect {
  const transaction = Transaction.fromRaw(Buffer.from(raw, 'hex'));
  const coins = coinsIn(planned);
  const isSame = coins.every(({ coin }, at) => {
    const { txid, index } = at < transaction.inputsLength ? transaction.getInput(at) : {};
    return `${hex(txid)}:${index}` === coin;
  });
  if (!isSame || coins.length !== transaction.inputsLength) throw new Error('it spends other coins than the plan');
  const moves = Array.from({ length: transaction.outputsLength }, (_, at): Move => {
    const { script, amount = 0n } = transaction.getOutput(at);
    return { to: hex(script), asset: coinOf(network), amount };
  });
  const taken = coins.reduce((sum, { amount }) => sum + amount, 0n);
  const given = moves.reduce((sum, { amount }) => sum + amount, 0n);
  if (given > taken) throw new Error('it gives more than it takes');
  return { senders: planned.inputs.map(({ place }) => place), cost: taken - given, moves };
}
