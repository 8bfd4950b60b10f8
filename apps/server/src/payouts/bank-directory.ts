import type { Clock } from '../platform/clock.ts';
import type { Bank, BankRail } from './bank-rail.ts';
import { createBankMatcher, type KnownBank } from './match-banks.ts';
import { createRailBanks } from './rail-banks.ts';

/** Matches banks across the rails. */
export interface BankDirectory {
  /**
   * The banks that a payout can go to, sorted by name: the list of the first rail that has one (`live`), else the
   * project's own list (`fallback`).
   */
  listBanks(): Promise<{ readonly source: 'live' | 'fallback'; readonly banks: readonly Bank[] }>;
  /** The rail's own code for a bank; null where it does not pay to it, or its list is unavailable. Never throws. */
  codeOn(railName: string, bank: Bank): Promise<string | null>;
  /** Whether a rail's list is available, even an old one: then the rail does not pay to banks outside it. */
  hasListOf(railName: string): boolean;
  /** The code that the check digit of account numbers is made from; null where none is known. */
  checkCode(bank: Bank): string | null;
  /** What people call the bank besides the name that it is listed by, such as `GTB`; none for an unknown one. */
  aliasesOf(bank: Bank): readonly string[];
  /**
   * The bank that is listed by a name, or else the only one that people call so; in any case. Undefined for an unknown name, and
   * for one that two of them have: naira sent to a wrong bank can't be recovered.
   */
  find(banks: readonly Bank[], name: string): Bank | undefined;
}

/**
 * Whether a bank's account numbers are checked over the three digits of its code. The Central Bank's revised standard of 2020
 * gives three digits to deposit, commercial and merchant banks, whose codes at NIBSS begin with 000 and 060; all other
 * institutions have five digits after a 9, which are not known for each. Pure.
 */
const isDepositBank = ({ nip }: KnownBank): boolean => nip !== null && /^0[06]0/.test(nip);

/** Caches each rail's list, and matches banks across them. */
export function createBankDirectory({
  rails,
  known,
  clock,
}: {
  rails: readonly Pick<BankRail, 'name' | 'listBanks'>[];
  known: readonly KnownBank[];
  clock: Clock;
}): BankDirectory {
  const matcher = createBankMatcher(known);
  const lists = new Map(rails.map((rail) => [rail.name, createRailBanks({ rail, clock })]));
  const fallback = listKnown(known);
  const named = new Set<string>();
  const namesOf = (bank: Bank): readonly string[] => {
    const found = matcher.identify(bank);
    return found === null ? [] : [found.name, ...(found.aliases ?? [])];
  };
  const listOf = async (railName: string): Promise<readonly Bank[]> => {
    const banks =
      (await lists
        .get(railName)?.()
        .catch(() => [])) ?? [];
    if (banks.length > 0) named.add(railName);
    return banks;
  };

  return {
    listBanks: async () => {
      for (const { name } of rails) {
        const banks = await listOf(name);
        if (banks.length > 0) return { source: 'live', banks };
      }
      return { source: 'fallback', banks: fallback };
    },
    codeOn: async (railName, bank) => matcher.codeAmong(await listOf(railName), bank),
    hasListOf: (railName) => named.has(railName),
    checkCode: (bank) => {
      const found = matcher.identify(bank);
      if (found === null) return null;
      return isDepositBank(found) ? found.cbn : found.other?.length === 5 ? found.other : null;
    },
    aliasesOf: (bank) => namesOf(bank).filter((name) => !bank.bankName.toLowerCase().includes(name.toLowerCase())),
    find: (banks, name) => {
      const wanted = name.trim().toLowerCase();
      const listed = banks.find(({ bankName }) => bankName.toLowerCase() === wanted);
      if (listed !== undefined) return listed;
      const called = banks.filter((bank) => namesOf(bank).some((each) => each.toLowerCase() === wanted));
      return called.length === 1 ? called[0] : undefined;
    },
  };
}

function listKnown(known: readonly KnownBank[]): readonly Bank[] {
  return known
    .flatMap(({ name, nip, cbn, other }) => {
      const bankCode = nip ?? cbn ?? other;
      return bankCode === null ? [] : [{ bankName: name, bankCode }];
    })
    .toSorted((one, other) => one.bankName.localeCompare(other.bankName, 'en', { sensitivity: 'base' }));
}
