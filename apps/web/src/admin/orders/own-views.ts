import { keep, kept } from '../../lib/kept.ts';
import { DESK_VIEWS, type DeskView } from './order-filters.ts';

export const LONGEST_NAME = 30;
const MOST_VIEWS = 12;

const placeOf = (user: string): string => `kobogate_desk_views ${user}`;

const isText = (value: unknown): value is string => typeof value === 'string';

function readView(value: unknown): DeskView[] {
  if (typeof value !== 'object' || value === null || !('name' in value) || !('query' in value)) return [];
  const { name, query } = value;
  if (!isText(name) || typeof query !== 'object' || query === null) return [];
  const parts = Object.entries(query).filter((part): part is [string, string] => isText(part[1]));
  return [{ name, query: Object.fromEntries(parts) }];
}

/** The lists that a person has named in this browser, in the order in which they were named. */
export function readOwnViews(user: string): readonly DeskView[] {
  try {
    const stored: unknown = JSON.parse(kept(placeOf(user)) ?? '[]');
    return Array.isArray(stored) ? stored.flatMap(readView).slice(0, MOST_VIEWS) : [];
  } catch {
    return [];
  }
}

/** Stores the lists that a person has named. Throws a sentence where this browser stores nothing. */
export function keepOwnViews(user: string, views: readonly DeskView[]): void {
  keep(placeOf(user), views.length === 0 ? null : JSON.stringify(views));
}

/** The lists with one more; one of the same name is replaced in its place. Pure. */
export const withOwnView = (views: readonly DeskView[], view: DeskView): readonly DeskView[] =>
  views.some(({ name }) => name === view.name)
    ? views.map((each) => (each.name === view.name ? view : each))
    : [...views, view];

/** Why a list can't have this name, in a sentence; null where it can. Pure. */
export function nameProblem(name: string, views: readonly DeskView[]): string | null {
  if (name === '') return 'Please give it a name.';
  if (name.length > LONGEST_NAME) return `Please use at most ${LONGEST_NAME} letters.`;
  const wanted = name.toLowerCase();
  if (DESK_VIEWS.some((view) => view.name.toLowerCase() === wanted)) return 'The desk has a list of this name already.';
  if (views.length >= MOST_VIEWS && !views.some((view) => view.name === name))
    return `There are ${MOST_VIEWS} lists of yours already. Please remove one first.`;
  return null;
}
