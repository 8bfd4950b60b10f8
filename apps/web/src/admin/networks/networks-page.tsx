import { endpoints, type NetworkStatus } from '@kobogate/contract';
import { useState } from 'react';
import { messageFor } from '../../lib/client.ts';
import { decimalText } from '../../lib/formats.ts';
import { useCall } from '../../lib/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading, LIST_CARD, PageHeading } from '../../ui/card.tsx';
import { NetworkMark } from '../../ui/coin-mark.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Coins } from '../../ui/icons.ts';
import { Moment } from '../../ui/moment.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { Status } from '../../ui/status.tsx';
import { heightText, networkState, sharedSentences } from './network-words.ts';
import { AddressLink } from '../address-link.tsx';
import { ForRole } from '../for-role.tsx';
import { LoadedRecord, type RecordProps } from '../loaded-record.tsx';
import { PROVIDER_COLUMNS, SHARED_COLUMNS } from './provider-columns.tsx';
import { ResumeDialog } from './resume-dialog.tsx';
import { WaitingDeposits } from './waiting-deposits.tsx';

/** How each network is read, how its providers do, and the deposits that wait for a word. */
export function Component() {
  const networks = useCall(endpoints.admin.networks);
  return (
    <>
      <PageTitle>Networks</PageTitle>
      <PageHeading
        title="Networks"
        detail="A deposit is credited once a second provider has it too. Above your limit, deposits that only one provider reports wait here."
        action={
          <Button
            variant="secondary"
            pending={networks.isFetching && !networks.isPending}
            pendingLabel="Loading..."
            onClick={() => void networks.refetch()}
          >
            Refresh
          </Button>
        }
      />
      {networks.isPending && <SkeletonRows label="Loading the networks" rows={4} className="h-40" />}
      {networks.isError && networks.data === undefined && (
        <Card>
          <ErrorState
            message={messageFor(networks.error, 'The networks could not be loaded.')}
            onRetry={() => void networks.refetch()}
            isRetrying={networks.isFetching}
          >
            Deposits are read and credited all the same.
          </ErrorState>
        </Card>
      )}
      {networks.data !== undefined && <Loaded networks={networks.data.data} addresses={networks.data.addresses} />}
    </>
  );
}

const FAMILY_NAMES: Readonly<Record<string, string>> = {
  bitcoin: 'Bitcoin',
  evm: 'EVM',
  solana: 'Solana',
  cardano: 'Cardano',
  polkadot: 'Polkadot',
  tron: 'TRON',
};

interface Supply {
  readonly family: string;
  readonly size: number;
  readonly taken: number;
  readonly isLow: boolean;
}

