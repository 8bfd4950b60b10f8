import { checkAddress } from '@kobogate/addresses';
import { type ChainFamily, NETWORKS } from '@kobogate/contract';

export interface ListedAddress {
  readonly family: ChainFamily;
  readonly addressKey: string;
  /** As written in the list. */
  readonly address: string;
}

export interface ReadList {
  readonly addresses: readonly ListedAddress[];
  /** The newest day until today that a line such as `# date: 2026-11-21` names; null where none does. */
  readonly listedOn: string | null;
  /** Lines without an address of a chain of ours, such as Monero's. */
  readonly unread: number;
}

const FAMILIES: readonly ChainFamily[] = [...new Set(Object.values(NETWORKS).map(({ family }) => family))];
/** What stands between addresses in JSON, tables, links, lists and sentences: an address is letters and digits alone. */
const BETWEEN = /[^a-z0-9]+/i;
/** Characters without a shape, such as soft hyphens, which copies of web pages and documents have within an address. */
const WITHOUT_SHAPE = /\p{Cf}/gu;
const EVM = /^0x[0-9a-f]{40}$/i;
const DAYS = /\b\d{4}-\d\d-\d\d\b/g;

/**
 * Reads a list of addresses in any form: one per line, a table, JSON, sentences. A note begins with `#`, at the beginning
 * of a line or behind its only address. An address's form decides its chain; one that is valid on several families
 * counts on each. A day after `today` (`2026-11-21`) is not the list's date: the list would seem new until then. Pure.
 */
export function readList(text: string, today: string): ReadList {
  const found = new Map<string, ListedAddress>();
  let unread = 0;
  let listedOn: string | null = null;
  for (const line of text.split(/\r\n?|\n/)) {
    for (const day of daysIn(line)) {
      if (day <= today && (listedOn === null || day > listedOn)) listedOn = day;
    }
    const fields = fieldsOf(withoutNote(line));
    if (fields.length === 0) continue;
    const listed = fields.flatMap(addressesIn);
    if (listed.length === 0) unread += 1;
    for (const one of listed) found.set(`${one.family} ${one.addressKey}`, one);
  }
  return { addresses: [...found.values()], listedOn, unread };
}

/** The texts of a line between which something separates. */
const fieldsOf = (line: string): string[] =>
  line
    .replaceAll(WITHOUT_SHAPE, '')
    .split(BETWEEN)
    .filter((field) => field !== '');

/** A `#` within a table, JSON or a link begins no note: what stands behind it would be left out of the list in silence. */
function withoutNote(line: string): string {
  const [before = ''] = line.split('#', 1);
  const fields = fieldsOf(before);
  const isOnlyAddress = fields.length === 1 && fields.flatMap(addressesIn).length > 0;
  return fields.length === 0 || isOnlyAddress ? before : line;
}

/** The existing days that notes on their own lines name. */
function daysIn(line: string): string[] {
  const note = line.trim();
  return note.startsWith('#') ? (note.match(DAYS) ?? []).filter(isDay) : [];
}

function isDay(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function addressesIn(text: string): ListedAddress[] {
  // A checksum protects a payer from typing errors; an address on the list counts with a wrong one too.
  if (EVM.test(text)) return [{ family: 'evm', addressKey: text.toLowerCase(), address: text }];
  return FAMILIES.flatMap((family) => {
    const check = checkAddress(family, text, family);
    return 'problem' in check ? [] : [{ family, addressKey: check.addressKey, address: text }];
  });
}
