import { LINK_PAYOUT_SECONDS } from '@kobogate/contract';
import { Example } from './example.tsx';
import { CREATE_PAYMENT, CREATE_PAYMENT_TS, GET_PAYMENT, LIST_PAYMENTS } from './examples.ts';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, To } from './guide-parts.tsx';

/** What a payment is, and how programs open and follow one. */
export function PaymentsPage() {
  return (
    <GuidePage
      title="Payments"
      lead="A payment is one visit to a link: an address of its own, an amount of coins, and a rate that is held for some minutes."
    >
      <Part id="open" title="Open one">
        <p>
          The payer’s page does this automatically. Do it from your server if you show the address in your own app.{' '}
          <Code>reference</Code> is yours: it comes back in every answer and webhook. So does <Code>metadata</Code>, up
          to 20 pairs of a name and a text that payers never see. Where the payer chooses the amount, give it as{' '}
          <Code>amount</Code> in the link’s currency.
        </p>
        <Example example={CREATE_PAYMENT} />
        <Example example={CREATE_PAYMENT_TS} />
        <p>
          Send the payer to <Code>pageUrl</Code>, or show <Code>address</Code> in full with the network beside it,{' '}
          <Code>missing</Code> as the amount, and <Code>uri</Code> as a QR code where it is not null. Coins on another
          network than the one that was chosen do not count towards the payment.
        </p>
        <p>
          Without a server of your own: add <Code>?reference=cart-80</Code> to the link’s address, or{' '}
          <Code>data-reference</Code> to the <To href="/developers/embed">embedded button</To>. A visitor can change it,
          so compare the amount with the cart before you hand goods over.
        </p>
      </Part>
      <Part id="rate" title="The rate">
        <p>
          The rate holds until <Code>lockExpiresAt</Code>. Coins that come later are not lost: they count at the rate of
          the moment when they are final, and where that is less than what is asked for the payment is underpaid. The
          payer can have a new rate held for what is missing. Where <Code>lockExpiresAt</Code> is null, no rate is held:
          the rate at the moment when the coins are final counts.
        </p>
        <p>
          <Code>nairaKobo</Code> is what you are paid, in kobo; <Code>feeKobo</Code> and <Code>vatKobo</Code> are our
          fee and the tax on it, which are in the rate. The network’s own fee is the payer’s.
        </p>
      </Part>
      <Part id="follow" title="Follow one">
        <p>
          Best by <To href="/developers/webhooks">webhook</To>. To look yourself, read it by its id; that answers what
          holds now.
        </p>
        <Example example={GET_PAYMENT} />
        <p>
          A page can listen to <Code>/api/payments/(id)/events</Code>, a stream of server-sent events without a key.
          Each event <Code>payment</Code> has the id and a <Code>version</Code> that rises: read the payment again then.
        </p>
        <p>
          Naira is on its way within {LINK_PAYOUT_SECONDS} seconds of the final confirmation, without a click, unless
          one of the operator’s checks holds it for review. <Code>payout</Code> has its state.
        </p>
      </Part>
      <Part id="list" title="List them">
        <Example example={LIST_PAYMENTS} />
        <p>
          For your books, <Code>/api/payments/file.csv</Code> and <Code>/api/payments/file.xlsx</Code> have every
          payment that was opened between two days of Lagos.
        </p>
      </Part>
      <Part id="refund" title="Give coins back">
        <p>
          <Code>refundable</Code> of a payment lists coins that became no naira: what was beyond the amount, came as
          another coin, or is short of it. Offer them by <Code>asset</Code> with the scope <Code>payments:refund</Code>;
          the payer says on the payment’s page where they go, and you confirm the refund on the payment’s page in your
          account, with your password. An offer of what is short ends that payment.
        </p>
      </Part>
    </GuidePage>
  );
}
