import { endpoints, type NetworkStatus } from '@kobogate/contract';
import { Link } from 'react-router';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { StateRow } from '../../ui/state-row.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { QuietStatus } from './quiet-status.tsx';
import { heightText, networkState } from '../networks/network-words.ts';

/** How far each watched network has been read, and whether something there needs an administrator. */
export function NetworksCard() {
  const networks = useCall(endpoints.admin.networks);
  return (
    <Card className="lg:col-span-2">
      <CardHeading
        title="Watched networks"
        detail="A deposit is seen once the block that it is in has been read."
        action={
          <Link
            to="/admin/networks"
            className="inline-flex min-h-11 items-center text-[15px] font-medium text-primary-text underline"
          >
            Providers and waiting deposits
          </Link>
        }
      />
      {networks.isPending && <SkeletonRows label="Loading the networks" rows={3} className="h-12" />}
      {networks.isError && networks.data === undefined && (
        <ErrorState
          message={messageFor(networks.error, 'The networks could not be loaded.')}
          onRetry={() => void networks.refetch()}
          isRetrying={networks.isFetching}
        />
      )}
      {networks.data?.data.length === 0 && <p className="text-ink-soft">No network is watched yet.</p>}
      <ul className="abreast">
        {networks.data?.data.map((network) => (
          <NetworkRow key={network.network} network={network} />
        ))}
      </ul>
    </Card>
  );
}

function NetworkRow({ network }: { network: NetworkStatus }) {
  const { name, stalled, waiting } = network;
  const { tone, text } = networkState(network);
  const forPeople = waiting.filter(({ waitsFor }) => waitsFor !== 'finality').length;
  return (
    <StateRow name={name} state={<QuietStatus tone={tone}>{text}</QuietStatus>}>
      <p>{heightText(network)}</p>
      {forPeople > 0 && (
        <p className="mt-1 text-warning">
          {forPeople} {forPeople === 1 ? 'deposit waits' : 'deposits wait'} for a second word
        </p>
      )}
      {stalled !== null && <p className="mt-1 text-danger">{stalled}</p>}
    </StateRow>
  );
}
