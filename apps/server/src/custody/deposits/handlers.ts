import { z } from 'zod';
import type { EventHandler } from '../../platform/queue.ts';
import type { CreateWalletDependencies } from '../wallets/create-wallet.ts';
import { collectAfterRevert } from './collect-receivable.ts';
import { openWalletFor, openWalletForPayment } from './open-wallet.ts';
import { valueDeposit } from './value-deposit.ts';

const ofDeposit = z.object({ depositId: z.string() });
const ofOrder = z.object({ orderId: z.string() });

/**
 * What deposits do by events: write what a confirmed one was worth and give it a wallet where its coin has none, and a payment's
 * as soon as some of it is in the balance; collect what a reverted one leaves owed, once the orders have given back its coins.
 */
export function depositHandlers(dependencies: CreateWalletDependencies) {
  return {
    'deposit.confirmed': async (payload) => {
      const { depositId } = ofDeposit.parse(payload);
      await valueDeposit(dependencies, depositId);
      await openWalletFor(dependencies, depositId);
    },
    'payment.excess': (payload) => openWalletForPayment(dependencies, ofOrder.parse(payload).orderId),
    'order.declined': (payload) => openWalletForPayment(dependencies, ofOrder.parse(payload).orderId),
    'deposit.reverted': (payload) => collectAfterRevert(dependencies, ofDeposit.parse(payload).depositId),
  } satisfies Record<string, EventHandler>;
}
