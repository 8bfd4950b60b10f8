/** Something that a palette leads to or does. */
export interface Command {
  readonly id: string;
  /** The heading that it stands under. */
  readonly group: string;
  readonly title: string;
  readonly detail?: string;
  /** Other words that it is found by. */
  readonly words?: string;
  /** The page that it opens, or what it does. */
  readonly goal: string | (() => void);
}

/** How well a command fits what was typed: 0 is best, null does not fit. Every word has to be somewhere in it. */
function rankOf({ title, words = '' }: Command, typed: string): number | null {
  const [name, all] = [title.toLowerCase(), `${title} ${words}`.toLowerCase()];
  if (!typed.split(/\s+/).every((word) => all.includes(word))) return null;
  if (name.startsWith(typed)) return 0;
  if (` ${name}`.includes(` ${typed}`)) return 1;
  return name.includes(typed) ? 2 : 3;
}

/** The commands that fit the typed text, the best first, those of a group together; all of them if nothing was typed. Pure. */
export function matchCommands(commands: readonly Command[], typed: string): Command[] {
  const text = typed.trim().toLowerCase();
  if (text === '') return [...commands];
  const ranked = commands.flatMap((command) => {
    const rank = rankOf(command, text);
    return rank === null ? [] : [{ command, rank }];
  });
  const best = ranked.toSorted((one, other) => one.rank - other.rank).map(({ command }) => command);
  const groups = [...new Set(best.map(({ group }) => group))];
  return groups.flatMap((group) => best.filter((command) => command.group === group));
}
