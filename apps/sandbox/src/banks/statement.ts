import type { BankWorld } from './bank-world.ts';
import type { Provider } from './provider.ts';
import { statusAt, type Transfer, type TransferStatus } from './transfer.ts';

export const STATEMENT_FAULTS = [
  // The line unchanged.
  'none',
  // The line is missing.
  'missing',
  // The line is there twice, as two bookings.
  'doubled',
  // The line has one naira more.
  'amount',
  // The line has a fee of ten naira more.
  'fee',
  // An extra line beside it that was never ordered.
  'foreign',
] as const;
export type StatementFault = (typeof STATEMENT_FAULTS)[number];

export interface StatementLine {
  /** The provider's own number of the booking. */
  readonly id: number;
  readonly transfer: Transfer;
  readonly status: TransferStatus;
}

/** Each provider's list of what it did. */
export interface Statements {
  /** From now on the line of a reference is listed this way. */
  set(provider: Provider, reference: string, fault: StatementFault): void;
  /** The transfer of a reference as its line has it; undefined where there is no such line. */
  find(provider: Provider, reference: string): Transfer | undefined;
  /** Newest first; those made from `from` up to `to`, both in milliseconds since 1970. */
  list(provider: Provider, from?: number, to?: number): StatementLine[];
}

/** The prefix of the extra line's reference. */
const FOREIGN = 'foreign-';
const ONE_NAIRA = 100n;
const TEN_NAIRA = 1_000n;
/** A range of its own, apart from the numbers of ordered bookings. */
const SECOND_BOOKING = 1_000_000_000;

/** The statements of all providers, from the banks' own books. They tell the truth until told otherwise. */
export function createStatements(banks: BankWorld): Statements {
  const faults = new Map<string, StatementFault>();
  return {
    set: (provider, reference, fault) => void faults.set(`${provider}/${reference}`, fault),
    find: (provider, reference) => {
      const ordered = reference.startsWith(FOREIGN) ? reference.slice(FOREIGN.length) : reference;
      const transfer = banks.find(provider, ordered);
      if (transfer === undefined) return undefined;
      const line = { id: 0, transfer, status: statusAt(transfer, Date.now()) };
      const lines = linesOf(line, faults.get(`${provider}/${ordered}`) ?? 'none');
      return lines.find((one) => one.transfer.reference === reference)?.transfer;
    },
    list: (provider, from = 0, to = Number.POSITIVE_INFINITY) => {
      const own = banks.transfers().filter((transfer) => transfer.provider === provider);
      return own
        .flatMap((transfer, index) => {
          const line = { id: own.length - index, transfer, status: statusAt(transfer, Date.now()) };
          return linesOf(line, faults.get(`${provider}/${transfer.reference}`) ?? 'none');
        })
        .filter(({ transfer: { acceptedAt } }) => acceptedAt >= from && acceptedAt < to);
    },
  };
}

function linesOf(line: StatementLine, fault: StatementFault): StatementLine[] {
  const { id, transfer } = line;
  const changed = (change: Partial<Transfer>): StatementLine => ({ ...line, transfer: { ...transfer, ...change } });
  switch (fault) {
    case 'none':
      return [line];
    case 'missing':
      return [];
    case 'doubled':
      return [{ ...line, id: id + SECOND_BOOKING }, line];
    case 'amount':
      return [changed({ amountKobo: String(BigInt(transfer.amountKobo) + ONE_NAIRA) })];
    case 'fee':
      return [changed({ feeKobo: String(BigInt(transfer.feeKobo) + TEN_NAIRA) })];
    case 'foreign':
      return [{ ...changed({ reference: FOREIGN + transfer.reference }), id: id + SECOND_BOOKING }, line];
  }
}

/** One page of a list, counted from 1, and how many pages there are. */
export function pageOf<Item>(items: readonly Item[], page: number, size: number): { items: Item[]; pages: number } {
  return { items: items.slice((page - 1) * size, page * size), pages: Math.max(1, Math.ceil(items.length / size)) };
}