function Loaded({ networks, addresses }: { networks: readonly NetworkStatus[]; addresses: readonly Supply[] }) {
  if (networks.length === 0) {
    return (
      <Card aria-label="Networks">
        <EmptyState icon={Coins} title="No network is watched yet">
          Name a provider in an RPC variable, such as RPC_ETHEREUM, and start the server again.
        </EmptyState>
      </Card>
    );
  }
  const shared = sharedSentences(networks);
  const ownSentences = ({ degraded }: NetworkStatus): readonly string[] =>
    degraded.filter((sentence) => !shared.has(sentence));
  const isWell = (network: NetworkStatus): boolean =>
    networkState(network).tone === 'success' &&
    network.waiting.length === 0 &&
    network.providers.length > 0 &&
    ownSentences(network).length === 0;
  const troubled = networks.filter((network) => !isWell(network));
  const healthy = networks.filter(isWell);
  return (
    <div className="grid gap-4 max-md:gap-10">
      {addresses
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
      {[...shared].map(([sentence, names]) => (
        <Notice key={sentence} tone="warning" title={new Intl.ListFormat('en-GB').format(names)}>
          {sentence}
        </Notice>
      ))}
      {troubled.map((network) => (
        <NetworkCard key={network.network} network={network} degraded={ownSentences(network)} />
      ))}
      {healthy.length > 0 && (
        <Card aria-label="Networks that are well" className={LIST_CARD}>
          <CardHeading
            title={troubled.length === 0 ? 'All networks are read' : 'All others are read'}
            detail="There is nothing to decide there."
          />
          <DataTable
            caption="Providers of networks that work well"
            columns={SHARED_COLUMNS}
            rows={healthy.flatMap((network) => network.providers.map((provider) => ({ network, ...provider })))}
            rowKey={({ network, position }) => `${network.network} ${position}`}
          />
        </Card>
      )}
    </div>
  );
}

/** A stopped network, for the queue. */
export function NetworkRecord({ id, onReady }: RecordProps) {
  const answer = useCall(endpoints.admin.networks);
  return (
    <LoadedRecord
      answer={answer}
      found={answer.data?.data.find(({ network }) => network === id)}
      failed="The network could not be loaded."
      onReady={onReady}
    >
      {(network) => <NetworkCard network={network} degraded={network.degraded} />}
    </LoadedRecord>
  );
}

/** A deposit that waits for a word, for the queue. */
export function WaitingDepositRecord({ id, onReady }: RecordProps) {
  const answer = useCall(endpoints.admin.networks);
  const waits = (deposit: { readonly id: string }): boolean => deposit.id === id;
  const found = answer.data?.data.find(({ waiting }) => waiting.some(waits));
  return (
    <LoadedRecord answer={answer} found={found} failed="The deposit could not be loaded." onReady={onReady}>
      {(network) => <WaitingDeposits network={{ ...network, waiting: network.waiting.filter(waits) }} />}
    </LoadedRecord>
  );
}

function NetworkCard({ network, degraded }: { network: NetworkStatus; degraded: readonly string[] }) {
  const { name, checkedAt, stalled, providers } = network;
  const [isResuming, setIsResuming] = useState(false);
  const { tone, text } = networkState(network);
  return (
    <Card aria-label={name} className={LIST_CARD}>
      <CardHeading
        title={name}
        mark={<NetworkMark network={network.network} />}
        detail={
          <span className="figures">
            {heightText(network)}
            {checkedAt !== null && (
              <>
                {' · '}
                <Moment at={checkedAt} />
              </>
            )}
          </span>
        }
        action={<Status tone={tone}>{text}</Status>}
      />
      <div className="mb-4 grid gap-3 empty:hidden">
        {stalled !== null && (
          <Notice tone="danger" title="Nothing is read or credited here now.">
            {stalled}
            {network.surplusAt.length > 0 && (
              <ul aria-label="Where these coins are" className="mt-2 grid gap-1">
                {network.surplusAt.map(({ address, amount }) => (
                  <li key={`${address} ${amount}`} className="flex flex-wrap items-center gap-x-2">
                    <span className="figures">{amount}</span> at
                    <AddressLink address={address} network={network.network} />
                  </li>
                ))}
              </ul>
            )}
            {network.surplus !== null && (
              <span className="mt-3 block">
                <ForRole call={endpoints.admin.resume}>
                  <Button variant="secondary" aria-haspopup="dialog" onClick={() => setIsResuming(true)}>
                    Resume the network
                  </Button>
                </ForRole>
              </span>
            )}
          </Notice>
        )}
        {degraded.length > 0 && (
          <Notice tone="warning" title="What does not work as well as it should">
            <ul className="grid gap-1">
              {degraded.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Notice>
        )}
      </div>
      {providers.length === 0 ? (
        <p className="text-ink-soft">No provider has been asked yet.</p>
      ) : (
        <DataTable
          caption={`Providers of ${name}`}
          columns={PROVIDER_COLUMNS}
          rows={providers}
          rowKey={({ position }) => String(position)}
        />
      )}
      <WaitingDeposits network={network} />
      {isResuming && <ResumeDialog network={network} onClose={() => setIsResuming(false)} />}
    </Card>
  );
}
