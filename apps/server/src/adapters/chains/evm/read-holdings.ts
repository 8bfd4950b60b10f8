import type { LedgerAssetCode } from '@kobogate/contract';
import type { Holding, OwnAddress } from '../../../custody/index.ts';
import { readData, readQuantity } from '../fields.ts';
import { resultOf, type RpcAnswer, type RpcCall } from '../rpc.ts';

/** First four bytes of keccak-256 of `balanceOf(address)` (EIP-20). */
const BALANCE_OF = '0x70a08231';

/** An asset at a node that speaks Ethereum's JSON-RPC; `contract` is null or twenty bytes in hexadecimal. */
export interface HeldAsset {
  readonly code: LedgerAssetCode;
  readonly currency: string;
  readonly contract: string | null;
}

/** What addresses hold of these assets. Throws `NodeFault`. */
export async function readHoldings(
  ask: (calls: readonly RpcCall[]) => Promise<RpcAnswer[]>,
  assets: readonly HeldAsset[],
  addresses: readonly OwnAddress[],
): Promise<Holding[]> {
  const wanted = addresses.flatMap((address) => assets.map((asset) => ({ address, asset })));
  const answers = await ask(wanted.map(({ address, asset }) => balanceCall(address, asset)));
  return wanted.flatMap(({ address, asset }, index) => {
    const amount = readBalance(answers[index], asset);
    return amount === 0n ? [] : [{ address, asset: asset.code, amount }];
  });
}

function balanceCall({ addressKey }: OwnAddress, { contract }: HeldAsset): RpcCall {
  if (contract === null) return { method: 'eth_getBalance', params: [addressKey, 'latest'] };
  const data = `${BALANCE_OF}${addressKey.slice(2).padStart(64, '0')}`;
  return { method: 'eth_call', params: [{ to: contract, data }, 'latest'] };
}

function readBalance(answer: RpcAnswer | undefined, { contract, currency }: HeldAsset): bigint {
  if (contract === null) return readQuantity(resultOf(answer, 'eth_getBalance'), 'balance');
  const data = readData(resultOf(answer, 'eth_call'), `balance of ${currency}`);
  // On a private network the contract does not exist, so no address can hold the token.
  return data === '0x' ? 0n : readQuantity(data, `balance of ${currency}`);
}
