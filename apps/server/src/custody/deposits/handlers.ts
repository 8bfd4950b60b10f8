import type { Handlers } from '../../events.ts';
import type { CreateWalletDependencies } from '../wallets/create-wallet.ts';
import { collectAfterRevert } from './collect-receivable.ts';
import { openWalletFor, openWalletForPayment } from './open-wallet.ts';
import { valueDeposit } from './value-deposit.ts';

/**
 * What deposits do by events: write what a confirmed one was worth and give it a wallet where its coin has none, and a payment's
 * as soon as some of it is in the balance; collect what a reverted one leaves owed, once the orders have given back its coins.
 */
export function depositHandlers(dependencies: CreateWalletDependencies) {
  return {
    'deposit.confirmed': async ({ depositId }) => {
      await valueDeposit(dependencies, depositId);
      await openWalletFor(dependencies, depositId);
    },
    'payment.excess': ({ orderId }) => openWalletForPayment(dependencies, orderId),
    'order.declined': ({ orderId }) => openWalletForPayment(dependencies, orderId),
    'deposit.reverted': ({ depositId }) => collectAfterRevert(dependencies, depositId),
  } satisfies Handlers;
}
