import { isNetwork, NETWORKS, railTitle } from '@kobogate/contract';
import type { RecoveryCheck } from '../../controls/index.ts';

/** How old a complete check of a bank's list may be when the fence is lifted. */
const FRESH_MS = 10 * 60_000;

/** What has to be compared: every connected rail, every watched network. */
export interface Compared {
  readonly rails: readonly string[];
  readonly networks: readonly string[];
}

/** A comparison's name, for people. Pure. */
export const titleOf = ({ part, name }: Pick<RecoveryCheck, 'part' | 'name'>): string =>
  part === 'rail' ? railTitle(name) : isNetwork(name) ? NETWORKS[name].name : name;

/** More than these are counted, and named in the table of comparisons alone. */
const NAMED = 3;

/** `Bitcoin`, `Bitcoin and TRON`, or `Bitcoin, TRON, Solana and 8 more`. Pure. */
function listed(titles: readonly string[]): string {
  const shown = titles.length <= NAMED ? titles : [...titles.slice(0, NAMED), `${titles.length - NAMED} more`];
  return [shown.slice(0, -1).join(', '), ...shown.slice(-1)].filter((part) => part !== '').join(' and ');
}

/** One sentence for all parts that have the same left to do; none if nothing is left. Pure. */
const ofAll = (titles: readonly string[], one: string, several: string): string[] =>
  titles.length === 0 ? [] : [`${listed(titles)}: ${titles.length === 1 ? one : several}`];

/**
 * What still keeps the fence up, one sentence for each kind; empty: it may be lifted. `now` by the database's clock, as the lists were
 * read by it: a server's own may be wrong by days. Pure.
 */
export function whatIsLeft(
  checks: readonly RecoveryCheck[],
  openTransfers: number,
  { rails, networks }: Compared,
  now: Date,
): string[] {
  const find = (part: RecoveryCheck['part'], name: string) =>
    checks.find((check) => check.part === part && check.name === name);
  const isFresh = (check: RecoveryCheck): boolean =>
    check.readTo !== null && now.getTime() - check.readTo.getTime() <= FRESH_MS;
  const unread = rails.filter((name) => find('rail', name)?.state !== 'done');
  const old = rails.filter((name) => {
    const check = find('rail', name);
    return check?.state === 'done' && !isFresh(check);
  });
  const uncompared = networks.filter((name) => find('chain', name)?.state !== 'done');
  return [
    ...ofAll(
      unread.map(railTitle),
      'its list has not been read whole yet.',
      'their lists have not been read whole yet.',
    ),
    ...ofAll(
      old.map(railTitle),
      'its list has to be read up to now again.',
      'their lists have to be read up to now again.',
    ),
    ...ofAll(
      uncompared.map((name) => titleOf({ part: 'chain', name })),
      'the chain has not been compared yet.',
      'these chains have not been compared yet.',
    ),
    ...(openTransfers === 0
      ? []
      : [
          openTransfers === 1
            ? 'One transfer is still to be decided.'
            : `${openTransfers} transfers are still to be decided.`,
        ]),
  ];
}
