import {
  findLedgerAsset,
  networkNameOf,
  type Statement,
  STATEMENT_KINDS,
  type StatementEntry,
  type StatementKind,
  type OrderId,
} from '@kobogate/contract';
import { formatUnits, type Kobo } from '@kobogate/money';
import { ruleBroken } from '../../platform/errors.ts';
import { readRange, type ReportRange } from '../../platform/files/report-range.ts';

/** Coins that entered or left a customer's own accounts: positive where they came in. */
export interface CoinMove {
  readonly at: Date;
  readonly asset: string;
  readonly amount: bigint;
  /** The posting's source in the ledger. */
  readonly source: string;
  readonly reference: string;
  readonly orderId: OrderId | null;
  readonly naira: { readonly kobo: Kobo; readonly feeKobo: Kobo | null; readonly vatKobo: Kobo | null } | null;
}

/** Naira that reached a bank account, or came back from it. */
export interface NairaMove {
  readonly at: Date;
  readonly kind: 'paid' | 'returned';
  readonly kobo: Kobo;
  readonly reference: string;
  readonly orderId: OrderId;
}

/** The ledger's balance of an asset before the month. */
export type OpeningBalances = ReadonlyMap<string, bigint>;

const KIND_OF_SOURCE: Readonly<Record<string, StatementKind>> = {
  deposit: 'received',
  'deposit-reverted': 'taken-back',
  'receivable-collected': 'taken-back',
  'debt-settled': 'taken-back',
  'order-exchanged': 'converted',
  'suspense-credited': 'corrected',
  'deposit-owner-found': 'received',
};

/** What a posting into or out of the accounts means to the customer; any other outflow is a return to the sender. */
const kindOf = ({ source, amount }: CoinMove): StatementKind =>
  KIND_OF_SOURCE[source] ?? (amount < 0n ? 'sent-back' : 'corrected');

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((all, amount) => all + amount, 0n);

// Entries of the same time are ordered by the steps of a payment.
function newestFirst(left: StatementEntry, right: StatementEntry): number {
  if (left.at !== right.at) return left.at < right.at ? 1 : -1;
  return STATEMENT_KINDS.indexOf(right.kind) - STATEMENT_KINDS.indexOf(left.kind);
}

/** A statement of all its entries, the newest first. Every sum uses the same entries. Pure. */
export function drawUpStatement(
  { month, isComplete }: Pick<Statement, 'month' | 'isComplete'>,
  opening: OpeningBalances,
  coinMoves: readonly CoinMove[],
  nairaMoves: readonly NairaMove[],
): Statement {
  const entries = [...coinMoves.map(coinEntry), ...nairaMoves.map(nairaEntry)].toSorted(newestFirst);
  const koboOf = (kind: StatementKind, of: 'nairaKobo' | 'feeKobo' | 'vatKobo'): string =>
    String(sum(entries.filter((entry) => entry.kind === kind).map((entry) => BigInt(entry[of] ?? 0))));
  return {
    month,
    isComplete,
    coins: coinsOf(opening, coinMoves),
    totals: {
      receivedKobo: koboOf('received', 'nairaKobo'),
      convertedKobo: koboOf('converted', 'nairaKobo'),
      feeKobo: koboOf('converted', 'feeKobo'),
      vatKobo: koboOf('converted', 'vatKobo'),
      paidKobo: koboOf('paid', 'nairaKobo'),
      returnedKobo: koboOf('returned', 'nairaKobo'),
    },
    entries,
    entryCount: entries.length,
  };
}

const kobo = (amount: bigint | null = null): string | null => (amount === null ? null : String(amount));

function coinEntry(move: CoinMove): StatementEntry {
  const { currency, networkName, format } = describe(move.asset);
  return {
    at: move.at.toISOString(),
    kind: kindOf(move),
    coins: { currency, networkName, amount: format(move.amount) },
    nairaKobo: kobo(move.naira?.kobo),
    feeKobo: kobo(move.naira?.feeKobo),
    vatKobo: kobo(move.naira?.vatKobo),
    reference: move.reference,
    orderId: move.orderId,
  };
}

function nairaEntry({ at, kind, kobo: moved, reference, orderId }: NairaMove): StatementEntry {
  return {
    at: at.toISOString(),
    kind,
    coins: null,
    nairaKobo: String(moved),
    feeKobo: null,
    vatKobo: null,
    reference,
    orderId,
  };
}

function coinsOf(opening: OpeningBalances, moves: readonly CoinMove[]): Statement['coins'] {
  const assets = [...new Set([...opening.keys(), ...moves.map(({ asset }) => asset)])].toSorted();
  return assets.flatMap((asset) => {
    const before = opening.get(asset) ?? 0n;
    const own = moves.filter((move) => move.asset === asset);
    if (before === 0n && own.length === 0) return [];
    const amountOf = (kind: StatementKind): bigint =>
      sum(own.filter((move) => kindOf(move) === kind).map(({ amount }) => amount));
    const [all, received, converted] = [
      sum(own.map(({ amount }) => amount)),
      amountOf('received'),
      amountOf('converted'),
    ];
    const { currency, networkName, format } = describe(asset);
    return [
      {
        currency,
        networkName,
        opening: format(before),
        received: format(received),
        converted: format(-converted),
        other: format(received + converted - all),
        closing: format(before + all),
      },
    ];
  });
}

function describe(code: string) {
  const asset = findLedgerAsset(code);
  // An asset that has left the table since is shown in its smallest units.
  if (asset === undefined) return { currency: code, networkName: '', format: String };
  return {
    currency: asset.currency,
    networkName: networkNameOf(asset),
    format: (units: bigint): string =>
      (units < 0n ? '-' : '') + formatUnits(units < 0n ? -units : units, asset.decimals),
  };
}

/** The month of Lagos with this name, such as `2026-11`. Throws 422, with a message, for an invalid month. */
export function readMonth(month: string): ReportRange {
  const [year, number] = (/^(\d{4})-(0[1-9]|1[0-2])$/.exec(month) ?? []).slice(1).map(Number);
  if (year === undefined || number === undefined) {
    throw ruleBroken('Please give the month as year and month, such as 2026-11.');
  }
  const lastDay = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return readRange({ from: `${month}-01`, to: `${month}-${lastDay}` });
}
