import { endpoints, type NetworkStatus } from '@kobogate/contract';
import { Link } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { ChartTable } from '../../ui/chart.tsx';
import { StateRow } from '../../ui/state-row.tsx';
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
          {answerText(all)}{' '}
          <Link to="/admin/networks" className="inline-flex min-h-11 items-center text-primary-text underline">
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
          <ul aria-hidden="true" className="abreast">
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
  return `${forPeople} ${forPeople === 1 ? 'deposit waits' : 'deposits wait'} for a second word`;
}

function NetworkRow({ network }: { network: NetworkStatus }) {
  const { name, stalled } = network;
  const { tone, text } = networkState(network);
  const wait = waitText(network);
  return (
    <StateRow name={name} state={<QuietStatus tone={tone}>{text}</QuietStatus>}>
      <p>{heightText(network)}</p>
      {wait !== null && <p className="mt-1 text-warning">{wait}</p>}
      {stalled !== null && <p className="mt-1 text-danger">{stalled}</p>}
    </StateRow>
  );
}
