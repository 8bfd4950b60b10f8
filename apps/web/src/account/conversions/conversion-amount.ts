import { describeBadAmount, findAsset, type OrderDetail, priceParts, type Quote } from '@kobogate/contract';
import {
  amountForNairaRoundedUp,
  formatUnits,
  type Kobo,
  nairaForRoundedDown,
  parseAmount,
  parseRate,
  plainNaira,
  type Rate,
  toKobo,
} from '@kobogate/money';

export type ReadAmount = { ok: true; units: bigint; decimals: number } | { ok: false; problem: string };
export type ReadNaira = { ok: true; kobo: Kobo } | { ok: false; problem: string };

const KOBO_DECIMALS = 2;
const NO_SUCH_PAIR = 'This coin can’t be converted on this network.';
const AMOUNT_NOT_POSITIVE = 'Please enter an amount greater than 0.';

/**
 * Reads a typed amount of a coin on a network, exactly. `.5` and `1.` are accepted.
 * Zero, a sign, separators, and more decimals than the coin has are problems in words.
 */
export function readAmount(typed: string, currency: string, network: string): ReadAmount {
  const decimals = findAsset(currency, network)?.decimals;
  if (decimals === undefined) return { ok: false, problem: NO_SUCH_PAIR };
  const units = readUnits(typed, decimals, currency);
  return typeof units === 'string' ? { ok: false, problem: units } : { ok: true, units, decimals };
}

/** Reads a typed amount of naira, to the kobo, as strictly as one of coins but for thousands and ₦ (`plainNaira`). */
export function readNaira(typed: string): ReadNaira {
  const kobo = readUnits(plainNaira(typed), KOBO_DECIMALS, 'naira');
  return typeof kobo === 'string' ? { ok: false, problem: kobo } : { ok: true, kobo: toKobo(kobo) };
}

/** Smallest units above zero, or the problem in words. */
function readUnits(typed: string, decimals: number, where: string): bigint | string {
  const text = typed.trim();
  if (text === '') return AMOUNT_NOT_POSITIVE;
  const parsed = parseAmount(text.replace(/^\./, '0.').replace(/\.$/, ''), decimals);
  if (!parsed.ok) return describeBadAmount(text, parsed.reason, { decimals, where });
  return parsed.value === 0n ? AMOUNT_NOT_POSITIVE : parsed.value;
}

/**
 * The coins that pay typed naira at a held quote: the least that is worth as much. Written with as few decimals as are
 * worth the same kobo, because wallets and exchanges don't take eighteen of them.
 */
export function coinsForNairaRoundedUp(typed: string, quote: Quote): ReadAmount {
  const naira = readNaira(typed);
  if (!naira.ok) return naira;
  const decimals = findAsset(quote.currency, quote.network)?.decimals;
  const rate = parseRate(quote.rate);
  if (decimals === undefined || !rate.ok) return { ok: false, problem: NO_SUCH_PAIR };
  return {
    ok: true,
    units: shortened(amountForNairaRoundedUp(naira.kobo, decimals, rate.value), decimals, rate.value),
    decimals,
  };
}

function shortened(units: bigint, decimals: number, rate: Rate): bigint {
  const worth = nairaForRoundedDown(units, decimals, rate);
  for (let kept = 0; kept < decimals; kept += 1) {
    const step = 10n ** BigInt(decimals - kept);
    const shorter = ((units + step - 1n) / step) * step;
    if (nairaForRoundedDown(shorter, decimals, rate) === worth) return shorter;
  }
  return units;
}

/**
 * The naira of an amount in smallest units at a held quote, by the server's own arithmetic; null where it is
 * unreadable.
 */
export function previewPrice(units: bigint, quote: Quote): OrderDetail['price'] | null {
  const decimals = findAsset(quote.currency, quote.network)?.decimals;
  const rate = parseRate(quote.rate);
  const marketRate = parseRate(quote.marketRate);
  if (decimals === undefined || !rate.ok || !marketRate.ok) return null;
  const parts = priceParts(units, decimals, { rate: rate.value, marketRate: marketRate.value });
  return {
    rate: quote.rate,
    marketRate: quote.marketRate,
    grossKobo: String(parts.grossKobo),
    feeKobo: String(parts.feeKobo),
    vatKobo: String(parts.vatKobo),
    stampDutyKobo: String(parts.stampDutyKobo),
    nairaKobo: String(parts.nairaKobo),
  };
}

/** The amount as the canonical decimal text that is sent: `1.50` and `01.5` are both `1.5`. */
export function amountText(amount: { units: bigint; decimals: number }): string {
  return formatUnits(amount.units, amount.decimals);
}
