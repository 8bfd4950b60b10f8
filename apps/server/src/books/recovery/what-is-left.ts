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

/**
 * What still keeps the fence up, in sentences; empty: it may be lifted. `now` by the database's clock, as the lists were read by
 * it: a server's own may be wrong by days. Pure.
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
  return [
    ...rails.flatMap((name) => {
      const check = find('rail', name);
      const title = railTitle(name);
      if (check?.state === 'done') return isFresh(check) ? [] : [`${title}: its list has to be read up to now again.`];
      return [`${title}: its list has not been read whole yet.`];
    }),
    ...networks.flatMap((name) =>
      find('chain', name)?.state === 'done'
        ? []
        : [`${titleOf({ part: 'chain', name })}: the chain has not been compared yet.`],
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
