import {
  WEBHOOK_ENDPOINTS_MOST,
  WEBHOOK_EVENTS,
  WEBHOOK_MEANINGS,
  WEBHOOK_SAMPLE_DATA,
  WEBHOOK_SIGNATURE_HEADER,
  WEBHOOK_TEST,
} from '@kobogate/contract';
import { Example } from './example.tsx';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, Terms, To } from './guide-parts.tsx';
import { FILL_GAP, LISTEN, RECEIVE_WEBHOOK, WEBHOOK_BODY } from './webhook-examples.ts';

/** How a merchant's server receives events. */
export function WebhooksPage() {
  return (
    <GuidePage
      title="Webhooks"
      lead="We tell your server of each change by a signed request, again and again until it answers, for 72 hours."
    >
      <Part id="endpoint" title="An endpoint">
        <p>
          In Settings, or <To href="/developers/reference/webhooks#post-webhooks-endpoints">by the API</To> with a key
          of the scope <Code>webhooks:manage</Code>, give an address with <Code>https</Code> and choose the events. Its
          secret is shown once. You may have {WEBHOOK_ENDPOINTS_MOST}. An address inside a private network is refused,
          and redirects are not followed. Send yourself an event of the type <Code>{WEBHOOK_TEST}</Code>, or a sample of
          any other, to try it.
        </p>
        <Terms terms={WEBHOOK_EVENTS.map((event) => [event, WEBHOOK_MEANINGS[event]] as const)} />
      </Part>
      <Part id="body" title="What arrives">
        <Example example={WEBHOOK_BODY} />
        <p>
          Of a payment, <Code>data</Code> is the payment as it stood then, with every field of{' '}
          <To href="/developers/reference/payments#get-payments-id">GET /payments/{'{id}'}</To>, your{' '}
          <Code>reference</Code> and <Code>metadata</Code> and the payer’s <Code>customValues</Code> among them; of a
          link it is the link, as{' '}
          <To href="/developers/reference/links#get-payment-links-id">GET /payment-links/{'{id}'}</To> has it; of a
          payout or a refund it says which payment it is of, with the same <Code>reference</Code>, <Code>metadata</Code>{' '}
          and <Code>customValues</Code>. The same event has the same <Code>id</Code> however often it is sent: act on it
          once. <Code>sequence</Code> counts the events of one endpoint up by one. Events may arrive out of order; what
          holds is what <To href="/developers/payments#follow">reading the payment</To> answers.
        </p>
        <p>
          The <To href="/api/openapi.json">description for tools</To> has each event under <Code>webhooks</Code>, with
          its sample: a generator makes a type of each, such as <Code>PaymentPaidWebhook</Code>, and with it a server
          that takes them.
        </p>
      </Part>
      <Part id="samples" title="Samples">
        <p>
          This is <Code>data</Code> of each event, about things that do not exist. A sample that you send to your own
          endpoint, from Settings or by{' '}
          <To href="/developers/reference/webhooks#post-webhooks-endpoints-id-test">the API</To>, is signed like a real
          event and says <Code>{'"isSample": true'}</Code>: act on it only to try your program.
        </p>
        {WEBHOOK_EVENTS.map((type) => (
          <details key={type} className="border-b border-hairline py-1">
            <summary className="flex min-h-11 cursor-pointer items-center font-mono text-[15px]">{type}</summary>
            <pre className="rounded-card bg-sunk p-4 font-mono text-sm wrap-anywhere whitespace-pre-wrap">
              {JSON.stringify(WEBHOOK_SAMPLE_DATA[type], null, 2)}
            </pre>
          </details>
        ))}
      </Part>
      <Part id="listen" title="On your own machine">
        <p>
          While you build, your server usually can’t be reached from the internet. With the client installed, this
          command posts every event to a program on your machine, in order and signed like a real delivery, and prints
          the secret to check it with, which stays the same for your key. If the connection is lost it connects again
          and continues where it was, and it posts each event again until your program answers. It takes{' '}
          <Code>KOBOGATE_URL</Code> and <Code>KOBOGATE_KEY</Code>, a key with <Code>webhooks:read</Code> and{' '}
          <Code>webhooks:write</Code>.
        </p>
        <Example example={LISTEN} />
        <p>
          To send it a sample: <Code>npx kobogate sample payment.held --endpoint ID</Code>, with the id that it prints.
        </p>
      </Part>
      <Part id="signature" title="The signature">
        <p>
          The header <Code>{WEBHOOK_SIGNATURE_HEADER}</Code> is <Code>{'t=<unix seconds>,v1=<hex>'}</Code>. Each{' '}
          <Code>v1</Code> is HMAC-SHA256 over the text <Code>{'<t>.<body>'}</Code>, with the whole secret as its key and
          the body to the byte as it arrived. While you replace a secret there are two: believe it where either fits.
          Refuse a <Code>t</Code> of more than five minutes ago, which may be a replay. The client checks all of it, in
          constant time.
        </p>
        <Example example={RECEIVE_WEBHOOK} />
      </Part>
      <Part id="schedule" title="Until it is delivered">
        <p>
          Answer quickly with any status from 200 to 299; do the work afterwards. Any other answer, or none, is a
          failure: the event is sent again after about 10 seconds, 25 seconds, a minute, and so on up to every six
          hours, until 72 hours have passed. One endpoint that fails delays no other. After seven days with nothing but
          failures the endpoint is switched off, and you get a mail.
        </p>
        <p>The log of deliveries in Settings shows each attempt and what your server answered.</p>
      </Part>
      <Part id="gaps" title="Fill a gap">
        <p>
          If a number is missing, or after your server was away, ask for everything after the last one that you have.
          Events are kept for 30 days. A single delivery can be sent again too, from Settings or over the API.
        </p>
        <Example example={FILL_GAP} />
      </Part>
    </GuidePage>
  );
}
