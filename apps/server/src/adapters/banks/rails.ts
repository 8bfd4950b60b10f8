import type { BankRail, ReadCallback } from '../../payouts/index.ts';
import type { Log } from '../../platform/log.ts';
import type { RailConfiguration } from '../../configuration/rails.ts';
import { createBudpayRail, readBudpayCallback } from './budpay/budpay.ts';
import type { CallOptions } from './call-bank.ts';
import { createFlutterwaveCallbacks, createFlutterwaveRail } from './flutterwave/flutterwave.ts';
import { createFlutterwaveV4Callbacks, createFlutterwaveV4Rail } from './flutterwave-v4/flutterwave-v4.ts';
import { createMonnifyCallbacks, createMonnifyRail } from './monnify/monnify.ts';
import { createPaystackCallbacks, createPaystackRail } from './paystack/paystack.ts';

/** A rail, and the reader of its provider's callbacks. */
export interface ConnectedRail {
  readonly rail: BankRail;
  readonly readCallback: ReadCallback;
}

/** The rail that a configuration describes. */
export function connectRail(
  configuration: RailConfiguration,
  more: { readonly log: Log } & Pick<CallOptions, 'timeoutMs'>,
): ConnectedRail {
  switch (configuration.name) {
    case 'budpay':
      return { rail: createBudpayRail({ ...configuration, ...more }), readCallback: readBudpayCallback };
    case 'paystack':
      return {
        rail: createPaystackRail({ ...configuration, ...more }),
        readCallback: createPaystackCallbacks(configuration),
      };
    case 'flutterwave':
      return {
        rail: createFlutterwaveRail({ ...configuration, ...more }),
        readCallback: createFlutterwaveCallbacks(configuration),
      };
    case 'flutterwave-v4':
      return {
        rail: createFlutterwaveV4Rail({ ...configuration, ...more }),
        readCallback: createFlutterwaveV4Callbacks(configuration),
      };
    case 'monnify':
      return {
        rail: createMonnifyRail({ ...configuration, ...more }),
        readCallback: createMonnifyCallbacks(configuration),
      };
  }
}
