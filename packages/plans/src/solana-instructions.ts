import { associatedTokenAccount, readBase58 } from '@kobogate/addresses';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { SolanaInstruction } from './solana-message.ts';

/**
 * Programs and sysvars of Solana: https://solana.com/docs/core/programs,
 * https://spl.solana.com/associated-token-account.
 */
export const SYSTEM_PROGRAM = '11111111111111111111111111111111';
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
const BLOCKHASHES = 'SysvarRecentB1ockHashes11111111111111111111';
const RENT = 'SysvarRent111111111111111111111111111111111';

/** The first byte or bytes of an instruction's data name it; these are `SystemInstruction`'s, by their index there. */
const SYSTEM = { transfer: 2, advanceNonce: 4, initialiseNonce: 6, allocateWithSeed: 9 } as const;
/**
 * `AssociatedTokenAccountInstruction::CreateIdempotent`, `TokenInstruction::TransferChecked`, and two of
 * `ComputeBudgetInstruction`.
 */
const CREATE_IDEMPOTENT = 1;
const TRANSFER_CHECKED = 12;
/** `TokenInstruction::CloseAccount`: refused by the program while the account holds anything of its token. */
const CLOSE_ACCOUNT = 9;
const [SET_UNIT_LIMIT, SET_UNIT_PRICE] = [2, 3];

/** A nonce account (solana-nonce, `versions.rs`): version, state, authority, value, and what a signature cost then. */
export const NONCE_BYTES = 80;

/** A transfer of lamports; `from` signs. Throws where an amount does not fit eight bytes, as all of these do. Pure. */
export function solTransfer(from: string, to: string, units: bigint): SolanaInstruction {
  return {
    program: SYSTEM_PROGRAM,
    accounts: [
      { address: from, isSigner: true, isWritable: true },
      { address: to, isWritable: true },
    ],
    data: concatBytes(little(SYSTEM.transfer, 4), little(units, 8)),
  };
}

/** Opens the associated token account of `owner` at the cost of `payer`; does nothing where it is there. Pure. */
export function openTokenAccount(payer: string, owner: string, mint: string): SolanaInstruction {
  return {
    program: ASSOCIATED_TOKEN_PROGRAM,
    accounts: [
      { address: payer, isSigner: true, isWritable: true },
      { address: associatedTokenAccount(owner, mint), isWritable: true },
      ...[owner, mint, SYSTEM_PROGRAM, TOKEN_PROGRAM].map((address) => ({ address })),
    ],
    data: Uint8Array.of(CREATE_IDEMPOTENT),
  };
}

/**
 * A transfer between the associated token accounts of `from`, who signs, and `to`, the token's decimals checked. Pure.
 */
export function tokenTransfer(
  { mint, decimals }: { readonly mint: string; readonly decimals: number },
  from: string,
  to: string,
  units: bigint,
): SolanaInstruction {
  return {
    program: TOKEN_PROGRAM,
    accounts: [
      { address: associatedTokenAccount(from, mint), isWritable: true },
      { address: mint },
      { address: associatedTokenAccount(to, mint), isWritable: true },
      { address: from, isSigner: true },
    ],
    data: concatBytes(Uint8Array.of(TRANSFER_CHECKED), little(units, 8), Uint8Array.of(decimals)),
  };
}

/** Closes the associated token account of `owner`, who signs; its lamports go to `to`. Pure. */
export function closeTokenAccount(owner: string, mint: string, to: string): SolanaInstruction {
  return {
    program: TOKEN_PROGRAM,
    accounts: [
      { address: associatedTokenAccount(owner, mint), isWritable: true },
      { address: to, isWritable: true },
      { address: owner, isSigner: true },
    ],
    data: Uint8Array.of(CLOSE_ACCOUNT),
  };
}

/** Uses a nonce up. As the first instruction, the nonce's value dates the transaction instead of a block. Pure. */
export function advanceNonce(account: string, authority: string): SolanaInstruction {
  return {
    program: SYSTEM_PROGRAM,
    accounts: [
      { address: account, isWritable: true },
      { address: BLOCKHASHES },
      { address: authority, isSigner: true },
    ],
    data: little(SYSTEM.advanceNonce, 4),
  };
}

/**
 * Makes a nonce account at the address that `solanaAddressWithSeed` gives for `payer` and `seed`, for `authority` to use,
 * and adds `lamports` to what lies there; `payer` signs. In three steps, because the one instruction for all of it refuses an
 * address that holds anything, and anybody may send some there. Pure.
 */
export function makeNonce(
  { payer, seed, account, authority }: { payer: string; seed: string; account: string; authority: string },
  lamports: bigint,
): SolanaInstruction[] {
  const text = utf8ToBytes(seed);
  return [
    ...(lamports === 0n ? [] : [solTransfer(payer, account, lamports)]),
    {
      program: SYSTEM_PROGRAM,
      accounts: [
        { address: account, isWritable: true },
        { address: payer, isSigner: true },
      ],
      data: concatBytes(
        little(SYSTEM.allocateWithSeed, 4),
        readBase58(payer),
        little(text.length, 8),
        text,
        little(NONCE_BYTES, 8),
        readBase58(SYSTEM_PROGRAM),
      ),
    },
    {
      program: SYSTEM_PROGRAM,
      accounts: [{ address: account, isWritable: true }, { address: BLOCKHASHES }, { address: RENT }],
      data: concatBytes(little(SYSTEM.initialiseNonce, 4), readBase58(authority)),
    },
  ];
}

/** The limit of compute units, and the price offered for each, in millionths of a lamport. Pure. */
export function computeBudget(units: number, unitPrice: bigint): SolanaInstruction[] {
  return [
    concatBytes(Uint8Array.of(SET_UNIT_LIMIT), little(units, 4)),
    concatBytes(Uint8Array.of(SET_UNIT_PRICE), little(unitPrice, 8)),
  ].map((data) => ({ program: COMPUTE_BUDGET_PROGRAM, accounts: [], data }));
}

function little(value: bigint | number, length: number): Uint8Array {
  const number = BigInt(value);
  if (number < 0n || number >= 1n << BigInt(8 * length)) throw new RangeError(`${number} does not fit ${length} bytes`);
  return Uint8Array.from({ length }, (_, index) => Number((number >> BigInt(8 * index)) & 0xffn));
}
