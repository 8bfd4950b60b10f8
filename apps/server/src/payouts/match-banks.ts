import type { Bank } from './bank-rail.ts';

/** A bank in the project's own list: its code in each system, null where none is known. */
export interface KnownBank {
  readonly name: string;
  /** Six digits, of the Nigerian interbank system (NIP). */
  readonly nip: string | null;
  /** Three digits, of the Central Bank. */
  readonly cbn: string | null;
  /** Five or six digits, some after letters, by which some payout providers know it. */
  readonly other: string | null;
  /** What people call it besides, such as `GTB`: to be found by, never to recognise it on a rail by. */
  readonly aliases?: readonly string[] | undefined;
}

export interface BankMatcher {
  /** The known bank that an entry of a rail's list is; null where that is uncertain. */
  identify(bank: Bank): KnownBank | null;
  /**
   * The code in a rail's own list of the bank with this code and name in another list; null where no single entry is
   * that bank.
   */
  codeAmong(listed: readonly Bank[], bank: Bank): string | null;
}

/**
 * Matches banks across the rails' lists, by code and by normalised name. Naira sent to a wrong bank can't be recovered,
 * so a code that two known banks share, a name that two share, and a code and a name that point to different banks all
 * mean no match. Pure.
 */
export function createBankMatcher(known: readonly KnownBank[]): BankMatcher {
  const byCode = indexBy(known, ({ nip, cbn, other }) => [nip, cbn, other].filter((code) => code !== null));
  const byName = indexBy(known, ({ name }) => [normaliseBankName(name)]);

  function identify({ bankCode, bankName }: Bank): KnownBank | null {
    const [coded, named] = [byCode.get(bankCode), byName.get(normaliseBankName(bankName))];
    if (coded === undefined) return named ?? null;
    if (coded === null || named === null) return null;
    return named === undefined || named === coded ? coded : null;
  }

  // A list object stays the same for minutes, and every payout looks it up.
  const found = new WeakMap<readonly Bank[], Map<string, string | null>>();

  function codeAmong(listed: readonly Bank[], bank: Bank): string | null {
    const answers = found.get(listed) ?? new Map<string, string | null>();
    found.set(listed, answers);
    const key = JSON.stringify([bank.bankCode, bank.bankName]);
    const code = answers.get(key);
    if (code !== undefined) return code;
    const answer = findCode(listed, bank);
    answers.set(key, answer);
    return answer;
  }

  function findCode(listed: readonly Bank[], bank: Bank): string | null {
    const name = normaliseBankName(bank.bankName);
    if (listed.some((entry) => isThatBank(entry, bank))) return bank.bankCode;
    const isNamesake = ({ bankName }: Bank): boolean => normaliseBankName(bankName) === name;
    const wanted = identify(bank);
    if (wanted === null) {
      const unknown = listed.filter((entry) => identify(entry) === null);
      const renamed = unknown.filter((entry) => entry.bankCode === bank.bankCode && isFullerName(entry, bank));
      return onlyCode(unknown.filter(isNamesake)) ?? onlyCode(renamed);
    }
    const same = listed.filter((entry) => identify(entry) === wanted);
    return onlyCode(same) ?? onlyCode(same.filter(isNamesake));
  }

  return { identify, codeAmong };
}

/** A bank that shares its name with another of its list, distinguished by its code. Pure. */
export function labelBank({ bankName, bankCode }: Bank): Bank {
  return { bankName: `${bankName} (${bankCode})`, bankCode };
}

/** Whether two entries have the same code and name; it does not matter whether either was listed with a namesake. */
function isThatBank(entry: Bank, bank: Bank): boolean {
  if (entry.bankCode !== bank.bankCode) return false;
  const [one, other] = [entry, bank].map((each) =>
    [each, labelBank(each)].map((named) => normaliseBankName(named.bankName)),
  );
  return one?.some((name) => other?.includes(name)) ?? false;
}

/** Whether the name of either has every word of the other's, as where a list names a bank more fully than before. */
function isFullerName(one: Bank, other: Bank): boolean {
  const [words = [], others = []] = [one, other].map(({ bankName }) => normaliseBankName(bankName).split(' '));
  if (words.includes('') || others.includes('')) return false;
  return others.every((word) => words.includes(word)) || words.every((word) => others.includes(word));
}

/** Each key's single owner; null where several have it. */
function indexBy(known: readonly KnownBank[], keysOf: (bank: KnownBank) => readonly string[]) {
  const index = new Map<string, KnownBank | null>();
  for (const bank of known) {
    for (const key of new Set(keysOf(bank))) index.set(key, index.has(key) ? null : bank);
  }
  return index;
}

function onlyCode(banks: readonly Bank[]): string | null {
  const [code, ...others] = new Set(banks.map(({ bankCode }) => bankCode));
  return code !== undefined && others.length === 0 ? code : null;
}

/** Words that some lists write and others leave out. */
const FILLERS = new Set(['bank', 'plc', 'limited', 'ltd', 'nigeria', 'nig', 'ng', 'of', 'the']);
const SHORT_FORMS: Readonly<Record<string, string>> = {
  mfb: 'microfinance',
  mfbank: 'microfinance',
  psb: 'payment service',
  guarantee: 'guaranty',
};

/** A bank's name without accents, case, punctuation and the words that lists leave out. Pure. */
export function normaliseBankName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’.]/gu, '')
    .toLowerCase()
    .replaceAll('micro finance', 'microfinance')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word));
  return words.map((word) => SHORT_FORMS[word] ?? word).join(' ');
}
