import { PAYMENT_STATES, PAYOUT_STATES, type PaymentState, type PayoutState } from '@kobogate/contract';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, Terms, To } from './guide-parts.tsx';

const PAYMENT: Readonly<Record<PaymentState, string>> = {
  waiting: 'Nothing has arrived yet. Next: seen, or expired.',
  seen: 'Coins are in a block. They may still vanish if that block is replaced. Next: confirming, paid, underpaid, or waiting again.',
  confirming:
    'More blocks are on top; deposits say how many and how many are needed. Next: paid, underpaid, or waiting again.',
  underpaid:
    'Part has arrived and is kept for this payment; missing says how much is still asked for. Next: seen, paid.',
  paid: 'All of it is final. Hand the goods over. The naira follows: see payout.',
  expired:
    'Nothing came while the rate was held. The address is watched for ever: coins that still come are counted. Next: seen, or waiting if a new rate is held.',
  declined: 'It is not paid out. What arrived is in your balance.',
};
const PAYOUT: Readonly<Record<PayoutState, string>> = {
  none: 'Not due yet.',
  queued: 'The instruction is on record. Next: sent.',
  sent: 'Handed to the bank. Next: paid, failed, unknown.',
  unknown: 'The bank’s answer is missing. It is asked about by its reference, never sent twice. Next: paid, failed.',
  paid: 'The bank has accepted it. Next: reversed, if it comes back.',
  failed: 'It did not go through. The naira is safe with us and is paid again.',
  reversed: 'It came back after success. The naira is safe with us and is paid again.',
};

/** Every state of a payment, and the states after it. */
export function StatesPage() {
  return (
    <GuidePage
      title="States"
      lead="A payment says two things: what has arrived of the coins, and how far the naira is."
    >
      <Part id="payment" title="state: the coins">
        <Terms terms={PAYMENT_STATES.map((state) => [state, PAYMENT[state]] as const)} />
        <p>
          Hand goods over when the state is <Code>paid</Code>, in a webhook or in an answer to your server. What a
          browser tells you is a hint for the screen.
        </p>
      </Part>
      <Part id="besides" title="More about a payment">
        <Terms
          terms={[
            ['excess', 'More arrived than was asked for. The rest is in your balance.'],
            ['isLate', 'It was covered after the rate had ended, and counted at the rate of that moment.'],
            [
              'deposits[].isElsewhere',
              'It came on another network or as another coin than was chosen. It is in your balance and not counted here.',
            ],
          ]}
        />
      </Part>
      <Part id="payout" title="payout: the naira">
        <Terms terms={PAYOUT_STATES.map((state) => [state, PAYOUT[state]] as const)} />
        <p>
          Expect new types in <Code>timeline</Code>: it is for people to read. Decide by <Code>state</Code> and{' '}
          <Code>payout</Code>, and ask <To href="/developers/webhooks">webhooks</To> to tell you of them.
        </p>
      </Part>
    </GuidePage>
  );
}
