import { Link2 } from 'lucide-react';
import { Card, CardHeading, PageHeading } from '../ui/card.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { DataTable, type Column } from '../ui/data-table.tsx';
import { DepositAddress } from '../ui/deposit-address.tsx';
import { FactList } from '../ui/facts.tsx';
import { Mark, Wordmark } from '../ui/mark.tsx';
import { Moment } from '../ui/moment.tsx';
import { Coin, Naira, Rate } from '../ui/money.tsx';
import { Room } from '../ui/room.tsx';
import { Timeline, type TimelineStep } from '../ui/timeline.tsx';
import { LONG, Part, Row, Sample } from './sample.tsx';

interface SampleRow {
  id: string;
  name: string;
  naira: string;
}

const COLUMNS: readonly Column<SampleRow>[] = [
  { id: 'name', title: 'Name', cell: (row) => <span className="wrap-anywhere">{row.name}</span> },
  { id: 'naira', title: 'Naira', align: 'end', cell: (row) => <Naira amount={row.naira} /> },
];
const ROWS: readonly SampleRow[] = [
  { id: '1', name: 'Sample Person', naira: '15000.5' },
  { id: '2', name: LONG, naira: '90071992547409931.07' },
];
const STEPS: readonly TimelineStep[] = [
  { id: '1', state: 'done', text: 'Order made.', time: '1 Nov 2026, 14:05 Lagos time' },
  { id: '2', state: 'failed', text: 'The bank did not accept the payout.' },
  { id: '3', state: 'now', text: LONG },
  { id: '4', state: 'next', text: 'The naira leaves.' },
];

/** What shows people, money and time. `now` is this device's clock in milliseconds. */
export function Content({ now }: { now: number }) {
  return (
    <>
      <Part title="Mark">
        <Row>
          <Mark className="size-4 text-primary" />
          <Mark className="size-12 text-primary" />
          <Wordmark />
        </Row>
      </Part>
      <Part title="Headings and cards">
        <PageHeading title="A page’s title" detail="Its sentence." />
        <Card>
          <CardHeading title={LONG} detail={LONG} />
          <FactList
            facts={[
              { label: 'Rate', value: <Rate rate="1612.35" currency="USDT" /> },
              { label: 'Exactly', value: <Coin amount="0.123456789012345678" currency="ETH" /> },
              { label: LONG, value: LONG },
            ]}
          />
        </Card>
      </Part>
      <Part title="Time">
        <Row>
          <Sample name="moment">
            <Moment at={new Date(now - 180_000).toISOString()} />
          </Sample>
          <Sample name="countdown">
            <Countdown until={new Date(now + 900_000).toISOString()} />
          </Sample>
          <Sample name="countdown, over">
            <Countdown until={new Date(now - 1000).toISOString()} />
          </Sample>
        </Row>
      </Part>
      <Part title="Table">
        <DataTable caption="A sample table" columns={COLUMNS} rows={ROWS} rowKey={(row) => row.id} />
      </Part>
      <Part title="Timeline">
        <Timeline label="A sample timeline" steps={STEPS} />
      </Part>
      <Part title="Address">
        <DepositAddress
          address="0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
          currency="USDT"
          networkName="BNB Smart Chain"
          uri={null}
        />
      </Part>
      <Part title="A room that is not furnished">
        <Room title="A room" icon={Link2} purpose="What it is for." will={['Do this', LONG]} />
      </Part>
    </>
  );
}
