import {
  getBase58Decoder,
  getBase64EncodedWireTransaction,
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type Transaction,
} from '@solana/kit';

/** An account as a transaction names it, before lookup tables. */
export interface NamedAccount {
  readonly address: string;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

/** A signed transaction, as far as its own bytes show it. */
export interface SolanaTransaction {
  /** Its first signature in base58: its id in explorers. */
  readonly signature: string;
  readonly signatures: readonly string[];
  /** Its bytes in base64. */
  readonly raw: string;
  readonly signed: Transaction;
  readonly version: 'legacy' | 0;
  /** The block that dates it: it expires with it. */
  readonly recentBlockhash: string;
  readonly accounts: readonly NamedAccount[];
  readonly instructions: readonly {
    readonly programIdIndex: number;
    readonly accounts: readonly number[];
    readonly data: Uint8Array;
  }[];
  readonly lookups: readonly {
    readonly table: string;
    readonly writable: readonly number[];
    readonly readonly: readonly number[];
  }[];
}

/** Reads a transaction in base64. Throws where it is invalid, or of an unknown version. */
export function readTransaction(raw: string): SolanaTransaction {
  const signed = getTransactionDecoder().decode(Buffer.from(raw, 'base64'));
  const message = getCompiledTransactionMessageDecoder().decode(signed.messageBytes);
  if (message.version !== 'legacy' && message.version !== 0)
    throw new Error('This node has no transactions of that version.');
  const { header, staticAccounts, version } = message;
  const { numSignerAccounts: signers } = header;
  const writableEnd = staticAccounts.length - header.numReadonlyNonSignerAccounts;
  return {
    signature: getSignatureFromTransaction(signed),
    signatures: Object.values(signed.signatures).map((bytes) => getBase58Decoder().decode(bytes ?? new Uint8Array(64))),
    raw: getBase64EncodedWireTransaction(signed),
    signed,
    version,
    recentBlockhash: message.lifetimeToken,
    accounts: staticAccounts.map((address, index) => ({
      address,
      isSigner: index < signers,
      isWritable: index < signers ? index < signers - header.numReadonlySignerAccounts : index < writableEnd,
    })),
    instructions: message.instructions.map(({ programAddressIndex, accountIndices = [], data = new Uint8Array() }) => ({
      programIdIndex: programAddressIndex,
      accounts: accountIndices,
      data: Uint8Array.from(data),
    })),
    lookups: (version === 0 ? (message.addressTableLookups ?? []) : []).map((lookup) => ({
      table: lookup.lookupTableAddress,
      writable: lookup.writableIndexes,
      readonly: lookup.readonlyIndexes,
    })),
  };
}
