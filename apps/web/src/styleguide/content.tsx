import { Card, CardHeading, PageHeading } from '../ui/card.tsx';
import { ConfirmationProgress } from '../ui/confirmation-progress.tsx';
import { Countdown } from '../ui/countdown.tsx';
import { DepositAddress } from '../ui/deposit-address.tsx';
import { FactList } from '../ui/facts.tsx';
import { Mark, Wordmark } from '../ui/mark.tsx';
import { Moment } from '../ui/moment.tsx';
import { Coin, Rate } from '../ui/money.tsx';
import { ComingSoon } from '../ui/coming-soon.tsx';
import { Link2 } from '../ui/icons.ts';
import { LONG, Part, Row, Sample } from './sample.tsx';

/** Components that show users, money and time. `now` is this device's clock in milliseconds. */
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
      <Part title="Confirmations">
        {[0, 1, 3, 7].map((count) => (
          <div key={count}>
            <ConfirmationProgress confirmations={count} needed={3}>
              <Coin amount="15.5" currency="USDT" className="text-lg font-semibold" />
            </ConfirmationProgress>
          </div>
        ))}
      </Part>
      <Part title="Address">
        <DepositAddress
          address="0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266"
          currency="USDT"
          networkName="BNB Smart Chain"
          uri={null}
        />
        <DepositAddress
          address="12xtAYsRUrmbniiWQqJtECiBQrMn8AypQcXhnQAc6RB6XkLW"
          currency="DOT"
          networkName="Polkadot"
          uri="polkadot:12xtAYsRUrmbniiWQqJtECiBQrMn8AypQcXhnQAc6RB6XkLW"
        />
      </Part>
      <Part title="A page that is not built">
        <ComingSoon title="A page" icon={Link2} purpose="What it is for." will={['Do this', LONG]} />
      </Part>
    </>
  );
}
