import { associatedTokenAccount, writeBase58 } from '@kobogate/addresses';
import type { NetworkAsset } from '@kobogate/contract';
import { createHash } from 'node:crypto';
import { type Instruction, writeTransaction } from './solana-message.ts';

/** Programs of Solana: https://solana.com/docs/core/programs, https://spl.solana.com/associated-token-account. */
const SYSTEM_PROGRAM = '11111111111111111111111111111111';
const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
/** `SystemInstruction::Transfer`, `AssociatedTokenAccountInstruction::CreateIdempotent`, `TokenInstruction::TransferChecked`. */
const TRANSFER = 2;
const CREATE_IDEMPOTENT = 1;
const TRANSFER_CHECKED = 12;

/** A payment from a payer's account to one of our addresses, in the asset's smallest units. */
export interface SolanaPayment {
  readonly asset: NetworkAsset;
  readonly payer: string;
  readonly to: string;
  readonly units: bigint;
  readonly reference: string;
}

/** The key by which a payment can be found on the chain: the hash of its id, whose private key nobody has. Pure. */
export const referenceOf = (paymentId: string): string =>
  writeBase58(createHash('sha256').update(`kobogate payment ${paymentId}`).digest());

/**
 * The transaction that pays, unsigned. A token goes to the address's associated account, which is opened first where it is
 * missing, at the payer's cost; the transfer comes last and names the reference, as Solana Pay has it. Pure.
 */
export const transferTransaction = (payment: SolanaPayment, blockhash: string): Uint8Array =>
  writeTransaction(payment.payer, blockhash, instructionsOf(payment));

function instructionsOf({ asset, payer, to, units, reference }: SolanaPayment): Instruction[] {
  const signer = { address: payer, isWritable: true };
  const { contract: mint } = asset;
  if (mint === null) {
    return [
      {
        program: SYSTEM_PROGRAM,
        accounts: [signer, { address: to, isWritable: true }, { address: reference }],
        data: Uint8Array.of(...littleEndianBytes(TRANSFER, 4), ...littleEndianBytes(units, 8)),
      },
    ];
  }
  const target = { address: associatedTokenAccount(to, mint), isWritable: true };
  const source = { address: associatedTokenAccount(payer, mint), isWritable: true };
  return [
    {
      program: ASSOCIATED_TOKEN_PROGRAM,
      accounts: [signer, target, ...[to, mint, SYSTEM_PROGRAM, TOKEN_PROGRAM].map((address) => ({ address }))],
      data: Uint8Array.of(CREATE_IDEMPOTENT),
    },
    {
      program: TOKEN_PROGRAM,
      accounts: [source, { address: mint }, target, signer, { address: reference }],
      data: Uint8Array.of(TRANSFER_CHECKED, ...littleEndianBytes(units, 8), asset.decimals),
    },
  ];
}

function littleEndianBytes(value: bigint | number, length: number): number[] {
  const number = BigInt(value);
  if (number < 0n || number >= 1n << BigInt(8 * length)) throw new RangeError(`${number} does not fit ${length} bytes`);
  return Array.from({ length }, (_, index) => Number((number >> BigInt(8 * index)) & 0xffn));
}
