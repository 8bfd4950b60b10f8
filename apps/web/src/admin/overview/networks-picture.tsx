import { endpoints, type NetworkStatus } from '@kobogate/contract';
import { Link } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { ChartTable } from '../../ui/chart.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Picture } from './picture.tsx';
import { QuietStatus } from './quiet-status.tsx';
import { heightText, networkState } from '../networks/network-words.ts';

const TITLE = 'Are all networks read to their newest block?';

/** How far each watched network has been read, and whether something there needs an administrator. */
export function NetworksPicture() {
  const networks = useCall(endpoints.admin.networks);
  const all = networks.data?.data ?? [];
  return (
    <Picture
      title={TITLE}
      className="md:col-span-2"
      detail={
        <>
          {networks.data !== undefined && `${answerText(all)} `}
          <Link to="/admin/networks" className="-my-3 inline-flex min-h-11 items-center text-primary-text underline">
            Providers and waiting deposits
          </Link>
        </>
      }
    >
      {networks.isPending && <SkeletonRows label="Loading the networks" rows={3} className="h-12" />}
      {networks.isError && networks.data === undefined && (
        <ErrorState
          message={messageFor(networks.error, 'The networks could not be loaded.')}
          onRetry={() => void networks.refetch()}
          isRetrying={networks.isFetching}
        />
      )}
      {all.length > 0 && (
        <figure>
          <ul aria-hidden="true" className="grid gap-x-8 sm:grid-cols-2 2xl:grid-cols-3">
            {all.map((network) => (
              <NetworkRow key={network.network} network={network} />
            ))}
          </ul>
          <ChartTable
            caption={TITLE}
            titles={['Network', 'State', 'Read', 'Needs a person']}
            rows={all.map((network) => ({
              key: network.network,
              cells: [
                network.name,
                networkState(network).text,
                heightText(network),
                [waitText(network), network.stalled].filter((part) => part !== null).join('. ') || 'Nothing',
              ],
            }))}
          />
        </figure>
      )}
    </Picture>
  );
}

/** The answer to the picture's question. Pure. */
function answerText(networks: readonly NetworkStatus[]): string {
  if (networks.length === 0) return 'No network is watched yet.';
  const behind = networks.filter((network) => networkState(network).tone !== 'success').length;
  if (behind === 0) return `All ${networks.length} are.`;
  return `${behind} of ${networks.length} ${behind === 1 ? 'is' : 'are'} not: deposits there are seen later.`;
}

/** How many deposits there wait for a person; null: none. Pure. */
function waitText({ waiting }: NetworkStatus): string | null {
  const forPeople = waiting.filter(({ waitsFor }) => waitsFor !== 'finality').length;
  if (forPeople === 0) return null;
  return `${forPeople} ${forPeople === 1 ? 'deposit waits' : 'deposits wait'} for a second provider`;
}

/** One line for a network that works; others are described below it. */
function NetworkRow({ network }: { network: NetworkStatus }) {
  const { name, stalled } = network;
  const { tone, text } = networkState(network);
  const wait = waitText(network);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 border-b border-hairline py-1.5 text-sm">
      <span className="font-medium">{name}</span>
      <QuietStatus tone={tone}>{text}</QuietStatus>
      {(tone !== 'success' || wait !== null) && (
        <span className="figures basis-full text-ink-soft">
          {heightText(network)}
          {wait !== null && <span className="block text-warning">{wait}</span>}
          {stalled !== null && <span className="block text-danger">{stalled}</span>}
        </span>
      )}
    </li>
  );
}
