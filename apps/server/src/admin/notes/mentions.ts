/** Letters and digits go on with a name: `@Ada Obi` is not in `@Ada Obioma`. */
const GOES_ON = /^[\p{L}\p{N}\p{M}]/u;

/**
 * Those of the people who are named in a text by `@` and their whole name, whichever case it is typed in. Of two names
 * that begin alike the longer one is meant. Everyone of a name that several have is meant. Pure.
 */
export function findMentioned<Person extends { readonly name: string }>(
  text: string,
  people: readonly Person[],
): Person[] {
  const typed = normal(text);
  const named = people
    .filter(({ name }) => name.trim() !== '')
    .toSorted((one, other) => other.name.length - one.name.length);
  const found = new Set<string>();
  for (let at = typed.indexOf('@'); at !== -1; at = typed.indexOf('@', at + 1)) {
    const rest = typed.slice(at + 1);
    const meant = named
      .map(({ name }) => normal(name))
      .find((name) => rest.startsWith(name) && !GOES_ON.test(rest.slice(name.length)));
    if (meant !== undefined) found.add(meant);
  }
  return people.filter(({ name }) => found.has(normal(name)));
}

const normal = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
