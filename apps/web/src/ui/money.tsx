import { coinText, nairaText, rateText } from '../lib/formats.ts';
import { classes } from './classes.ts';

/** Naira from a decimal text: `₦1,234,500.00`, in figures that line up. */
export function Naira({ amount, className }: { amount: string; className?: string }) {
  return <span className={classes('figures whitespace-nowrap', className)}>{nairaText(amount)}</span>;
}

/** A coin's amount from a decimal text with its ticker: exact, trailing zeros trimmed. */
export function Coin({ amount, currency, className }: { amount: string; currency: string; className?: string }) {
  return <span className={classes('figures', className)}>{coinText(amount, currency)}</span>;
}

/** What one whole coin is worth, exactly: `1 USDT = ₦1,612.35`. */
export function Rate({ rate, currency, className }: { rate: string; currency: string; className?: string }) {
  return <span className={classes('figures', className)}>{`1 ${currency} = ${rateText(rate)}`}</span>;
}
