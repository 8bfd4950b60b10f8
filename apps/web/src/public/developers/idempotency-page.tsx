import { Example } from './example.tsx';
import { REPEAT_PAYMENT } from './examples.ts';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, Terms, To } from './guide-parts.tsx';

/** How a call can be repeated without doing anything twice. */
export function IdempotencyPage() {
  return (
    <GuidePage
      title="Idempotency"
      lead="Networks lose answers. Send a key with each call that makes something: then a repeated call does nothing twice."
    >
      <Part id="key" title="One key for one intent">
        <p>
          Put a text of your own into the header <Code>Idempotency-Key</Code>: up to 100 letters, digits, dots, colons,
          dashes and underscores. The number of the order or cart that you are paid for is a good one. It is remembered
          for at least 48 hours, and is yours alone: another merchant’s equal key is another key.
        </p>
        <Example example={REPEAT_PAYMENT} />
      </Part>
      <Part id="calls" title="Which calls take one">
        <p>
          Every POST that makes or sends something: links, payments, offers of coins, pictures, test events and replays.
          The <To href="/developers/reference">reference</To> says so at each. Switching a link on or off, holding the
          rate of a payment and withdrawing an offer change nothing when repeated and need none; changing a link is
          guarded by its <Code>version</Code>.
        </p>
      </Part>
      <Part id="outcomes" title="What a repeated call answers">
        <Terms
          terms={[
            [
              'same input',
              'The answer of the first call, with its status and the header Idempotent-Replayed: true. Nothing is made.',
            ],
            ['other input', '409, in words. Nothing is made: one key was used for two intents.'],
            ['at the same time', 'One of the two calls does the work; the other waits for it and gets its answer.'],
            ['two days later', 'The key may be forgotten, and the call a new one.'],
            ['after a failure', 'A failed call has left nothing behind. The same key may be used again.'],
          ]}
        />
      </Part>
      <Part id="client" title="In the client">
        <p>
          The TypeScript client makes up a key for each call that makes something, and keeps it while it tries again.
          Give your own if your program may restart between two tries.
        </p>
      </Part>
    </GuidePage>
  );
}
