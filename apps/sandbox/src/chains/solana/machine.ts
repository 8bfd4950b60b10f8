import { associatedTokenAccount } from '@kobogate/addresses';
import { address, type EncodedAccount, getBase58Decoder } from '@solana/kit';
import { FailedTransactionMetadata, LiteSVM } from 'litesvm';
import { fullTokenAccount, mintAccount, plainAccount, readTokenAccount, type TokenHolding } from './accounts.ts';
import { nonceAccountOf, nonceValue, readNonce, withNonce } from './durable-nonce.ts';
import { SOLANA_ASSETS } from './programs.ts';
import type { SolanaTransaction } from './transactions.ts';

/** An account of a transaction with its balance before and after. */
export interface TouchedAccount {
  readonly address: string;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
  /** Named by way of a lookup table. */
  readonly isLoaded: boolean;
  readonly before: Held;
  readonly after: Held;
}

export interface Held {
  readonly lamports: bigint;
  readonly token: TokenHolding | null;
}

/** The effect of a transaction. */
export interface Outcome {
  /** As the node's protocol writes it; null where it succeeded. */
  readonly error: unknown;
  readonly logs: readonly string[];
  readonly touched: readonly TouchedAccount[];
  /** The accounts as they were, to undo it with. */
  readonly former: readonly EncodedAccount[];
}

/** Accounts and the programs that change them: Solana's own virtual machine, without a network around it. */
export interface Machine {
  /**
   * Runs a transaction in a slot on top of the block `parentHash`, and keeps its effect. Null where no block may hold
   * it: a bad signature, a payer who can't pay.
   */
  run(transaction: SolanaTransaction, slot: bigint, parentHash: string): Outcome | null;
  /** Whether a nonce account dates a transaction on top of the block `parentHash`: a nonce is valid for one. */
  isDatedByNonce(transaction: SolanaTransaction, parentHash: string): boolean;
  /** A transaction's result, without keeping it. */
  rehearse(transaction: SolanaTransaction): unknown;
  undo(outcome: Outcome): void;
  account(of: string): EncodedAccount | null;
  held(of: string): Held;
  /** The rent-exempt minimum of an account of so many bytes, in lamports. */
  leastLamports(bytes: bigint): bigint;
}

/** Errors of transactions that never ran and are in no block. */
const NEVER_RUNS: ReadonlySet<unknown> = new Set([
  'SignatureFailure',
  'SanitizeFailure',
  'AccountNotFound',
  'InsufficientFundsForFee',
  'InvalidAccountForFee',
  'AccountLoadedTwice',
]);
/** Where the addresses of a lookup table begin: https://docs.solanalabs.com/proposals/versioned-transactions. */
const TABLE_HEAD = 56;
const ADDRESS_BYTES = 32;
/** More than is ever paid out, and still exact where JSON is read with floating numbers. */
const FAUCET_LAMPORTS = 9n * 10n ** 15n;
/** Enough for accounts of these sizes to be rent-exempt. */
const RENT = 2_039_280n;

