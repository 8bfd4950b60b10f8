/** Forms of address that banks and customers put before or after a name; they identify no person. */
const TITLES = new Set('mr mrs miss ms madam dr prof professor engr engineer barr barrister jp esq'.split(' '));
/** Forms of address that are also names: left out only where enough of the name remains without them. */
const TITLES_OR_NAMES = new Set(
  (
    'master sir arc arch chief otunba oba alhaji alhaja alh hajia mallam malam pastor rev reverend evang evangelist ' +
    'bishop apostle deacon deaconess hon honourable comrade prince princess lady'
  ).split(' '),
);

/** Words that are spelt in two ways in the names of businesses. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  ltd: 'limited',
  nig: 'nigeria',
  ent: 'enterprises',
  enterprise: 'enterprises',
  co: 'company',
  intl: 'international',
  and: '&',
};
/** Words that many businesses share: alone they identify none. */
const SHARED_WORDS = new Set(['limited', 'nigeria', 'enterprises', 'company', 'international', '&']);
/** Hausa letters without a removable accent; banks write them plain. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = { ɓ: 'b', ɗ: 'd', ƙ: 'k', ƴ: 'y' };

/**
 * The comparison of two names: whether they are the same person or business, and the percentage of words that agree.
 */
export interface NameComparison {
  readonly isSame: boolean;
  readonly score: number;
}

/**
 * Compares two names by words, without accents, case, punctuation and forms of address, in any order. A middle name
 * that only one of them has does not matter, as long as two identifying words agree, and no initial contradicts it. The
 * score is the share of the longer name's words that the other has, in percent, rounded down. Pure.
 */
export function compareNames(one: string, other: string): NameComparison {
  const [first, second] = readBoth(one, other);
  const [fewer, more] = first.words.size <= second.words.size ? [first, second] : [second, first];
  const shared = [...fewer.words].filter((word) => more.words.has(word)).length;
  const score = more.words.size === 0 ? 0 : Math.floor((shared * 100) / more.words.size);
  const isPart = shared === fewer.words.size && shared > 0;
  return { isSame: isPart && isEnough(fewer.words, more.words) && !initialsDiffer(first, second), score };
}

/** Whether two names are the same person or business: see `compareNames`. Pure. */
export function isSameName(one: string, other: string): boolean {
  return compareNames(one, other).isSame;
}

interface Name {
  readonly words: ReadonlySet<string>;
  /** Single letters: an initial alone proves no name. */
  readonly initials: readonly string[];
}

/** Applies the same rule to both names, so that a word left out of one is left out of the other. */
function readBoth(one: string, other: string): readonly [Name, Name] {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const strictly = [readName(first, isAnyTitle), readName(second, isAnyTitle)] as const;
  if (strictly.every(({ words }) => identifying(words).length >= 2)) return strictly;
  const loosely = [readName(first, isTitle), readName(second, isTitle)] as const;
  if (loosely.every(({ words }) => identifying(words).length > 0)) return loosely;
  // Only initials, as in "A & B Limited": then they are the name.
  return [
    { words: new Set(first), initials: [] },
    { words: new Set(second), initials: [] },
  ];
}

const isTitle = (word: string): boolean => TITLES.has(word);
const isAnyTitle = (word: string): boolean => TITLES.has(word) || TITLES_OR_NAMES.has(word);
const identifying = (words: Iterable<string>): string[] => [...words].filter((word) => !SHARED_WORDS.has(word));
const isInitial = (word: string): boolean => word.length === 1 && word !== '&';

function readName(all: readonly string[], isLeftOut: (word: string) => boolean): Name {
  return {
    words: new Set(all.filter((word) => !isInitial(word) && !isLeftOut(word))),
    initials: all.filter(isInitial),
  };
}

function wordsOf(name: string): string[] {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}|['‘’ʼʻ`´.]/gu, '')
    .toLowerCase()
    .replaceAll(/[ɓɗƙƴ]/g, (letter) => PLAIN_LETTERS[letter] ?? letter)
    .split(/[^\p{L}\p{N}&]+/u)
    .filter((word) => word !== '')
    .map((word) => LONG_FORMS[word] ?? word);
}

/** Whether a part of a name suffices: two identifying words, or all of them. */
function isEnough(fewer: ReadonlySet<string>, more: ReadonlySet<string>): boolean {
  const known = identifying(fewer).length;
  if (known >= 2 || fewer.size === more.size) return true;
  return fewer.size >= 2 && known > 0 && known === identifying(more).length;
}

/** Whether one name has an initial that starts none of the other's words beyond the shared ones. */
function initialsDiffer(first: Name, second: Name): boolean {
  const contradicts = (one: Name, other: Name): boolean => {
    const rest = [...[...other.words].filter((word) => !one.words.has(word)), ...other.initials];
    return one.initials.length > 0 && rest.length > 0 && !one.initials.some((letter) => rest.some(startsWith(letter)));
  };
  return contradicts(first, second) || contradicts(second, first);
}

const startsWith =
  (letter: string) =>
  (word: string): boolean =>
    word.startsWith(letter);
