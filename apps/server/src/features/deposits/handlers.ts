import { z } from 'zod';
import type { EventHandler } from '../../platform/queue.ts';
import type { CreateWalletDependencies } from '../wallets/create-wallet.ts';
import { collectAfterRevert } from './collect-receivable.ts';
import { openWalletFor } from './open-wallet.ts';

const ofDeposit = z.object({ depositId: z.string() });

/**
 * What deposits do by events: give a confirmed one a wallet where its coin has none; collect what a reverted one leaves owed,
 * once the orders have given back its coins.
 */
export function depositHandlers(dependencies: CreateWalletDependencies) {
  return {
    'deposit.confirmed': (payload) => openWalletFor(dependencies, ofDeposit.parse(payload).depositId),
    'payment.excess': (payload) =>
      openWalletFor(dependencies, ofDeposit.parse(payload).depositId, { isInBalance: true }),
    'deposit.reverted': (payload) => collectAfterRevert(dependencies, ofDeposit.parse(payload).depositId),
  } satisfies Record<string, EventHandler>;
}
