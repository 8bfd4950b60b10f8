import { fileURLToPath } from 'node:url';
import { BUDPAY_PUBLIC_KEY, BUDPAY_SECRET_KEY } from './banks/budpay/signature.ts';
import {
  FLUTTERWAVE_V4_CALLBACK_HASH,
  FLUTTERWAVE_V4_CLIENT_ID,
  FLUTTERWAVE_V4_CLIENT_SECRET,
} from './banks/flutterwave-v4/answers.ts';
import { TOKEN_PATH } from './banks/flutterwave-v4/routes.ts';
import { FLUTTERWAVE_CALLBACK_HASH, FLUTTERWAVE_SECRET_KEY } from './banks/flutterwave/answers.ts';
import { MONNIFY_API_KEY, MONNIFY_SECRET_KEY, MONNIFY_SOURCE_ACCOUNT } from './banks/monnify/answers.ts';
import { PAYSTACK_SECRET_KEY } from './banks/paystack/answers.ts';
import {
  APPLE_CLIENT_ID,
  APPLE_KEY_ID,
  APPLE_TEAM_ID,
  GOOGLE_CLIENT_ID,
  GOOGLE_CLIENT_SECRET,
} from './sign-in/open-id.ts';
import { TERMII_API_KEY } from './sms/termii.ts';
import { SOURCES } from './rates/price-book.ts';
import type { World } from './world.ts';

/**
 * The key tool's export of the seed phrase "test test … junk", with a thousand Solana addresses. That phrase is
 * published in every Ethereum development tool, so its addresses are safe for play money only. The export is marked as
 * a sample, which a server in production refuses.
 */
const SAMPLE_KEYS = fileURLToPath(new URL('../data/sample-keys.txt', import.meta.url));
const SAMPLE_SIGNER = '231a8d431be3498e49e42adbe4e0ca099e3a5b94b68ac7e04a03f5011f23f79d';

/** The variables with which the product uses this sandbox, whose own address is `base`. */
export function environmentOf(world: World, base: string): Record<string, string> {
  const chains = [...world.chains.values()].map((chain) => world.providers.environment(chain));
  return {
    // Its keys are samples and its addresses plain http on this machine, which a server in production refuses.
    NODE_ENV: 'development',
    ...Object.fromEntries(chains.flatMap((variables) => Object.entries(variables))),
    // Each network has one provider here, whose word is enough: more than an operator would take from one of the internet.
    LONE_PROVIDER_LIMIT: '1000000000',
    // Each payment here is tried by a person who waits for it, and a call costs nothing.
    POLL_SECONDS: '1',
    REST_SECONDS: '1',
    // The sample administrator is signed in to with a password alone.
    ADMIN_SECOND_FACTOR: 'optional',
    KEYS_FILE: SAMPLE_KEYS,
    KEYS_SIGNER: SAMPLE_SIGNER,
    SMTP_URL: `smtp://127.0.0.1:${world.smtpPort}`,
    MAIL_FROM: 'Kobogate <no-reply@kobogate.test>',
    TERMII_URL: `${base}/termii`,
    TERMII_API_KEY,
    TERMII_SENDER: 'Kobogate',
    GOOGLE_ISSUER_URL: `${base}/google`,
    GOOGLE_CLIENT_ID,
    GOOGLE_CLIENT_SECRET,
    APPLE_ISSUER_URL: `${base}/apple`,
    APPLE_CLIENT_ID,
    APPLE_TEAM_ID,
    APPLE_KEY_ID,
    APPLE_PRIVATE_KEY: world.openIds.apple.clientKey ?? '',
    BUDPAY_URL: `${base}/budpay/api/v2`,
    BUDPAY_SECRET_KEY,
    BUDPAY_PUBLIC_KEY,
    PAYSTACK_URL: `${base}/paystack`,
    PAYSTACK_SECRET_KEY,
    FLUTTERWAVE_URL: `${base}/flutterwave/v3`,
    FLUTTERWAVE_SECRET_KEY,
    FLUTTERWAVE_CALLBACK_HASH,
    FLUTTERWAVE_V4_URL: `${base}/flutterwave/v4`,
    FLUTTERWAVE_V4_TOKEN_URL: `${base}/flutterwave/v4${TOKEN_PATH}`,
    FLUTTERWAVE_V4_CLIENT_ID,
    FLUTTERWAVE_V4_CLIENT_SECRET,
    FLUTTERWAVE_V4_CALLBACK_HASH,
    MONNIFY_URL: `${base}/monnify`,
    MONNIFY_API_KEY,
    MONNIFY_SECRET_KEY,
    MONNIFY_SOURCE_ACCOUNT,
    ...Object.fromEntries(SOURCES.map((source) => [`${source.toUpperCase()}_URL`, `${base}/${source}`])),
  };
}
