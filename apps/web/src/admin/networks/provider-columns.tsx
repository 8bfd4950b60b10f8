import type { NetworkStatus } from '@kobogate/contract';
import { decimalText } from '../../lib/formats.ts';
import type { Column } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Status } from '../../ui/status.tsx';
import { callsText, HEADS_WORDS, PROVIDER_MEANING, PROVIDER_WORDS, sizeText } from './network-words.ts';

type Provider = NetworkStatus['providers'][number];

/** How each provider of a network does. */
export const PROVIDER_COLUMNS: readonly Column<Provider>[] = [
  {
    id: 'host',
    title: 'Provider',
    place: 'title',
    cell: ({ host, latencyMs, heads }) => (
      <>
        <span className="block font-medium wrap-anywhere">{host}</span>
        <span className="figures block text-sm text-ink-soft">
          {latencyMs === null ? 'Not asked yet' : `Answers in ${decimalText(String(latencyMs))} ms`}
        </span>
        <span className="block text-sm text-ink-soft">{HEADS_WORDS[heads]}</span>
      </>
    ),
  },
  {
    id: 'state',
    title: 'State',
    place: 'aside',
    cell: ({ state }) => <Status tone={PROVIDER_WORDS[state].tone}>{PROVIDER_WORDS[state].text}</Status>,
  },
  {
    id: 'height',
    title: 'Height',
    align: 'end',
    cell: ({ height, lag }) => (
      <>
        {height === null ? 'Unknown' : decimalText(String(height))}
        {lag !== null && lag > 0 && (
          <span className="block text-sm whitespace-nowrap text-ink-soft">
            {decimalText(String(lag))} {lag === 1 ? 'block' : 'blocks'} behind
          </span>
        )}
      </>
    ),
  },
  {
    id: 'calls',
    title: 'Calls today',
    align: 'end',
    cell: (provider) => (
      <>
        <span className="whitespace-nowrap">{callsText(provider)}</span>
        <span className="block text-sm text-ink-soft">{sizeText(provider.bytesToday)}</span>
      </>
    ),
  },
  {
    id: 'error',
    title: 'Last error',
    place: 'note',
    cell: ({ state, lastError, lastErrorAt, headsError, headsErrorAt }) => (
      <span className="block max-w-96 wrap-anywhere">
        {lastError === null ? (
          <span className="text-ink-soft">None since the start</span>
        ) : (
          <>
            <span className={state === 'fails' ? 'text-danger' : 'text-ink-soft'}>{lastError}</span>
            {lastErrorAt !== null && (
              <span className="block text-sm text-ink-soft">
                <Moment at={lastErrorAt} />
              </span>
            )}
          </>
        )}
        {headsError !== null && (
          <span className="block text-sm text-ink-soft">
            By WebSocket: {headsError}
            {headsErrorAt !== null && (
              <>
                {' '}
                <Moment at={headsErrorAt} />
              </>
            )}
          </span>
        )}
        {PROVIDER_MEANING[state] !== null && (
          <span className="block text-sm text-ink-soft">{PROVIDER_MEANING[state]}</span>
        )}
      </span>
    ),
  },
];
