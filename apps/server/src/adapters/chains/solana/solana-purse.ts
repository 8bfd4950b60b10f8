import { associatedTokenAccount, solanaAddress } from '@kobogate/addresses';
import { ASSETS, type LedgerAsset, NETWORKS, STRAY_ASSETS } from '@kobogate/contract';
import { NodeFault } from '../../../features/deposits/chain.ts';
import type { Holding, OwnAddress, Purse } from '../../../features/treasury/purse.ts';
import { garbage, readFields, readList } from '../fields.ts';
import { createRpc, resultOf } from '../rpc.ts';
import { readCount } from './read-block.ts';
import { requireMainNetwork } from './solana-chain.ts';

const NETWORK = 'solana';
/** The most accounts that a node tells of in one call (https://solana.com/docs/rpc/http/getmultipleaccounts). */
const AT_ONCE = 100;
/** A token account (SPL Token's `Account`): mint and owner of 32 bytes, and the amount after them. */
const TOKEN_ACCOUNT_BYTES = 165;
const OWNER_AT = 32;
const AMOUNT_AT = 64;
const NOT_YET =
  'Coins on Solana can be counted from here, and not moved yet: its transactions expire within minutes, before an offline signer has them. Any wallet moves them from the seed’s words.';

interface Wanted {
  readonly address: OwnAddress;
  readonly asset: LedgerAsset;
  /** Where the coins lie: at the address itself, tokens at its associated account. */
  readonly account: string;
}

/** What lies at addresses of ours on Solana, final blocks only. Nothing can be moved from here. */
export function createSolanaPurse({ rpcUrl }: { rpcUrl: string }): Purse {
  const rpc = createRpc(rpcUrl);
  const assets: readonly LedgerAsset[] = [...ASSETS, ...STRAY_ASSETS].filter(({ network }) => network === NETWORK);

  async function readSome(wanted: readonly Wanted[]): Promise<Holding[]> {
    const settings = { encoding: 'base64', commitment: 'finalized' };
    const accounts = wanted.map(({ account }) => account);
    const [genesis, answer] = await rpc([
      { method: 'getGenesisHash', params: [] },
      { method: 'getMultipleAccounts', params: [accounts, settings] },
    ]);
    requireMainNetwork(genesis);
    const { value } = readFields(resultOf(answer, 'getMultipleAccounts'), 'list of accounts');
    const found = readList(value, 'list of accounts');
    if (found.length !== wanted.length)
      throw new NodeFault('The node does not tell of all accounts. Nothing was counted.');
    return wanted.flatMap(({ address, asset }, at) => {
      const amount = found[at] === null ? 0n : amountIn(found[at], address, asset);
      return amount === 0n ? [] : [{ address, asset: asset.code, amount }];
    });
  }

  return {
    network: NETWORK,
    family: NETWORKS[NETWORK].family,
    holdings: async (addresses) => {
      const wanted = addresses.flatMap((address) =>
        assets.map((asset): Wanted => {
          const { contract } = asset;
          const account = contract === null ? address.address : associatedTokenAccount(address.address, contract);
          return { address, asset, account };
        }),
      );
      const holdings: Holding[] = [];
      for (let start = 0; start < wanted.length; start += AT_ONCE) {
        holdings.push(...(await readSome(wanted.slice(start, start + AT_ONCE))));
      }
      return holdings;
    },
    draft: () => Promise.resolve({ transactions: [], notes: [NOT_YET] }),
    identify: () => Promise.resolve(null),
    broadcast: () => Promise.reject(new NodeFault(NOT_YET)),
    outcome: () => Promise.resolve(null),
  };
}

/** What an account holds of an asset. Throws `NodeFault` where it is not the account of that coin and that owner. */
function amountIn(account: unknown, { address }: OwnAddress, { contract }: LedgerAsset): bigint {
  const { lamports, data } = readFields(account, 'account');
  if (contract === null) return readCount(lamports, 'lamports');
  const [text, encoding] = readList(data, 'account');
  if (typeof text !== 'string' || encoding !== 'base64') garbage('token account');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== TOKEN_ACCOUNT_BYTES) garbage('token account');
  const keyAt = (start: number): string => solanaAddress(bytes.subarray(start, start + OWNER_AT)).address;
  if (keyAt(0) !== contract) garbage('token account');
  // Its owner may have been changed by whoever has the key: what lies there is not ours then.
  return keyAt(OWNER_AT) === address ? bytes.readBigUInt64LE(AMOUNT_AT) : 0n;
}
