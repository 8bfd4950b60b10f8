import type { NetworkStatus } from '@kobogate/contract';
import { decimalText } from '../../lib/formats.ts';
import { NetworkMark } from '../../ui/coin-mark.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { QuietStatus } from '../overview/quiet-status.tsx';
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
    cell: ({ state }) => (
      <QuietStatus tone={state === 'ready' ? 'success' : PROVIDER_WORDS[state].tone}>
        {PROVIDER_WORDS[state].text}
      </QuietStatus>
    ),
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

/** The same for the providers of several networks, each named first. */
export const SHARED_COLUMNS: readonly Column<Provider & { readonly network: NetworkStatus }>[] = [
  {
    id: 'network',
    title: 'Network',
    place: 'title',
    cell: ({ network }) => (
      <span className="flex items-center gap-2 font-semibold">
        <NetworkMark network={network.network} />
        {network.name}
      </span>
    ),
  },
  ...PROVIDER_COLUMNS.map((column) =>
    column.id === 'host' ? Object.assign({}, column, { place: 'note' as const }) : column,
  ),
];
