import { BUDPAY_PUBLIC_KEY, BUDPAY_SECRET_KEY } from './banks/budpay/signature.ts';
import { SOURCES } from './rates/price-book.ts';
import type { World } from './world.ts';

/**
 * The account-level public key (m/44'/60'/0') of the seed phrase "test test … junk". That phrase is published in every
 * Ethereum development tool, so anybody can spend what is sent to its addresses: for play money only.
 */
const SAMPLE_EVM_XPUB =
  'xpub6Ce9NcJvTk36xtLSrJLZqE7wtgA5deCeYs7rSQtreh4cj6ByPtrg9sD7V2FNFLPnf8heNP3FGkeV9qwfzvZNSd54JoNXVsXFYSYwHsnJxqP';

/** The variables with which the product uses this sandbox, whose own address is `base`. */
export function environmentOf(world: World, base: string): Record<string, string> {
  const chains = [...world.chains.values()].map((chain) => chain.environment());
  return {
    ...Object.fromEntries(chains.flatMap((variables) => Object.entries(variables))),
    EVM_XPUB: SAMPLE_EVM_XPUB,
    SMTP_URL: `smtp://127.0.0.1:${world.smtpPort}`,
    MAIL_FROM: 'Kobogate <no-reply@kobogate.test>',
    BUDPAY_URL: `${base}/budpay/api/v2`,
    BUDPAY_SECRET_KEY,
    BUDPAY_PUBLIC_KEY,
    ...Object.fromEntries(SOURCES.map((source) => [`${source.toUpperCase()}_URL`, `${base}/${source}`])),
  };
}
