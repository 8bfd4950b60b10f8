import { findLedgerAsset } from '@kobogate/contract';
import { tokenTransferData, tronKey, type TronTransfer } from '@kobogate/plans';
import { NodeFault } from '../../../custody/index.ts';
import type { TronPayerNode } from '../../../sales/index.ts';
import { readHoldings } from '../evm/read-holdings.ts';
import { readQuantity } from '../fields.ts';
import { resultOf } from '../rpc.ts';
import { energyOf, withRoom } from './read-energy.ts';
import { readPrices, readResources, readTronBlock } from './read-tron.ts';
import { TRON_ASSETS, TRON_CHAIN_ID, TRX } from './tron-assets.ts';
import { KNOWN_TRANSACTION, openTronNode } from './tron-node.ts';
import { costOf } from './transfer-cost.ts';
import { faultsTold } from '../payer-faults.ts';

/** Of a first transfer to an address: what an account without the tokens is told, whose own can't be tried out. */
const USUAL_ENERGY = 131_000n;
/** What a node says of a transaction that no later try gets into a block. */
const FOR_GOOD =
  /^(?:SIGERROR|CONTRACT_\w+|TAPOS_ERROR|TRANSACTION_EXPIRATION_ERROR|BANDWITH_ERROR|TOO_BIG_TRANSACTION_ERROR)$/;

/** A TRON node, called on behalf of payers' wallets. */
export function createTronPayerNode({ rpcUrl }: { rpcUrl: string }): TronPayerNode {
  const { rpc, post } = openTronNode(rpcUrl);

  return {
    look: ({ payer, asset, amount, payee }) =>
      faultsTold(async () => {
        const [chain] = await rpc([{ method: 'eth_chainId', params: [] }]);
        if (readQuantity(resultOf(chain, 'eth_chainId'), 'chain id') !== BigInt(TRON_CHAIN_ID)) {
          throw new NodeFault('The node is not on TRON.');
        }
        const contract = findLedgerAsset(asset)?.contract ?? '';
        const call = { from: payer, contract, data: tokenTransferData(tronKey(payee), amount) };
        const owner = { chain: 0, index: 0, address: payer, addressKey: tronKey(payer) } as const;
        const [final, newest, prices, resources, energy, holdings] = [
          readTronBlock(await post('/walletsolidity/getnowblock')),
          readTronBlock(await post('/wallet/getnowblock')),
          readPrices(await post('/wallet/getchainparameters')),
          readResources(await post('/wallet/getaccountresource', { address: payer, visible: true })),
          await energyOf(post, call),
          await readHoldings(rpc, TRON_ASSETS, [owner]),
        ];
        const held = (code: string): bigint => holdings.find((holding) => holding.asset === code)?.amount ?? 0n;
        const feeLimit = withRoom(energy ?? USUAL_ENERGY) * prices.energy;
        const { id } = final;
        // Not the final block's, which is long past where the network stops making blocks final.
        const now = newest.madeAt;
        const sample: TronTransfer = {
          from: { address: payer },
          asset,
          amount,
          payee,
          refBlock: id.slice(12, 16),
          refHash: id.slice(16, 32),
          expiration: now,
          timestamp: now,
          feeLimit,
        };
        return {
          block: { refBlock: sample.refBlock, refHash: sample.refHash },
          now,
          feeLimit,
          fee: costOf(sample, prices, resources),
          payerSun: held(TRX),
          payerTokens: held(asset),
        };
      }),
    send: (transaction) =>
      faultsTold(async () => {
        const { result, code } = await post('/wallet/broadcasthex', { transaction });
        if (result === true || code === KNOWN_TRANSACTION) return 'taken';
        if (FOR_GOOD.test(String(code))) return 'refused';
        throw new NodeFault(`The node answered ${String(code)}.`);
      }),
  };
}
