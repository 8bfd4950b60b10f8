import { Example } from './example.tsx';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, To } from './guide-parts.tsx';
import { QUICK } from './quick-examples.ts';

/** From nothing to a payment that is paid, with commands to copy one after the other. */
export function QuickStartPage() {
  return (
    <GuidePage
      title="Quick start"
      lead="From a new account to a paid payment in five minutes and five steps. You need Node 20.3 or newer."
    >
      <Part id="key" title="1. A key">
        <p>
          Sign up, and enter the bank account that naira goes to. Then make an API key in Settings with the scopes{' '}
          <Code>links:write</Code>, <Code>payments:write</Code> and <Code>payments:read</Code>. Put it and the address
          of this server in here, in a terminal that you keep open.
        </p>
        <Example example={QUICK.variables} />
      </Part>
      <Part id="install" title="2. The client">
        <p>This server has the client that fits it.</p>
        <Example example={QUICK.install} />
      </Part>
      <Part id="open" title="3. A payment">
        <p>A link says what is asked for. A payment by it has an address of its own, and a rate that is held.</p>
        <Example example={QUICK.open} />
      </Part>
      <Part id="pay" title="4. Pay it">
        <p>
          Open the page that was printed and pay with a wallet, as your payers do. In the{' '}
          <To href="/developers/sandbox">sandbox</To> no coins are real: there this command pays instead. Leave it out
          on a server with real coins.
        </p>
        <Example example={QUICK.pay} />
      </Part>
      <Part id="follow" title="5. Follow it">
        <p>
          It prints each state until the coins are final. The naira follows on its own. In your shop a{' '}
          <To href="/developers/webhooks">webhook</To> tells you instead.
        </p>
        <Example example={QUICK.follow} />
      </Part>
    </GuidePage>
  );
}
