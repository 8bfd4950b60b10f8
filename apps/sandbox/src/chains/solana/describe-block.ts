import { getBase58Decoder } from '@solana/kit';
import { formatUnits } from '@kobogate/money';
import type { Executed, SolanaBlock } from './blocks.ts';
import type { Held, TouchedAccount } from './machine.ts';
import { SOLANA_ASSETS, TOKEN_PROGRAM } from './programs.ts';
import { RpcRefusal } from './rpc-refusal.ts';
import type { SolanaTransaction } from './transactions.ts';

/** What a block's answer can tell of its transactions. */
export const DETAILS = ['full', 'accounts', 'signatures', 'none'] as const;

export interface BlockSettings {
  readonly transactionDetails: (typeof DETAILS)[number];
  readonly encoding: 'json' | 'base64';
  readonly rewards: boolean;
  readonly maxSupportedTransactionVersion?: number | undefined;
}

const UNSUPPORTED_VERSION = -32_015;
const LAMPORTS_A_SIGNATURE = 5_000;

/** A block as `getBlock` answers it. Throws `RpcRefusal` where it has a transaction of a version that wasn't asked for. */
export function describeBlock(block: SolanaBlock, settings: BlockSettings): object {
  const { slot, parentSlot, height, hash, parentHash, time, executed } = block;
  const { transactionDetails: details, rewards } = settings;
  const head = {
    blockhash: hash,
    previousBlockhash: parentHash,
    parentSlot,
    blockHeight: height,
    blockTime: slot === 0 ? null : time,
    ...(rewards ? { rewards: [] } : {}),
  };
  if (details === 'none') return head;
  if (details === 'signatures')
    return { ...head, signatures: executed.map(({ transaction }) => transaction.signature) };
  return { ...head, transactions: executed.map((one) => describeTransaction(one, settings)) };
}

/** A transaction as `getBlock` and `getTransaction` answer it. Throws `RpcRefusal` as `describeBlock` does. */
export function describeTransaction({ transaction, outcome }: Executed, settings: BlockSettings): object {
  const { maxSupportedTransactionVersion: most, transactionDetails, encoding } = settings;
  const { version } = transaction;
  if (version !== 'legacy' && (most === undefined || most < version)) {
    throw new RpcRefusal(
      UNSUPPORTED_VERSION,
      `Transaction version (${version}) is not supported by the requesting client. ` +
        'Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": 0',
    );
  }
  const { error, logs, touched } = outcome;
  const balances = {
    err: error,
    status: error === null ? { Ok: null } : { Err: error },
    fee: LAMPORTS_A_SIGNATURE * transaction.signatures.length,
    preBalances: touched.map(({ before }) => Number(before.lamports)),
    postBalances: touched.map(({ after }) => Number(after.lamports)),
    preTokenBalances: tokenBalances(touched, ({ before }) => before),
    postTokenBalances: tokenBalances(touched, ({ after }) => after),
  };
  const stated = most === undefined ? {} : { version };
  if (transactionDetails === 'accounts') {
    return { transaction: withAccounts(transaction, touched), meta: balances, ...stated };
  }
  const loaded = touched.filter(({ isLoaded }) => isLoaded);
  const meta = {
    ...balances,
    innerInstructions: [],
    logMessages: logs,
    rewards: [],
    loadedAddresses: {
      writable: loaded.filter(({ isWritable }) => isWritable).map(({ address }) => address),
      readonly: loaded.filter(({ isWritable }) => !isWritable).map(({ address }) => address),
    },
  };
  const told = encoding === 'base64' ? [transaction.raw, 'base64'] : withMessage(transaction);
  return { transaction: told, meta, ...stated };
}

function withAccounts({ signatures }: SolanaTransaction, touched: readonly TouchedAccount[]): object {
  return {
    signatures,
    accountKeys: touched.map(({ address, isSigner, isWritable, isLoaded }) => ({
      pubkey: address,
      signer: isSigner,
      writable: isWritable,
      source: isLoaded ? 'lookupTable' : 'transaction',
    })),
  };
}

function withMessage({ signatures, accounts, recentBlockhash, instructions, lookups }: SolanaTransaction): object {
  const signers = accounts.filter(({ isSigner }) => isSigner);
  return {
    signatures,
    message: {
      header: {
        numRequiredSignatures: signers.length,
        numReadonlySignedAccounts: signers.filter(({ isWritable }) => !isWritable).length,
        numReadonlyUnsignedAccounts: accounts.filter(({ isSigner, isWritable }) => !isSigner && !isWritable).length,
      },
      accountKeys: accounts.map(({ address }) => address),
      recentBlockhash,
      instructions: instructions.map(({ programIdIndex, accounts: indexes, data }) => ({
        programIdIndex,
        accounts: indexes,
        data: getBase58Decoder().decode(data),
        stackHeight: 1,
      })),
      addressTableLookups: lookups.map(({ table, writable, readonly }) => ({
        accountKey: table,
        writableIndexes: writable,
        readonlyIndexes: readonly,
      })),
    },
  };
}

function tokenBalances(touched: readonly TouchedAccount[], at: (account: TouchedAccount) => Held): object[] {
  return touched.flatMap((account, accountIndex) => {
    const { token } = at(account);
    if (token === null) return [];
    const { mint, owner, amount } = token;
    const decimals = SOLANA_ASSETS.find(({ contract }) => contract === mint)?.decimals ?? 0;
    const text = formatUnits(amount, decimals);
    // `uiAmount` is a float by the protocol; `amount` is the exact one.
    return {
      accountIndex,
      mint,
      owner,
      programId: TOKEN_PROGRAM,
      uiTokenAmount: { amount: amount.toString(), decimals, uiAmount: Number(text), uiAmountString: text },
    };
  });
}
