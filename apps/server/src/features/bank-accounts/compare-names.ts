/** Forms of address that banks and people put before or after a name; they identify nobody. */
const HONORIFICS = new Set(
  (
    'mr mrs miss ms master madam sir dr prof professor engr engineer barr barrister arc arch chief otunba oba ' +
    'alhaji alhaja alh hajia mallam malam pastor rev reverend evang evangelist bishop apostle deacon deaconess ' +
    'hon honourable comrade prince princess lady jp esq'
  ).split(' '),
);

/** Words that are written in two ways in the names of businesses. */
const LONG_FORMS: Readonly<Record<string, string>> = {
  ltd: 'limited',
  nig: 'nigeria',
  ent: 'enterprises',
  enterprise: 'enterprises',
  co: 'company',
  intl: 'international',
  and: '&',
};

/**
 * Whether two names are one person's or business's: compared by words, without accents, case, punctuation and forms of
 * address, in any order. A middle name that only one of them has does not matter, as long as two words agree. Pure.
 */
export function isSameName(one: string, other: string): boolean {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  const [fewer, more] = first.size <= second.size ? [first, second] : [second, first];
  if (fewer.size === 0) return false;
  if ([...fewer].some((word) => !more.has(word))) return false;
  return fewer.size >= 2 || more.size === 1;
}

function wordsOf(name: string): Set<string> {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}|['’.]/gu, '')
    .toLowerCase();
  const words = plain.split(/[^\p{L}\p{N}&]+/u).map((word) => LONG_FORMS[word] ?? word);
  // A single letter is an initial: it neither proves nor disproves a middle name.
  return new Set(words.filter((word) => (word.length > 1 || word === '&') && !HONORIFICS.has(word)));
}
