const SAMPLE_MARK = /kobogate[-_]?sandbox/i;
/** Paystack and BudPay, Flutterwave, Monnify: how each marks the keys of its test mode in their public documentation. */
const TEST_KEY = /^(?:[sp]k_test_|FLW(?:SECK|PUBK)_TEST-|MK_TEST_)/i;
/** Blockfrost names the network at the beginning of a project's key. */
const TEST_PROJECT = /^(?:preprod|preview|testnet)/i;

/**
 * Whether a secret says of itself that no real money moves by it: the sandbox's own, each of which has
 * `kobogatesandbox` in it (also with a dash or underscore), and a provider's test keys by their documented beginning. Pure.
 */
export const isSampleSecret = (secret: string): boolean =>
  SAMPLE_MARK.test(secret) || TEST_KEY.test(secret) || TEST_PROJECT.test(secret);
