import {
  findAsset,
  type NetworkAsset,
  type NetworkId,
  NETWORKS,
  payableAt,
  type Payment,
  type OrderId,
} from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import type { Clock } from '../../platform/clock.ts';
import { conflict, ruleBroken } from '../../platform/errors.ts';

export interface PayerWalletDependencies {
  readonly clock: Clock;
  /** What a payer sees of a payment. Throws 404. */
  readonly readPayment: (id: OrderId) => Promise<Payment>;
}

/** A payment that accepts coins now. */
export interface PayablePayment {
  readonly payment: Payment;
  readonly asset: NetworkAsset;
  /** The missing amount, in smallest units. */
  readonly units: bigint;
}

/** The payment, where a wallet may pay it on this network now. Throws 404, 409 with a message, 422 for another network. */
export async function requirePayable(
  { clock, readPayment }: PayerWalletDependencies,
  id: OrderId,
  network: NetworkId,
): Promise<PayablePayment> {
  const payment = await readPayment(id);
  const asset = findAsset(payment.currency, payment.network);
  const parsed = asset === undefined ? undefined : parseAmount(payment.missing, asset.decimals);
  if (asset === undefined || asset.network !== network || parsed?.ok !== true) {
    const { name } = NETWORKS[network];
    throw ruleBroken(
      `This payment is not made on ${name}, but on ${payment.networkName}. Nothing was sent.`,
      'network-wrong',
    );
  }
  switch (payableAt(payment, clock.now().getTime())) {
    case 'yes':
      return { payment, asset, units: parsed.value };
    case 'rate-ended':
      throw conflict('The rate has ended. Nothing was sent. Please get the current rate first.', 'rate-ended');
    case 'no':
      throw conflict('There is nothing to pay now: the page of the payment shows its state.', 'nothing-to-pay');
  }
}
