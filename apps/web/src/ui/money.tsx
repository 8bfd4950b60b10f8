import { coinText, nairaText, rateText } from '../lib/formats.ts';
import { classes } from './classes.ts';

/** More characters than this are an amount that hardly anybody means, such as one of thirty digits. */
const LONGEST_USUAL = 24;

/** What scrolls has to be scrolled without a pointer too (WCAG 2.1.1), and not every browser lets keys reach it by itself. */
const REACHED_BY_KEYS = { tabIndex: 0 };

/**
 * An amount in one line: amounts never break in the middle. One that is too long for its place scrolls there, by keys
 * too, and does not widen the page.
 */
export function OneLine({ children }: { children: string }) {
  if (children.length <= LONGEST_USUAL) return <span className="figures whitespace-nowrap">{children}</span>;
  return (
    <span
      {...REACHED_BY_KEYS}
      className="figures inline-block max-w-full overflow-x-auto overflow-y-hidden align-bottom whitespace-nowrap"
    >
      {children}
    </span>
  );
}

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
