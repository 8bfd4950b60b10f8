import { endpoints, type TakenItem } from '@kobogate/contract';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { Moment } from '../../ui/moment.tsx';
import { ForRole } from '../for-role.tsx';
import { AddressCell, CoinsCell, RestoredTable } from './restored-coins.tsx';
import { ReturnTakenDialog, type TakenVerdict } from './return-taken-dialog.tsx';

const VERDICTS: Readonly<Record<TakenVerdict, string>> = {
  returned: 'Not the operator’s own',
  'not-returned': 'Still the operator’s own',
};
const verdictsOn = ({ firstReturn }: TakenItem): readonly TakenVerdict[] =>
  firstReturn === null ? ['returned'] : ['returned', 'not-returned'];

const columns = (say: (item: TakenItem, verdict: TakenVerdict) => void): Column<TakenItem>[] => [
  { id: 'amount', title: 'The operator’s own', place: 'title', cell: CoinsCell },
  {
    id: 'decision',
    title: 'Decision',
    cell: ({ by, at, reason }) => (
      <p className="wrap-anywhere @3xl:max-w-64">
        “<bdi>{reason}</bdi>” (<bdi>{by}</bdi>, <Moment at={at} />)
      </p>
    ),
  },
  {
    id: 'address',
    title: 'At our address',
    place: 'note',
    cell: (item) => (item.address === '' ? 'Above all known payments' : <AddressCell {...item} />),
  },
  {
    id: 'action',
    title: 'What to do',
    place: 'action',
    cell: (item) => (
      <>
        {item.firstReturn !== null && (
          <p className="mb-2 text-sm wrap-anywhere text-ink-soft @3xl:max-w-64">
            <bdi>{item.firstReturn.by}</bdi> said that they are not. Another person has to say the same.
          </p>
        )}
        <ForRole call={endpoints.suspense.keepUnclaimed}>
          <div className="flex flex-wrap gap-2">
            {verdictsOn(item).map((verdict) => (
              <Button
                key={verdict}
                variant="secondary"
                aria-haspopup="dialog"
                aria-label={`${VERDICTS[verdict]}: ${item.amount} ${item.currency}`}
                onClick={() => say(item, verdict)}
              >
                {VERDICTS[verdict]}
              </Button>
            ))}
          </div>
        </ForRole>
      </>
    ),
  },
];

/** Coins that were booked as the operator's own, and the way back where that was a mistake. */
export function TakenTable({ rows }: { rows: readonly TakenItem[] }) {
  const [said, setSaid] = useState<{ item: TakenItem; verdict: TakenVerdict } | null>(null);
  return (
    <RestoredTable
      caption="Booked as the operator’s own"
      rows={rows}
      columns={columns((item, verdict) => setSaid({ item, verdict }))}
      dialog={said !== null && <ReturnTakenDialog {...said} onClose={() => setSaid(null)} />}
    />
  );
}
