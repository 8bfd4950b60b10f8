import { PRODUCT_NAME } from '@kobogate/contract';
import { Example } from './example.tsx';
import { CREATE_LINK, CREATE_LINK_TS, INSTALL_CLIENT } from './examples.ts';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, To } from './guide-parts.tsx';

/** The first page for a developer who builds on the API. */
export function StartPage() {
  return (
    <GuidePage
      title="Developers"
      lead={`Take crypto on your own site or in your own app, and get naira on your bank account. ${PRODUCT_NAME} watches the chains, holds the rate and pays out.`}
    >
      <Part id="ways" title="Three ways to be paid">
        <p>
          <strong className="text-ink">A link.</strong> Make it in your account or over the API and send it to your
          payer. No code on your side.
        </p>
        <p>
          <strong className="text-ink">A button.</strong> One script on your page opens the payment page above it and
          tells your page the payment’s state. See <To href="/developers/embed">Embedding</To>.
        </p>
        <p>
          <strong className="text-ink">The API.</strong> Open payments from your server, show the address in your own
          app, and hear of each change by <To href="/developers/webhooks">webhook</To>.
        </p>
      </Part>
      <Part id="first-link" title="Your first link">
        <p>
          From nothing to a paid payment: the <To href="/developers/quick-start">quick start</To>, in five minutes.
        </p>
        <p>
          Make an <To href="/developers/authentication">API key</To> with the scope <Code>links:write</Code> in
          Settings, and put it and the address of this server into two variables: <Code>KOBOGATE_KEY</Code> and{' '}
          <Code>KOBOGATE_URL</Code>. Every example of these pages uses them and runs unchanged, with play money and with
          real coins alike. They ask for USDT on BNB Smart Chain: where this server does not watch that, name a pair
          from <To href="/api/payment-links/coins">its list of coins</To>.
        </p>
        <Example example={CREATE_LINK} />
        <Example example={CREATE_LINK_TS} />
        <p>
          The answer has the link’s <Code>id</Code>. Its page is <Code>/custom-payment/</Code> followed by that id.
        </p>
      </Part>
      <Part id="client" title="The client for TypeScript">
        <p>
          <Code>@kobogate/client</Code> is one module without dependencies for Node 20.3 or newer, and for browsers. It
          is made from the same description of the API as the server, so its types are what the server takes and
          answers. Install the one that fits this server from it:
        </p>
        <Example example={INSTALL_CLIENT} />
        <p>
          It is typed for every way of resolving modules, for <Code>import</Code> and for <Code>require</Code>. The file
          is <To href="/developers/kobogate-client.tgz">kobogate-client.tgz</To>.
        </p>
      </Part>
      <Part id="files" title="For your tools">
        <p>
          <To href="/api/openapi.json">The description of every call</To> as OpenAPI 3.1, and{' '}
          <To href="/developers/kobogate.postman_collection.json">a collection for Postman</To>: both are made from what
          checks each call on this server.
        </p>
      </Part>
      <Part id="conventions" title="What holds everywhere">
        <ul className="grid list-disc gap-2 pl-5">
          <li>
            Calls go to <Code>/api</Code> over HTTPS, with JSON both ways. What may change is under{' '}
            <To href="/developers/versions">Versions and limits</To>.
          </li>
          <li>
            An amount is a decimal text such as <Code>"0.015"</Code>, exact to its last digit; what is in kobo or
            another smallest unit is a whole number as text. Never compute with them as floating-point numbers.
          </li>
          <li>Times are ISO 8601 in UTC.</li>
          <li>An answer may gain fields. Ignore those that you do not know.</li>
        </ul>
      </Part>
    </GuidePage>
  );
}
