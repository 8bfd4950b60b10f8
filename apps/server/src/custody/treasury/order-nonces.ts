import { NETWORKS } from '@kobogate/contract';
import type { Connection, Database } from '../../platform/database.ts';
import { conflict } from '../../platform/errors.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { endNonceOrder, listNonceOrders, openNonceOrder, resealNonceOrder } from './db.ts';
import { makeNonces } from './make-nonces.ts';
import type { TreasuryWallet } from './treasury-wallet.ts';
import { nativeText } from './describe-moves.ts';

interface Ordered {
  readonly treasuryWallet: Pick<TreasuryWallet, 'network' | 'nonces'>;
  readonly treasury: string;
  /** How many more; an order that is still open stays as large as it is. */
  readonly count: number;
}

/**
 * Makes nonce accounts for a treasury with a key that pays for them alone. Where coins for it are still to be sent, it
 * says how much and to which address, and the next order of the same network goes on with the same key. May be repeated
 * at any time: nothing is made twice. Answers what came of it. Throws `NodeFault`, 409 where the network needs none.
 */
export async function makeOrderedNonces(
  { database, secretBox }: { readonly database: Database; readonly secretBox: SecretBox },
  { treasuryWallet, treasury, count }: Ordered,
): Promise<{ isDone: boolean; words: string[] }> {
  const { network, nonces } = treasuryWallet;
  if (nonces === undefined) throw conflict(`${NETWORKS[network].name} needs no nonces.`);
  const place = placeOf({ network, treasury });
  const order = await database.transaction((tx) =>
    openNonceOrder(tx, {
      network,
      treasury,
      count,
      seal: () => secretBox.seal(Buffer.from(nonces.newSecret()), place),
    }),
  );
  const secret = secretBox.open(order.sealedSecret, place).toString();
  const maker = nonces.open({ secret, treasury, count: order.count });
  const lacking = await maker.lacking();
  if (lacking > 0n) {
    const words = [
      `Send at least ${nativeText(network, lacking)} from a wallet of yours to ${maker.address}, then ask for nonces again.`,
      'It pays for the accounts; what is left goes on to your treasury.',
    ];
    return { isDone: false, words };
  }
  await makeNonces({ database }, { network, maker });
  await endNonceOrder(database, { network, treasury });
  const words = [
    `${order.count} nonces of this key are there.`,
    'Book what went on to the treasury as coins that you put in.',
  ];
  return { isDone: true, words };
}

const placeOf = ({ network, treasury }: { network: string; treasury: string }): string =>
  `nonces ${network} ${treasury}`;

/** An amount of a network's own coin, as text. */

/** Seals every key with the box's present key; answers how many another one had sealed. */
export async function resealNonceKeys(connection: Connection, box: SecretBox): Promise<number> {
  let resealed = 0;
  for (const order of await listNonceOrders(connection)) {
    const sealed = box.reseal(order.sealedSecret, placeOf(order));
    if (sealed === null) continue;
    await resealNonceOrder(connection, order, sealed);
    resealed += 1;
  }
  return resealed;
}
