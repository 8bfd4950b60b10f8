import { endpoints, type NetworkStatus } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { decimalText } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { Card, CardHeading } from '../../ui/card.tsx';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { StateRow } from '../../ui/state-row.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';

const FAMILY_NAMES: Readonly<Record<string, string>> = {
  bitcoin: 'Bitcoin',
  evm: 'EVM',
  solana: 'Solana',
  cardano: 'Cardano',
  polkadot: 'Polkadot',
};

/** How far each watched network has been read, and why a watcher waits. */
export function NetworksCard() {
  const networks = useCall(endpoints.admin.networks);
  return (
    <Card id="networks" className="lg:col-span-2">
      <CardHeading title="Watched networks" detail="A deposit is seen once the block that it is in has been read." />
      {networks.isPending && <SkeletonRows label="Loading the networks" rows={3} className="h-12" />}
      {networks.isError && networks.data === undefined && (
        <ErrorState
          message={messageFor(networks.error, 'The networks could not be loaded.')}
          onRetry={() => void networks.refetch()}
          isRetrying={networks.isFetching}
        />
      )}
      {networks.data?.addresses
        .filter(({ isLow }) => isLow)
        .map(({ family, size, taken }) => (
          <Notice
            key={family}
            tone="warning"
            title={`Only ${decimalText(String(size - taken))} of ${decimalText(String(size))} ${FAMILY_NAMES[family] ?? family} deposit addresses are left.`}
          >
            Existing wallets keep theirs. Export a longer pool of the same seed with the key tool.
          </Notice>
        ))}
      {networks.data?.data.length === 0 && <p className="text-ink-soft">No network is watched yet.</p>}
      <ul className="abreast">
        {networks.data?.data.map((network) => (
          <StateRow key={network.network} name={network.name} state={<NetworkState network={network} />}>
            <p>{heightText(network)}</p>
            {network.checkedAt !== null && (
              <p>
                <Moment at={network.checkedAt} />
              </p>
            )}
            {network.stalled !== null && <p className="mt-1 text-danger">{network.stalled}</p>}
          </StateRow>
        ))}
      </ul>
    </Card>
  );
}

function heightText({ height, headHeight }: NetworkStatus): string {
  if (height === null) return 'Nothing read yet';
  const read = `Block ${decimalText(String(height))}`;
  return headHeight === null ? read : `${read} of ${decimalText(String(headHeight))}`;
}

function NetworkState({ network: { height, headHeight, stalled, secondsLeft } }: { network: NetworkStatus }) {
  if (stalled !== null) return <Status tone="danger">Waits</Status>;
  if (height === null || headHeight === null) return <Status tone="neutral">Not started</Status>;
  const behind = headHeight - height;
  return behind <= 1 ? (
    <Status tone="success">Up to date</Status>
  ) : (
    <Status tone="waiting">
      {decimalText(String(behind))} blocks behind{secondsLeft !== null && `, about ${durationText(secondsLeft)} left`}
    </Status>
  );
}

/** A rough time, in the best fitting unit. */
function durationText(seconds: number): string {
  const [size, unit] = seconds < 90 ? [1, 's'] : seconds < 5_400 ? [60, 'min'] : [3_600, 'h'];
  return `${Math.ceil(seconds / size)} ${unit}`;
}
