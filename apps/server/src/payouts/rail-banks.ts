import { TEXTS } from '@kobogate/contract';
import type { Clock } from '../platform/clock.ts';
import { dependencyDown } from '../platform/errors.ts';
import type { Bank, BankRail } from './bank-rail.ts';
import { labelBank } from './match-banks.ts';

/** The banks that a rail pays to, sorted by name. Throws 503 where the rail never answered. */
export type RailBanks = () => Promise<readonly Bank[]>;

const FRESH_MS = 10 * 60_000;
/** After a failure the rail is left alone for this long, so that not every visitor waits for its time-out. */
const PAUSE_MS = 15_000;

/** Spaces, and characters that are not seen: the database refuses a NUL, and others turn a name around. */
const UNSEEN = /[\p{C}\s]+/gu;

/**
 * The banks of a list that can be chosen by name, each once, with stray spaces removed from the names. A name that two codes
 * share is shown with its code, so that no naira goes to the namesake. Pure.
 */
function tidyBanks(banks: readonly Bank[]): Bank[] {
  const codes = new Map<string, Map<string, Bank>>();
  for (const { bankName, bankCode } of banks) {
    const tidy = { bankName: bankName.replaceAll(UNSEEN, ' ').trim(), bankCode: bankCode.trim() };
    if (tidy.bankName === '' || tidy.bankCode === '') continue;
    const key = tidy.bankName.toLowerCase();
    const namesakes = codes.get(key) ?? new Map<string, Bank>();
    codes.set(key, namesakes.set(tidy.bankCode, namesakes.get(tidy.bankCode) ?? tidy));
  }
  return [...codes.values()].flatMap((namesakes) =>
    Array.from(namesakes.values(), (bank) => (namesakes.size === 1 ? bank : labelBank(bank))),
  );
}

/**
 * Caches the rail's list for ten minutes. While the rail can't answer, or is slow, the last list is served: banks
 * change over months, and at most one caller waits for the rail.
 */
export function createRailBanks({ rail, clock }: { rail: Pick<BankRail, 'listBanks'>; clock: Clock }): RailBanks {
  let banks: readonly Bank[] | undefined;
  let askAgainAt = 0;
  let asking: Promise<void> | undefined;

  async function ask(): Promise<void> {
    try {
      const answer = tidyBanks(await rail.listBanks());
      if (answer.length === 0) throw new Error('the rail named no bank');
      banks = answer.toSorted((one, other) =>
        one.bankName.localeCompare(other.bankName, 'en', { sensitivity: 'base' }),
      );
      askAgainAt = clock.now().getTime() + FRESH_MS;
    } catch (error) {
      askAgainAt = clock.now().getTime() + PAUSE_MS;
      if (banks === undefined) throw dependencyDown('bank rail', TEXTS.banksLoadFailed, error);
    }
  }

  return async () => {
    const left = askAgainAt - clock.now().getTime();
    // Longer than the longest pause: the clock was set back.
    const isDue = left <= 0 || left > FRESH_MS;
    if (asking === undefined && isDue) {
      asking = ask().finally(() => {
        asking = undefined;
      });
      await asking;
    } else if (banks === undefined) await asking;
    if (banks === undefined) throw dependencyDown('bank rail', TEXTS.banksLoadFailed);
    return banks;
  };
}
