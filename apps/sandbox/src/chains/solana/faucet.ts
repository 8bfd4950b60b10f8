import { createHash } from 'node:crypto';
import { associatedTokenAccount } from '@kobogate/addresses';
import {
  AccountRole,
  address,
  appendTransactionMessageInstructions,
  blockhash,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  type Instruction,
  type KeyPairSigner,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
} from '@solana/kit';
import { ASSOCIATED_TOKEN_PROGRAM, COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM, TOKEN_PROGRAM } from './programs.ts';

/** A payment that the faucet makes. */
export interface FaucetPayment {
  readonly to: string;
  readonly amount: bigint;
  /** Null: SOL. */
  readonly token: { readonly mint: string; readonly decimals: number } | null;
}

/** The faucet's key, the same in every sandbox. It is no secret. */
export function openFaucet(): Promise<KeyPairSigner> {
  const seed = createHash('sha256').update('kobogate sandbox faucet, play money').digest();
  return createKeyPairSignerFromPrivateKeyBytes(Uint8Array.from(seed));
}

/**
 * Signs a payment, in base64. `recentBlockhash` dates it; two payments with different `count` are different
 * transactions even where all else is equal.
 */
export async function signPayment(
  faucet: KeyPairSigner,
  payment: FaucetPayment,
  recentBlockhash: string,
  count: number,
): Promise<string> {
  const unsigned = pipe(
    createTransactionMessage({ version: 0 }),
    (message) => setTransactionMessageFeePayerSigner(faucet, message),
    (message) =>
      setTransactionMessageLifetimeUsingBlockhash(
        { blockhash: blockhash(recentBlockhash), lastValidBlockHeight: 0n },
        message,
      ),
    (message) =>
      appendTransactionMessageInstructions([limitUnits(count), ...transfer(faucet.address, payment)], message),
  );
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(unsigned));
}

const LEAST_UNITS = 200_000;

function limitUnits(count: number): Instruction {
  const data = Buffer.alloc(5);
  data.writeUInt8(2);
  data.writeUInt32LE(LEAST_UNITS + (count % LEAST_UNITS), 1);
  return { programAddress: COMPUTE_BUDGET_PROGRAM, data: Uint8Array.from(data) };
}

function transfer(faucet: string, { to, amount, token }: FaucetPayment): Instruction[] {
  const payer = { address: address(faucet), role: AccountRole.WRITABLE_SIGNER };
  if (token === null) {
    const data = Buffer.alloc(12);
    data.writeUInt32LE(2);
    data.writeBigUInt64LE(amount, 4);
    const accounts = [payer, { address: address(to), role: AccountRole.WRITABLE }];
    return [{ programAddress: SYSTEM_PROGRAM, accounts, data: Uint8Array.from(data) }];
  }
  const writable = (of: string) => ({ address: address(of), role: AccountRole.WRITABLE });
  const readable = (of: string) => ({ address: address(of), role: AccountRole.READONLY });
  const [from, held] = [
    writable(associatedTokenAccount(faucet, token.mint)),
    writable(associatedTokenAccount(to, token.mint)),
  ];
  const moved = Buffer.alloc(10);
  moved.writeUInt8(12);
  moved.writeBigUInt64LE(amount, 1);
  moved.writeUInt8(token.decimals, 9);
  return [
    {
      programAddress: ASSOCIATED_TOKEN_PROGRAM,
      accounts: [payer, held, readable(to), readable(token.mint), readable(SYSTEM_PROGRAM), readable(TOKEN_PROGRAM)],
      // CreateIdempotent: does nothing where the account exists.
      data: Uint8Array.of(1),
    },
    {
      programAddress: TOKEN_PROGRAM,
      accounts: [from, readable(token.mint), held, payer],
      data: Uint8Array.from(moved),
    },
  ];
}
