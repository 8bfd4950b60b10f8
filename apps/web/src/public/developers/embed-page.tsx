import { Example } from './example.tsx';
import { EMBED_BUTTON, EMBED_LISTEN, EMBED_OPEN, EMBED_POLICY } from './embed-examples.ts';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, Terms, To } from './guide-parts.tsx';

/** How a merchant's page opens the payment page above itself. */
export function EmbedPage() {
  return (
    <GuidePage
      title="Embedding"
      lead="One script makes a button, which opens the payment page above yours, on a phone over the whole screen."
    >
      <Part id="button" title="A button">
        <p>The button appears at the script’s place. Put in the address of this server and your link’s id.</p>
        <Example example={EMBED_BUTTON} />
        <Terms
          terms={[
            ['data-link', 'The id of the link.'],
            ['data-label', 'The button’s label; Pay with crypto by default.'],
            [
              'data-reference',
              'Your own name for the payment, such as a cart’s number: the payment, its webhooks and files carry it. A visitor can change it, so check amount and reference before you hand goods over.',
            ],
            ['data-on-paid', 'The name of the event once it is paid; kobogate:paid by default.'],
          ]}
        />
        <p>
          A button of your own works too: give it <Code>data-kobogate-link</Code>, and load the script once without{' '}
          <Code>data-link</Code>.
        </p>
      </Part>
      <Part id="events" title="Follow the payment">
        <p>
          The button sends events that bubble. Their <Code>detail</Code> has <Code>state</Code>, one of the{' '}
          <To href="/developers/states">states</To>, and <Code>paymentId</Code>.
        </p>
        <Example example={EMBED_LISTEN} />
        <p>
          An event is a hint for the screen: a visitor can fake one. Hand goods over only after a{' '}
          <To href="/developers/webhooks">webhook</To>, or after your server has read the payment.
        </p>
      </Part>
      <Part id="open" title="Open it yourself">
        <Example example={EMBED_OPEN} />
        <p>
          It answers with <Code>close()</Code>. Closed by the payer, a payment that was opened is still followed, and is
          there when the page is opened again.
        </p>
      </Part>
      <Part id="safe" title="What it can and can’t do">
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            The frame has no session and no cookies, yours or ours, and needs no third-party cookies. Nobody can act for
            a payer’s or a merchant’s account in it.
          </li>
          <li>
            The script believes only what its own frame says, from this server’s origin. The frame speaks only to the
            page directly around it, at the origin that the browser names.
          </li>
          <li>No other page of this server can be shown in a frame.</li>
          <li>Focus stays in the dialog and returns to the button; Escape closes it.</li>
          <li>
            If a browser or an extension blocks the frame, the dialog says so, and its link opens the page in a new tab.
            Then your page gets no event, but your server gets the webhook.
          </li>
        </ul>
      </Part>
      <Part id="policy" title="With a content security policy">
        <p>
          The script evaluates no text and writes no markup or style as text, so these two lines are enough, also with
          Trusted Types.
        </p>
        <Example example={EMBED_POLICY} />
      </Part>
    </GuidePage>
  );
}
