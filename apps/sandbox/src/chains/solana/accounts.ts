import { address, type Address, type EncodedAccount, getBase58Decoder, getBase58Encoder, lamports } from '@solana/kit';
import { SYSTEM_PROGRAM, TOKEN_PROGRAM } from './programs.ts';

/**
 * Layouts of the token program's accounts: https://github.com/solana-program/token, `state.rs`, `Mint` and `Account`.
 */
const MINT_BYTES = 82;
const TOKEN_ACCOUNT_BYTES = 165;
const AMOUNT_AT = 64;
const IS_INITIALISED = 1;
/** In smallest units: more than is ever paid out. */
const FAUCET_TOKENS = 10n ** 18n;

/** The tokens in a token account. */
export interface TokenHolding {
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
}

/** The content of a token account; null for any other account. */
export function readTokenAccount({
  programAddress,
  data,
}: Pick<EncodedAccount, 'data' | 'programAddress'>): TokenHolding | null {
  if (programAddress !== TOKEN_PROGRAM || data.length !== TOKEN_ACCOUNT_BYTES) return null;
  const bytes = Buffer.from(data);
  return {
    mint: getBase58Decoder().decode(bytes.subarray(0, 32)),
    owner: getBase58Decoder().decode(bytes.subarray(32, AMOUNT_AT)),
    amount: bytes.readBigUInt64LE(AMOUNT_AT),
  };
}

/** A mint whose tokens are all made: it has no mint authority. `rent` keeps it alive. */
export function mintAccount(mint: string, decimals: number, rent: bigint): EncodedAccount {
  const data = Buffer.alloc(MINT_BYTES);
  data.writeBigUInt64LE(FAUCET_TOKENS, 36);
  data.writeUInt8(decimals, 44);
  data.writeUInt8(IS_INITIALISED, 45);
  return account(mint, rent, TOKEN_PROGRAM, data);
}

/** The token account in which `owner` has all tokens of a mint. */
export function fullTokenAccount(of: string, mint: string, owner: string, rent: bigint): EncodedAccount {
  const data = Buffer.alloc(TOKEN_ACCOUNT_BYTES);
  Buffer.from(getBase58Encoder().encode(mint)).copy(data, 0);
  Buffer.from(getBase58Encoder().encode(owner)).copy(data, 32);
  data.writeBigUInt64LE(FAUCET_TOKENS, AMOUNT_AT);
  data.writeUInt8(IS_INITIALISED, 108);
  return account(of, rent, TOKEN_PROGRAM, data);
}

/** An account of no program, with lamports only; zero lamports: no account at all. */
export const plainAccount = (of: string, amount: bigint): EncodedAccount =>
  account(of, amount, SYSTEM_PROGRAM, Buffer.alloc(0));

function account(of: string, amount: bigint, programAddress: Address, data: Buffer): EncodedAccount {
  return {
    address: address(of),
    lamports: lamports(amount),
    programAddress,
    executable: false,
    data: Uint8Array.from(data),
    space: BigInt(data.length),
  };
}
