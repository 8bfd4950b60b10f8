import { Example } from './example.tsx';
import { GET_PAYMENT, SANDBOX_PAY } from './examples.ts';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, Terms, To } from './guide-parts.tsx';

/** How to try everything with play money. */
export function SandboxPage() {
  return (
    <GuidePage
      title="Sandbox"
      lead="Run the whole product on your own machine with play money, chains, banks, rates and mail, which misbehave when you ask them to."
    >
      <Part id="start" title="Start it">
        <Example
          example={{
            id: 'start',
            title: 'In the source’s folder',
            language: 'text',
            code: 'npm start',
          }}
        />
        <p>
          It prints where to look: the product at port 3000, the sandbox at 3001. Sign up (the code is in the sandbox’s
          mail), set a bank account that you have added to the sandbox’s bank, make an API key, and set{' '}
          <Code>KOBOGATE_URL</Code> and <Code>SANDBOX_URL</Code> to the two addresses.
        </p>
      </Part>
      <Part id="pay" title="Pay a payment">
        <p>The sandbox has a faucet on each chain, and makes blocks when asked.</p>
        <Example example={SANDBOX_PAY} />
        <p>Then read the payment again: its state goes from waiting to seen, confirming and paid.</p>
        <Example example={{ ...GET_PAYMENT, id: 'get-payment-again' }} />
      </Part>
      <Part id="bad-luck" title="Try bad luck">
        <Terms
          terms={[
            ['too little', 'Pay less than missing: underpaid, then pay the rest.'],
            ['elsewhere', 'Pay on another network of the same family: the deposit says isElsewhere.'],
            ['a reorganisation', 'POST /control/chains/{network}/reorg takes blocks back, and payments with them.'],
            ['a bank that fails', 'POST /control/banks/behaviour: fail, time out, reverse, call back twice.'],
            ['a rate that leaps', 'POST /control/rates moves a price at one source or all.'],
          ]}
        />
        <p>
          Every control is on the sandbox’s own page as a button. For webhooks, let your server listen on a public
          address or ask the operator; private ones are refused. See <To href="/developers/webhooks">Webhooks</To>.
        </p>
      </Part>
    </GuidePage>
  );
}
