import { endpoints } from '@kobogate/contract';
import type { Database } from '../../platform/database.ts';
import { type Route, route } from '../../platform/route.ts';
import { addressKey, consumeRateLimit } from '../../platform/throttle.ts';
import type { PayerWalletDependencies } from './payable-payment.ts';
import type { PayerNode } from './payer-node.ts';
import { prepareSolanaTransfer } from './prepare-solana-transfer.ts';
import { prepareTronTransfer } from './prepare-tron-transfer.ts';
import { sendSolanaTransfer } from './send-solana-transfer.ts';
import { sendTronTransfer } from './send-tron-transfer.ts';
import type { TronPayerNode } from './tron-node.ts';

/** More than a payer needs, also behind a shared address; each call asks the operator's node once. */
const MOST_A_MINUTE = 60;

export interface PayerWalletRouteDependencies extends PayerWalletDependencies {
  readonly database: Database;
  /** Null where Solana is not watched. */
  readonly node: PayerNode | null;
  /** Null where TRON is not watched. */
  readonly tronNode: TronPayerNode | null;
}

/** Calls of payers' wallets, without a sign-in. */
export function payerWalletRoutes(dependencies: PayerWalletRouteDependencies): Route[] {
  const { database, clock } = dependencies;
  const limitCalls = (address: string): Promise<void> =>
    consumeRateLimit(
      database,
      [{ thing: 'payer-wallet', subject: addressKey(address), most: MOST_A_MINUTE, windowSeconds: 60 }],
      clock.now(),
      'Very many wallets were asked from here.',
    );
  return [
    route(endpoints.payerWallets.prepareSolana, async ({ params, query, address }) => {
      await limitCalls(address);
      return { data: await prepareSolanaTransfer(dependencies, { id: params.id, payer: query.payer }) };
    }),
    route(endpoints.payerWallets.sendSolana, async ({ params, body, address }) => {
      await limitCalls(address);
      return { data: await sendSolanaTransfer(dependencies, { id: params.id, transaction: body.transaction }) };
    }),
    route(endpoints.payerWallets.prepareTron, async ({ params, query, address }) => {
      await limitCalls(address);
      return { data: await prepareTronTransfer(dependencies, { id: params.id, payer: query.payer }) };
    }),
    route(endpoints.payerWallets.sendTron, async ({ params, body, address }) => {
      await limitCalls(address);
      return { data: await sendTronTransfer(dependencies, { id: params.id, ...body }) };
    }),
  ];
}
