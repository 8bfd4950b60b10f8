import type { TreasuryNetwork, TreasuryTask } from '@kobogate/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card, CardHeading, LIST_CARD } from '../../ui/card.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { GroupedAddress } from '../../ui/grouped-address.tsx';
import { AddressLink } from '../address-link.tsx';
import { AskDialog } from './ask-dialog.tsx';
import { AmountLines } from './amount-lines.tsx';
import { ASKED, TASK_WORDS } from './treasury-words.ts';

/** Where the coins are, by network, and what can be asked there. */
export function NetworksCard({
  networks,
  tasks,
}: {
  networks: readonly TreasuryNetwork[];
  /** The newest first. */
  tasks: readonly TreasuryTask[];
}) {
  const [asked, setAsked] = useState<TreasuryNetwork | null>(null);
  return (
    <Card aria-label="Coins" className={LIST_CARD}>
      <CardHeading
        title="Where the coins are"
        detail="What the books have, and your treasury’s address on each network, for every coin there. Coins that are under way count once they are final."
      />
      <DataTable
        caption="Coins by network"
        columns={columns(setAsked, tasks)}
        rows={networks}
        rowKey={({ network }) => network}
      />
      {asked !== null && <AskDialog network={asked} onClose={() => setAsked(null)} />}
    </Card>
  );
}

const columns = (
  onAsk: (network: TreasuryNetwork) => void,
  tasks: readonly TreasuryTask[],
): readonly Column<TreasuryNetwork>[] => [
  {
    id: 'network',
    title: 'Network',
    place: 'title',
    cell: ({ network, name, treasury, nonces, autoSweep }) => (
      <>
        <span className="font-semibold">{name}</span>
        {treasury === null && (
          <span className="block text-sm text-ink-soft">Its keys give no treasury address. Export them again.</span>
        )}
        {treasury !== null && (
          <span className="flex flex-wrap items-center @3xl:flex-nowrap">
            <AddressLink address={treasury} network={network} what={`The treasury on ${name}`} />
            <CopyButton variant="quiet" text={treasury} label="Copy" what={`the treasury’s address on ${name}`} />
          </span>
        )}
        {treasury !== null && nonces !== null && nonces > 0 && (
          <span className="figures block text-sm text-ink-soft">
            {nonces} nonces, one for each transaction of a plan
          </span>
        )}
        {treasury !== null && nonces === 0 && (
          <span className="block text-sm text-ink-soft">Needs nonces before the first plan.</span>
        )}
        {autoSweep !== null && (
          <span className="block max-w-80 text-sm text-ink-soft">
            Swept by the signer to <GroupedAddress address={autoSweep.address} />
            {autoSweep.refusal !== null && <span className="block text-danger">{autoSweep.refusal}</span>}
          </span>
        )}
        <Newest task={tasks.find(({ networkName }) => networkName === name)} />
      </>
    ),
  },
  {
    id: 'custody',
    title: 'At deposit addresses',
    align: 'end',
    cell: ({ custody }) => <AmountLines amounts={custody} />,
  },
  { id: 'held', title: 'In the treasury', align: 'end', cell: ({ held }) => <AmountLines amounts={held} /> },
  {
    id: 'refunds',
    title: 'Refunds to pay',
    align: 'end',
    cell: ({ dueRefunds }) => (dueRefunds === 0 ? '—' : String(dueRefunds)),
  },
  {
    id: 'action',
    title: 'Action',
    place: 'action',
    align: 'end',
    cell: (network) => (
      <Button
        variant="secondary"
        disabled={network.treasury === null}
        aria-label={`Plan for ${network.name}`}
        onClick={() => onAsk(network)}
        className="@max-3xl:w-full"
      >
        Plan…
      </Button>
    ),
  },
];

/** The result of the last request for a network, in a line where it was made. */
function Newest({ task }: { task: TreasuryTask | undefined }) {
  if (task === undefined) return null;
  const { kind, isDone, words } = task;
  return (
    <span className="block max-w-80 text-sm wrap-anywhere text-ink-soft">
      {TASK_WORDS[kind]}: {isDone === null ? 'under way.' : isDone ? words[0] : 'not done. '}
      {isDone === false && (
        <a href={`#${ASKED}`} className="text-primary-text underline">
          See why
        </a>
      )}
    </span>
  );
}
