/** Letters and digits go on with a name: `@Ada Obi` is not in `@Ada Obioma`. */
const GOES_ON = /^[\p{L}\p{N}\p{M}]/u;

/** Before an `@` these make it part of something else, such as a mail address. */
const IN_A_WORD = /[\p{L}\p{N}\p{M}._%+-]$/u;

/** What is taken for a name that nobody has: a word, and up to two more in capitals. */
const TYPED_NAME = /^[\p{L}\p{M}'’-]+(?: \p{Lu}[\p{L}\p{M}'’-]*){0,2}/u;

/** Whom a text names. */
export interface Mentions<Person> {
  readonly people: readonly Person[];
  /** What was typed after an `@` and is nobody's name, each once, such as `Bola Adee`. */
  readonly unknown: readonly string[];
}

/**
 * The people who are named in a text by `@` and their whole name, in upper or lower case, and the names that belong to nobody.
 * Of two names that begin alike the longer one is meant. Everyone of a name that several have is meant. Pure.
 */
export function findMentioned<Person extends { readonly name: string }>(
  text: string,
  people: readonly Person[],
): Mentions<Person> {
  const typed = spaced(text);
  const names = people
    .map(({ name }) => normal(name))
    .filter((name) => name !== '')
    .toSorted((one, other) => other.length - one.length);
  const found = new Set<string>();
  const unknown = new Set<string>();
  for (let at = typed.indexOf('@'); at !== -1; at = typed.indexOf('@', at + 1)) {
    const rest = typed.slice(at + 1);
    const small = rest.toLowerCase();
    const meant = names.find((name) => small.startsWith(name) && !GOES_ON.test(small.slice(name.length)));
    const [name] = TYPED_NAME.exec(rest) ?? [];
    if (meant !== undefined) found.add(meant);
    else if (name !== undefined && !IN_A_WORD.test(typed.slice(0, at))) unknown.add(name);
  }
  return { people: people.filter(({ name }) => found.has(normal(name))), unknown: [...unknown] };
}

const spaced = (text: string): string => text.normalize('NFKC').replaceAll(/\s+/g, ' ').trim();
const normal = (text: string): string => spaced(text).toLowerCase();
