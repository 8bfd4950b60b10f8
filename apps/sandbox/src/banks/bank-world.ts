import { appendFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { readIfPresent, readJson, writeWhole } from '../platform/files.ts';
import type { Bank } from './bank-names.ts';
import type { Behaviour } from './behaviour.ts';
import { type Book, createBook } from './book.ts';
import { type Provider, PROVIDERS } from './provider.ts';
import { statusAt, toldOf, Transfer, transferFeeKobo } from './transfer.ts';

const Accounts = z.record(z.string(), z.string());
const accountKey = (bankCode: string, accountNumber: string): string => `${bankCode}/${accountNumber}`;

/** ₦500 million in each provider's float. */
const OPENING_FLOAT_KOBO = 50_000_000_000n;

const YEARS_MS = 10 * 365 * 24 * 60 * 60_000;
const REVERSED: ReadonlySet<Behaviour> = new Set(['reverse', 'reverse-then-success']);

export interface TransferOrder {
  readonly provider: Provider;
  readonly reference: string;
  readonly amountKobo: bigint;
  readonly accountNumber: string;
  readonly bank: Bank;
  readonly narration: string;
}

/** The accounts and transfers of all banks. Everything is on disk before a call returns. */
export interface BankWorld {
  readonly banks: readonly Bank[];
  /**
   * Any code of the bank works; a bank that is not in the list is known by the code alone. Every transfer to one that is
   * closed fails.
   */
  tellOfAccount(account: { bankCode: string; accountNumber: string; accountName: string; isClosed?: boolean }): void;
  /** The holder's name, or undefined where the bank was not told of the account. */
  accountName(bankCode: string, accountNumber: string): string | undefined;
  accounts(): { bankCode: string; accountNumber: string; accountName: string }[];
  /** As the provider reports it. */
  find(provider: Provider, reference: string): Transfer | undefined;
  /** As they were made, newest first. */
  transfers(): Transfer[];
  /** What the provider's float holds now, in kobo. */
  float(provider: Provider): bigint;
  /** Accepts a transfer. The caller has made sure that the reference is new and the float suffices. */
  accept(order: TransferOrder, behaviour: Behaviour): Transfer;
}

function readTransfers(file: string): Transfer[] {
  const lines = (readIfPresent(file) ?? '').split('\n');
  // A last line that is cut off is a transfer whose acceptance was not answered.
  lines.pop();
  return lines.map((line) => Transfer.parse(JSON.parse(line)));
}

/**
 * Opens the banks' books in a folder. `settleMs`: from acceptance to the end; a reversal comes after three times that.
 */
export function openBankWorld(folder: string, banks: readonly Bank[], settleMs: number): BankWorld {
  mkdirSync(folder, { recursive: true });
  const transfersFile = join(folder, 'transfers.jsonl');
  const accountsFile = join(folder, 'accounts.json');
  const closedFile = join(folder, 'closed-accounts.json');
  const transfers = readTransfers(transfersFile);
  writeWhole(transfersFile, transfers.map((transfer) => `${JSON.stringify(transfer)}\n`).join(''));
  const accounts = new Map(Object.entries(readJson(accountsFile, Accounts) ?? {}));
  const closed = new Set(readJson(closedFile, z.array(z.string())) ?? []);
  const books = new Map(PROVIDERS.map((provider) => [provider, createBook(OPENING_FLOAT_KOBO)]));
  const bookOf = (provider: Provider): Book => books.get(provider) ?? createBook(OPENING_FLOAT_KOBO);
  for (const transfer of transfers) bookOf(transfer.provider).add(transfer);
  return {
    banks,
    tellOfAccount: ({ bankCode, accountNumber, accountName, isClosed = false }) => {
      const isListed = banks.some(({ code }) => code === bankCode);
      const local = isListed ? undefined : banks.find(({ localCode }) => localCode === bankCode);
      const key = accountKey(local?.code ?? bankCode, accountNumber);
      accounts.set(key, accountName);
      writeWhole(accountsFile, JSON.stringify(Object.fromEntries(accounts)));
      if (isClosed) closed.add(key);
      else closed.delete(key);
      writeWhole(closedFile, JSON.stringify([...closed]));
    },
    accountName: (bankCode, accountNumber) => accounts.get(accountKey(bankCode, accountNumber)),
    accounts: () =>
      [...accounts].map(([key, accountName]) => {
        const [bankCode = '', accountNumber = ''] = key.split('/');
        return { bankCode, accountNumber, accountName };
      }),
    find: (provider, reference) => {
      const transfer = bookOf(provider).find(reference);
      return transfer === undefined ? undefined : toldOf(transfer);
    },
    transfers: () => transfers.toReversed(),
    float: (provider) => bookOf(provider).floatKobo(Date.now()),
    accept: (order, usual) => {
      const acceptedAt = Date.now();
      const behaviour = closed.has(accountKey(order.bank.code, order.accountNumber)) ? 'fail' : usual;
      const transfer: Transfer = {
        provider: order.provider,
        reference: order.reference,
        amountKobo: order.amountKobo.toString(),
        feeKobo: transferFeeKobo(order.amountKobo).toString(),
        accountNumber: order.accountNumber,
        bankCode: order.bank.code,
        bankName: order.bank.name,
        accountName: accounts.get(accountKey(order.bank.code, order.accountNumber)) ?? '',
        narration: order.narration,
        // As NIP session ids look: 30 digits.
        sessionId: `${order.bank.code}${acceptedAt}${randomInt(10 ** 10, 10 ** 11)}`,
        behaviour,
        acceptedAt,
        settledAt: acceptedAt + (behaviour === 'never-ends' ? YEARS_MS : settleMs),
        reversedAt: REVERSED.has(behaviour) ? acceptedAt + 3 * settleMs : null,
      };
      appendFileSync(transfersFile, `${JSON.stringify(transfer)}\n`);
      transfers.push(transfer);
      bookOf(transfer.provider).add(transfer);
      return transfer;
    },
  };
}

/** A transfer as `GET /control/banks/transfers` shows it. */
export function describeTransfer(transfer: Transfer): Record<string, string> {
  const { provider, reference, amountKobo, accountNumber, bankCode, accountName, narration } = transfer;
  const status = statusAt(transfer, Date.now());
  const at = new Date(transfer.acceptedAt).toISOString();
  return { provider, reference, amountKobo, accountNumber, bankCode, accountName, narration, status, at };
}
