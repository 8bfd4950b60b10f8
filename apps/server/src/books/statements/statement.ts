import {
  findLedgerAsset,
  networkNameOf,
  type Statement,
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

/** What a posting into or out of the accounts means to the customer, by its source. */
export const KIND_OF_SOURCE: Readonly<Record<string, StatementKind>> = {
  deposit: 'received',
  'deposit-reverted': 'taken-back',
  'receivable-collected': 'taken-back',
  'credit-corrected': 'credit-corrected',
  'debt-settled': 'taken-back',
  'order-exchanged': 'converted',
  'suspense-credited': 'corrected',
  'deposit-owner-found': 'received',
  'deposit-owner-corrected': 'received',
};

/** What a posting into or out of the accounts means to the customer; any other outflow is a return to the sender. */
const kindOf = ({ source, amount }: CoinMove): StatementKind =>
  KIND_OF_SOURCE[source] ?? (amount < 0n ? 'sent-back' : 'corrected');

/** What happened in a month: coins that moved, or naira. */
export type Move = ({ readonly of: 'coins' } & CoinMove) | ({ readonly of: 'naira' } & NairaMove);

/** A statement that is drawn up move by move, so that nothing of a month has to be held but its sums. */
export interface StatementSums {
  /** Adds a move of before the month to what was there. */
  addBefore(move: CoinMove): void;
  /** Adds a move of the month; answers its entry. */
  add(move: Move): StatementEntry;
  /** The sums of all that was added. */
  sums(): Pick<Statement, 'coins' | 'totals' | 'entryCount'>;
}

interface CoinSums {
  readonly opening: bigint;
  readonly all: bigint;
  readonly received: bigint;
  readonly converted: bigint;
  readonly moves: number;
}
const NO_COINS: CoinSums = { opening: 0n, all: 0n, received: 0n, converted: 0n, moves: 0 };

/** The sums of a statement, at first of nothing but the balances before. */
export function createStatementSums(opening: OpeningBalances): StatementSums {
  const coins = new Map([...opening].map(([asset, amount]) => [asset, { ...NO_COINS, opening: amount }]));
  const kobo = { received: 0n, converted: 0n, fee: 0n, vat: 0n, paid: 0n, returned: 0n };
  let entryCount = 0;

  function addCoins(move: CoinMove): void {
    const { asset, amount } = move;
    const before = coins.get(asset) ?? NO_COINS;
    const [received, converted] = (['received', 'converted'] as const).map((kind) =>
      kindOf(move) === kind ? amount : 0n,
    );
    coins.set(asset, {
      ...before,
      all: before.all + amount,
      received: before.received + (received ?? 0n),
      converted: before.converted + (converted ?? 0n),
      moves: before.moves + 1,
    });
  }

  function addNaira({ kind, nairaKobo, feeKobo, vatKobo }: StatementEntry): void {
    if (kind === 'received' || kind === 'converted' || kind === 'paid' || kind === 'returned') {
      kobo[kind] += BigInt(nairaKobo ?? 0);
    }
    if (kind !== 'converted') return;
    kobo.fee += BigInt(feeKobo ?? 0);
    kobo.vat += BigInt(vatKobo ?? 0);
  }

  return {
    addBefore: ({ asset, amount }) => {
      const before = coins.get(asset) ?? NO_COINS;
      coins.set(asset, { ...before, opening: before.opening + amount });
    },
    add: (move) => {
      entryCount += 1;
      if (move.of === 'coins') addCoins(move);
      const entry = move.of === 'coins' ? coinEntry(move) : nairaEntry(move);
      addNaira(entry);
      return entry;
    },
    sums: () => ({
      coins: [...coins]
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .flatMap(([asset, sums]) => presentCoins(asset, sums)),
      totals: {
        receivedKobo: String(kobo.received),
        convertedKobo: String(kobo.converted),
        feeKobo: String(kobo.fee),
        vatKobo: String(kobo.vat),
        paidKobo: String(kobo.paid),
        returnedKobo: String(kobo.returned),
      },
      entryCount,
    }),
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

function presentCoins(asset: string, { opening, all, received, converted, moves }: CoinSums): Statement['coins'] {
  if (opening === 0n && moves === 0) return [];
  const { currency, networkName, format } = describe(asset);
  return [
    {
      currency,
      networkName,
      opening: format(opening),
      received: format(received),
      converted: format(-converted),
      other: format(received + converted - all),
      closing: format(opening + all),
    },
  ];
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
