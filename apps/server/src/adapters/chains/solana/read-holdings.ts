import { associatedTokenAccount, isOnCurve } from '@kobogate/addresses';
import { ASSETS, type LedgerAsset, STRAY_ASSETS } from '@kobogate/contract';
import { mintOfToken, SYSTEM_PROGRAM } from '@kobogate/plans';
import {
  type DueRefund,
  type EmptiedAddress,
  NodeFault,
  type OwnAddress,
  type Waiting,
} from '../../../custody/index.ts';
import { garbage } from '../fields.ts';
import type { Rpc } from '../rpc.ts';
import { dateOf, type WaitingPayment } from './draft-replacement.ts';
import type { EmptyAccount, Held, Payee } from './facts.ts';
import {
  type FoundAccount,
  isClosable,
  isUnopened,
  type Nonce,
  readAccounts,
  readAccountsAt,
  readNonce,
  readTokenAccount,
} from './read-accounts.ts';
import { readStatus } from './send-raw.ts';

const ASSETS_HERE: readonly LedgerAsset[] = [...ASSETS, ...STRAY_ASSETS].filter(({ network }) => network === 'solana');
const MINTS = ASSETS_HERE.flatMap(({ contract }) => contract ?? []);

interface Wanted {
  readonly address: OwnAddress;
  readonly asset: LedgerAsset;
  /** Where the coins are: at the address itself, tokens at its associated account. */
  readonly account: string;
}

/** The balances at our addresses, and the mints for which the treasury has an account. Throws `NodeFault`. */
export async function readHoldings(
  rpc: Rpc,
  addresses: readonly OwnAddress[],
): Promise<{ held: Held[]; mints: ReadonlySet<string> }> {
  const wanted = addresses.flatMap((address) =>
    ASSETS_HERE.map((asset): Wanted => {
      const { contract } = asset;
      const account = contract === null ? address.address : associatedTokenAccount(address.address, contract);
      return { address, asset, account };
    }),
  );
  const found = await readAccounts(
    rpc,
    wanted.map(({ account }) => account),
  );
  const held: Held[] = [];
  const mints = new Set<string>();
  for (const [at, { address, asset }] of wanted.entries()) {
    const account = found[at] ?? null;
    if (account === null || (asset.contract !== null && isUnopened(account))) continue;
    const { amount, isFrozen } = holdingIn(account, address, asset);
    if (amount > 0n) held.push({ address, asset: asset.code, amount, isFrozen });
    if (address.chain === 1 && asset.contract !== null) mints.add(asset.contract);
  }
  return { held, mints };
}

/**
 * The balance of an account in an asset. Throws `NodeFault` where it is not the account of that coin and that owner.
 */
function holdingIn(account: FoundAccount, { address }: OwnAddress, { contract }: LedgerAsset) {
  if (contract === null) return { amount: account.lamports, isFrozen: false };
  const { mint, owner, amount, isFrozen } = readTokenAccount(account);
  if (mint !== contract) garbage('token account');
  // The holder of the key may have changed its owner: the coins are not ours then.
  return owner === address ? { amount, isFrozen } : { amount: 0n, isFrozen };
}

/** The token accounts of emptied addresses that are there, empty and ours to close. Throws `NodeFault`. */
export async function readEmptied(rpc: Rpc, emptied: readonly EmptiedAddress[]): Promise<EmptyAccount[]> {
  const wanted = emptied.map((each) => Object.assign({ mint: mintOfToken(each.asset) }, each));
  const found = await readAccounts(
    rpc,
    wanted.map(({ address, mint }) => associatedTokenAccount(address.address, mint)),
  );
  return wanted.flatMap(({ address, asset, mint }, at) => {
    const account = found[at] ?? null;
    if (account === null || !isClosable(account)) return [];
    const { mint: held, owner } = readTokenAccount(account);
    return held === mint && owner === address.address ? [{ address, asset, lamports: account.lamports }] : [];
  });
}

/** The nonces of `accounts` that the treasury may use now. Throws `NodeFault`. */
export async function readNonces(rpc: Rpc, accounts: readonly string[], { address }: OwnAddress): Promise<Nonce[]> {
  const found = await readAccounts(rpc, accounts);
  return accounts.flatMap((account, at) => {
    const value = readNonce(found[at] ?? null, address);
    return value === null ? [] : [{ account, value }];
  });
}

/** What is known of a value of a nonce account that is not there any more. */
export interface UsedNonce {
  /** The watcher had read up to here when it was first found gone. */
  readonly since: bigint;
  /** The first final slot from there on by which it was; null: none is known yet. */
  readonly by: bigint | null;
}

/**
 * The state of our waiting transactions: whether the network has them, and whether their nonces are used up. `used` keeps from call to
 * call by which slot each was: the watcher reads up to that one, while the chain goes on. Throws `NodeFault`, also where a nonce is gone
 * by a slot before that up to which the watcher had read (`readTo`): a node that lags tells of the value before ours.
 */
export async function readWaiting(
  rpc: Rpc,
  waiting: readonly Waiting[],
  { used, readTo }: { readonly used: Map<string, UsedNonce>; readonly readTo: bigint | null },
): Promise<WaitingPayment[]> {
  const ours = waiting.flatMap(({ planned, txid }) => (planned.kind === 'solana' ? [{ planned, txid }] : []));
  // The nonces first: if a transaction uses its nonce between the two calls, the second call finds it.
  const { found, slot } = await readAccountsAt(
    rpc,
    ours.map(({ planned }) => planned.nonceAccount),
  );
  for (const [at, { planned }] of ours.entries()) {
    const date = dateOf(planned);
    if (readNonce(found[at] ?? null, planned.payer.address) === planned.nonce) {
      // A node that had said otherwise was wrong.
      used.delete(date);
      continue;
    }
    const { since, by } = used.get(date) ?? { since: readTo ?? slot(), by: null };
    used.set(date, { since, by: by ?? (slot() < since ? null : slot()) });
  }
  if (ours.some(({ planned }) => used.get(dateOf(planned))?.by === null)) {
    throw new NodeFault(
      'The node is behind the blocks that were read, so what it says about nonces is old. Nothing was planned.',
    );
  }
  return Promise.all(
    ours.map(async ({ planned, txid }) => ({
      planned,
      txid,
      isMined: (await readStatus(rpc, txid)) !== null,
      usedBy: used.get(dateOf(planned))?.by ?? null,
    })),
  );
}

/** What is at the payee addresses of refunds, by address. Throws `NodeFault`. */
export async function readPayees(rpc: Rpc, refunds: readonly DueRefund[]): Promise<ReadonlyMap<string, Payee>> {
  const addresses = [...new Set(refunds.map(({ address }) => address))];
  const places = addresses.flatMap((address) => [
    address,
    ...MINTS.map((mint) => associatedTokenAccount(address, mint)),
  ]);
  const accounts = await readAccounts(rpc, places);
  return new Map(
    addresses.map((address, at) => {
      const [own = null, ...tokens] = accounts.slice(at * (MINTS.length + 1), (at + 1) * (MINTS.length + 1));
      const isWallet = own?.program === SYSTEM_PROGRAM && own.bytes.length === 0;
      // Without a private key, and held by no program either: coins would be there for good.
      const isEmpty = own === null && isOnCurve(address);
      const account = isEmpty ? 'none' : isWallet ? 'wallet' : 'other';
      const isOpen = (found: FoundAccount | null = null): boolean => found !== null && !isUnopened(found);
      const mints = new Set(MINTS.filter((_, place) => isOpen(tokens[place])));
      return [address, { account, mints }] as const;
    }),
  );
}
