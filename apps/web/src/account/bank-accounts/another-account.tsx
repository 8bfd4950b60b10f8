import { endpoints, type Order, type PayeeChoice } from '@kobogate/contract';
import { lazy, Suspense, useState } from 'react';
import { useCall } from '../../lib/queries.ts';
import { Account } from '../../ui/account.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Card, CardHeading } from '../../ui/card.tsx';
import { FactList } from '../../ui/facts.tsx';

/** Opened seldom: not a part of what the page loads. */
const ChangePayee = lazy(() => import('./change-payee.tsx'));

/** Payouts of which no bank has anything now. */
const IS_WITH_US: ReadonlySet<Order['payout']> = new Set(['queued', 'failed', 'reversed']);

/** Where the naira of a payout that did not go through can go instead, and the way to it; nothing while it can't. */
export function AnotherAccount({
  order: { id, payout },
  className,
}: {
  order: Pick<Order, 'id' | 'payout'>;
  className?: string;
}) {
  const isEnabled = IS_WITH_US.has(payout);
  const choice = useCall(endpoints.payees.get, { params: { id } }, { isEnabled }).data?.data;
  if (!isEnabled || choice === undefined || choice.state === 'fixed') return null;
  return (
    <Card aria-label="The payout account" {...(className === undefined ? {} : { className })}>
      <Choice id={id} choice={choice} />
    </Card>
  );
}

function Choice({ id, choice }: { id: Order['id']; choice: PayeeChoice }) {
  const [isAsking, setIsAsking] = useState(false);
  const { state, payee, present } = choice;
  if (state === 'open' && present !== null) {
    return (
      <>
        <CardHeading
          title="Your payout account has changed"
          detail="This naira was meant for your previous account and did not reach it. We can send it to the new one."
        />
        <FactList
          facts={[
            { label: 'Before', value: <Account of={payee} /> },
            { label: 'Now', value: <Account of={present} /> },
          ]}
        />
        <Button className="mt-5" aria-haspopup="dialog" onClick={() => setIsAsking(true)}>
          Send it there
        </Button>
        <Suspense>
          {isAsking && <ChangePayee id={id} payee={payee} present={present} onClose={() => setIsAsking(false)} />}
        </Suspense>
      </>
    );
  }
  if (state === 'chosen') {
    return (
      <>
        <CardHeading
          title="It goes to another account"
          detail="You chose this account. A person reviews it, then the naira leaves. You don’t need to do anything."
        />
        <FactList facts={[{ label: 'Goes to', value: <Account of={payee} /> }]} />
      </>
    );
  }
  return (
    <>
      <CardHeading
        title="Is something wrong with this account?"
        detail="If it is closed or takes no transfers, change your payout account and come back here. Then we can send this naira there."
      />
      <FactList facts={[{ label: 'Did not reach', value: <Account of={payee} /> }]} />
      <ButtonLink variant="secondary" className="mt-5" to="/account/payment-method">
        Change payout account
      </ButtonLink>
    </>
  );
}
