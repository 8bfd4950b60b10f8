import { dotTransferPayload, dotTransferSigned } from '@kobogate/plans';
import { hash256 } from '@kobogate/substrate';
import { getPublicKey, secretFromSeed, sign } from '@scure/sr25519';
import { TRANSACTION_VERSION } from './node/rpc-methods.ts';

/** Accounts that the faucet pays from in turn, so that a payment that vanishes delays few others. */
const ACCOUNTS = 8;
/** What each begins with, in planck: ten million DOT. */
export const FAUCET_START = 100_000_000_000_000_000n;
/** What every transfer costs, in planck. */
export const FEE = 15_000_000n;

export interface FaucetAccount {
  readonly account: Uint8Array;
  readonly secret: Uint8Array;
}

/** The faucet's accounts: the same on every machine, and worth nothing on any real chain. */
export const FAUCET: readonly FaucetAccount[] = Array.from({ length: ACCOUNTS }, (_, index) => {
  const secret = secretFromSeed(hash256(Buffer.from(`kobogate sandbox faucet ${index}`)));
  return { secret, account: getPublicKey(secret) };
});

/** A signed transfer from one of the faucet's accounts. `amount` is in planck. */
export function signTransfer(
  { account, secret }: FaucetAccount,
  { to, amount, nonce, specVersion }: { to: Uint8Array; amount: bigint; nonce: number; specVersion: number },
): Uint8Array {
  const transfer = { from: account, to, amount, nonce, specVersion, transactionVersion: TRANSACTION_VERSION };
  return dotTransferSigned(transfer, sign(secret, dotTransferPayload(transfer)));
}