/** A machine with the main network's mints, and a faucet that has all their tokens and nine million SOL. */
export function createMachine(faucet: string): Machine {
  // The chain's own blocks date transactions and detect repeated ones.
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n);
  svm.setAccount(plainAccount(faucet, FAUCET_LAMPORTS));
  for (const { contract, decimals } of SOLANA_ASSETS) {
    if (contract === null) continue;
    svm.setAccount(mintAccount(contract, decimals, RENT));
    svm.setAccount(fullTokenAccount(associatedTokenAccount(faucet, contract), contract, faucet, RENT));
  }

  function account(of: string): EncodedAccount | null {
    const found = svm.getAccount(address(of));
    return found.exists ? found : null;
  }
  function held(of: string): Held {
    const found = account(of);
    return found === null
      ? { lamports: 0n, token: null }
      : { lamports: found.lamports, token: readTokenAccount(found) };
  }
  function addressAt(table: string, index: number): string {
    const start = TABLE_HEAD + index * ADDRESS_BYTES;
    return getBase58Decoder().decode(account(table)?.data.slice(start, start + ADDRESS_BYTES) ?? new Uint8Array());
  }
  // The order in which every node lists a transaction's accounts: its own, then all loaded to write, then all to read.
  function accountsOf({ accounts, lookups }: SolanaTransaction): Omit<TouchedAccount, 'before' | 'after'>[] {
    const loaded = (isWritable: boolean) =>
      lookups.flatMap(({ table, writable, readonly }) =>
        (isWritable ? writable : readonly).map((index) => ({
          address: addressAt(table, index),
          isSigner: false,
          isWritable,
          isLoaded: true,
        })),
      );
    return [...accounts.map((named) => Object.assign({ isLoaded: false }, named)), ...loaded(true), ...loaded(false)];
  }

  // The machine alone has no blocks, and writes the same value into every nonce: the block's belongs there. A failed
  // transaction has used its nonce too.
  function renewNonces(former: readonly EncodedAccount[], failed: string | null, parentHash: string): void {
    for (const before of former) {
      const now = account(before.address);
      const value = readNonce(now);
      if (now === null || value === null || (value === readNonce(before) && before.address !== failed)) continue;
      svm.setAccount(withNonce(now, nonceValue(parentHash)));
    }
  }

  return {
    account,
    held,
    leastLamports: (bytes) => svm.minimumBalanceForRentExemption(bytes),
    isDatedByNonce: (transaction, parentHash) => {
      const of = nonceAccountOf(transaction);
      const value = of === null ? null : readNonce(account(of));
      return value !== null && value === transaction.recentBlockhash && value !== nonceValue(parentHash);
    },
    run: (transaction, slot, parentHash) => {
      svm.warpToSlot(slot);
      const accounts = accountsOf(transaction);
      const before = accounts.map(({ address: of }) => held(of));
      const former = accounts
        .filter(({ isWritable }) => isWritable)
        .map(({ address: of }) => account(of) ?? plainAccount(of, 0n));
      const result = svm.sendTransaction(transaction.signed);
      const hasFailed = result instanceof FailedTransactionMetadata;
      const error = hasFailed ? readError(result.toString()) : null;
      if (NEVER_RUNS.has(error)) return null;
      renewNonces(former, hasFailed ? nonceAccountOf(transaction) : null, parentHash);
      const touched = accounts.map((named, index) =>
        Object.assign(named, { before: before[index] ?? held(named.address), after: held(named.address) }),
      );
      return { error, logs: (hasFailed ? result.meta() : result).logs(), touched, former };
    },
    rehearse: (transaction) => {
      const result = svm.simulateTransaction(transaction.signed);
      return result instanceof FailedTransactionMetadata ? readError(result.toString()) : null;
    },
    undo: ({ former }) => {
      for (const before of former) svm.setAccount(before);
    },
  };
}

/**
 * A failure as the node's protocol writes it in JSON (https://docs.rs/solana-transaction-error), from the virtual
 * machine's own description of it: `InstructionError(0, Custom(1))` becomes `{"InstructionError":[0,{"Custom":1}]}`.
 * Pure.
 */
function readError(description: string): unknown {
  const said = /err: (.+?), meta: /s.exec(description)?.[1] ?? '';
  const [, at, kind, code] = /^InstructionError\((\d+), (\w+)(?:\((\d+)\))?/.exec(said) ?? [];
  if (at !== undefined && kind !== undefined) {
    return { InstructionError: [Number(at), code === undefined ? kind : { [kind]: Number(code) }] };
  }
  const [, name = said, account] = /^(\w+)(?: \{ account_index: (\d+) \})?/.exec(said) ?? [];
  return account === undefined ? name : { [name]: { account_index: Number(account) } };
}
