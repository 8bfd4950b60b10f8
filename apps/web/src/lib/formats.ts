export {
  nairaText,
  rateText,
  nairaOfKobo,
  decimalText,
  coinText,
  dateTimeText,
  dateText,
  dayName,
  monthText,
} from '@kobogate/contract';

const MASK_KEEPS = 8;

const UNITS = [
  { name: 'day', seconds: 86_400 },
  { name: 'hour', seconds: 3_600 },
  { name: 'minute', seconds: 60 },
] as const;

/**
 * How long before or after `now` (milliseconds) an ISO instant is, in words: `3 minutes ago`, `in 2 hours`, `just now`.
 */
export function relativeText(instant: string, now: number): string {
  const seconds = Math.round((Date.parse(instant) - now) / 1000);
  if (Number.isNaN(seconds)) return instant;
  const distance = Math.abs(seconds);
  const unit = UNITS.find((candidate) => distance >= candidate.seconds);
  if (unit === undefined) return seconds > 10 ? 'in under a minute' : 'just now';
  const count = Math.floor(distance / unit.seconds);
  const words = `${count} ${unit.name}${count === 1 ? '' : 's'}`;
  return seconds < 0 ? `${words} ago` : `in ${words}`;
}

/**
 * First 8 and last 8 characters of an address with an ellipsis between; a text too short to hide anything stays whole.
 */
export function maskedAddress(address: string): string {
  if (address.length <= MASK_KEEPS * 2) return address;
  return `${address.slice(0, MASK_KEEPS)}…${address.slice(-MASK_KEEPS)}`;
}

/** An address in groups of four, to compare by eye; a leading `0x` stays with the first group. */
export function groupedAddress(address: string): string {
  const prefix = address.startsWith('0x') ? '0x' : '';
  return prefix + (address.slice(prefix.length).match(/.{1,4}/g) ?? []).join(' ');
}

/** The first letters of a name for an avatar, at most two. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toUpperCase();
}

/** So many days in words: `1 day`, `30 days`. */
export const daysText = (days: number): string => (days === 1 ? '1 day' : `${days} days`);
