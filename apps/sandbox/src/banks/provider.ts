/** The payout providers of the sandbox, by the name that is part of their address. */
export const PROVIDERS = ['budpay', 'paystack', 'flutterwave', 'flutterwave-v4', 'monnify'] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Each as people write it. */
export const PROVIDER_TITLES: Readonly<Record<Provider, string>> = {
  budpay: 'BudPay',
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  'flutterwave-v4': 'Flutterwave v4',
  monnify: 'Monnify',
};
