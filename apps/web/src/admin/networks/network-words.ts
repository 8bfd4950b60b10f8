import type { NetworkStatus } from '@kobogate/contract';
import { decimalText } from '../../lib/formats.ts';
import type { StateWords } from '../../ui/status.tsx';

type Provider = NetworkStatus['providers'][number];
type Waiting = NetworkStatus['waiting'][number];

/** A deposit that has its confirmations and waits for a word. */
export type WaitingDeposit = Waiting & { readonly network: string; readonly networkName: string };

/** How a provider stands. */
export const PROVIDER_WORDS: Readonly<Record<Provider['state'], StateWords>> = {
  used: { tone: 'success', text: 'In use' },
  ready: { tone: 'neutral', text: 'Ready' },
  lags: { tone: 'warning', text: 'Behind' },
  fails: { tone: 'danger', text: 'Fails' },
  rests: { tone: 'waiting', text: 'Rests' },
};

/** Why a provider is not used; null if it works. */
export const PROVIDER_MEANING: Readonly<Record<Provider['state'], string | null>> = {
  used: null,
  ready: null,
  lags: 'Not asked while another one is further ahead.',
  fails: 'Asked again after a pause that grows.',
  rests: 'It asked for a pause, or its calls of the day are used up.',
};

/** How a provider's new blocks are found. */
export const HEADS_WORDS: Readonly<Record<Provider['heads'], string>> = {
  live: 'Announces blocks by WebSocket',
  down: 'Polled: its WebSocket announces nothing now',
  none: 'Polled for new blocks',
};

/** Why a deposit waits. */
export function waitText({ waitsFor, contradiction, nairaKobo }: WaitingDeposit): string {
  if (contradiction !== null) return 'Its providers do not agree. It is read again and credited once two of them do.';
  if (waitsFor === 'finality') return 'The chain has not called its block final yet. It is credited once it does.';
  if (waitsFor === 'provider') return 'No second provider has this payment in the same block.';
  const reason =
    nairaKobo === null
      ? 'There is no rate to value it by'
      : 'It is worth more than is credited on one provider’s word alone';
  return `${reason}. Vouch for it once you have seen it at an explorer.`;
}

/** How far a network is read. */
export function heightText({ height, headHeight }: Pick<NetworkStatus, 'height' | 'headHeight'>): string {
  if (height === null) return 'Nothing read yet';
  const read = `Block ${decimalText(String(height))}`;
  return headHeight === null ? read : `${read} of ${decimalText(String(headHeight))}`;
}

/** A network's state. */
export function networkState({ height, headHeight, stalled, secondsLeft }: NetworkStatus): StateWords {
  if (stalled !== null) return { tone: 'danger', text: 'Waits' };
  if (height === null || headHeight === null) return { tone: 'neutral', text: 'Not started' };
  const behind = headHeight - height;
  if (behind <= 1) return { tone: 'success', text: 'Up to date' };
  const left = secondsLeft === null ? '' : `, about ${durationText(secondsLeft)} left`;
  return { tone: 'waiting', text: `${decimalText(String(behind))} blocks behind${left}` };
}

/** A rough time, in the best fitting unit. */
function durationText(seconds: number): string {
  const [size, unit] = seconds < 90 ? [1, 's'] : seconds < 5_400 ? [60, 'min'] : [3_600, 'h'];
  return `${Math.ceil(seconds / size)} ${unit}`;
}

/** What is said of several networks alike, with their names: it is shown once. Pure. */
export function sharedSentences(
  networks: readonly Pick<NetworkStatus, 'name' | 'degraded'>[],
): ReadonlyMap<string, readonly string[]> {
  const names = new Map<string, string[]>();
  for (const { name, degraded } of networks) {
    for (const sentence of degraded) names.set(sentence, [...(names.get(sentence) ?? []), name]);
  }
  return new Map([...names].filter(([, of]) => of.length > 1));
}

/** The calls of a day, of those that are allowed. */
export function callsText({ callsToday, callsPerDay }: Pick<Provider, 'callsToday' | 'callsPerDay'>): string {
  const calls = decimalText(String(callsToday));
  return callsPerDay === null ? calls : `${calls} of ${decimalText(String(callsPerDay))}`;
}

/** Bytes in the best fitting unit of 1,000. */
export function sizeText(bytes: number): string {
  const [size, unit] = bytes < 1e6 ? [1e3, 'kB'] : bytes < 1e9 ? [1e6, 'MB'] : [1e9, 'GB'];
  return `${decimalText((bytes / size).toFixed(1))} ${unit}`;
}
