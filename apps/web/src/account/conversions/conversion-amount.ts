import { describeBadAmount, findAsset, type OrderDetail, priceParts, type Quote } from '@kobogate/contract';
import { formatUnits, parseAmount, parseRate } from '@kobogate/money';

export type ReadAmount = { ok: true; units: bigint; decimals: number } | { ok: false; problem: string };

const AMOUNT_NOT_POSITIVE = 'Please enter an amount greater than 0.';

/**
 * Reads a typed amount of a coin on a network, exactly. `.5` and `1.` are accepted.
 * Zero, a sign, separators, and more decimals than the coin has are problems in words.
 */
export function readAmount(typed: string, currency: string, network: string): ReadAmount {
  const decimals = findAsset(currency, network)?.decimals;
  if (decimals === undefined) return { ok: false, problem: 'This coin can not be converted on this network.' };
  const text = typed.trim();
  if (text === '') return { ok: false, problem: AMOUNT_NOT_POSITIVE };
  const parsed = parseAmount(text.replace(/^\./, '0.').replace(/\.$/, ''), decimals);
  if (!parsed.ok) return { ok: false, problem: describeBadAmount(text, parsed.reason, { decimals, where: currency }) };
  if (parsed.value === 0n) return { ok: false, problem: AMOUNT_NOT_POSITIVE };
  return { ok: true, units: parsed.value, decimals };
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
