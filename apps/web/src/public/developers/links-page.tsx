import { CUSTOM_FIELDS_MOST, CUSTOM_VALUE_LENGTH } from '@kobogate/contract';
import { Example } from './example.tsx';
import { CREATE_LINK, LINK_WITH_FIELDS, LIST_LINKS, OPEN_AMOUNT_LINK, UPDATE_LINK } from './examples.ts';
import { GuidePage } from './guide-page.tsx';
import { Code, Part, Terms, To } from './guide-parts.tsx';

/** What a link is, and how programs make and change one. */
export function LinksPage() {
  return (
    <GuidePage
      title="Links"
      lead="A link says who asks for what, in which coins, and until when. Each payer who goes on to pay opens a payment of their own."
    >
      <Part id="create" title="Make one">
        <p>
          <Code>amount</Code> is in <Code>amountCurrency</Code>: naira by default, US dollars (counted as USDT at the
          market’s rate), or a coin. A coin’s price in naira is worked out when a payment is opened, and held from then.
        </p>
        <Example example={{ ...CREATE_LINK, id: 'create-link-again' }} />
        <Example example={OPEN_AMOUNT_LINK} />
      </Part>
      <Part id="states" title="Its states">
        <Terms
          terms={[
            ['active', 'It can be paid.'],
            ['inactive', 'You have switched it off; it can be switched on again.'],
            ['expired', 'Its expiresAt has come. A later one makes it active again.'],
            ['used', 'It was for one payment (isOnce), and that was made.'],
          ]}
        />
        <p>
          Payments that were opened before no longer depend on the link: coins that are sent to their addresses are
          always seen.
        </p>
      </Part>
      <Part id="change" title="Change one">
        <p>
          An update replaces all that the link says, and takes the <Code>version</Code> that you have read. If the link
          was changed since, the call answers 409 and nothing is overwritten: read it again. <Code>metadata</Code> stays
          as it is where an update leaves it out, and so do <Code>customFields</Code>.
        </p>
        <Example example={UPDATE_LINK} />
      </Part>
      <Part id="fields" title="Fields of your own">
        <p>
          Ask each payer for what you need to deliver: up to {CUSTOM_FIELDS_MOST} <Code>customFields</Code>, each with a{' '}
          <Code>key</Code>, a <Code>label</Code> that the payer reads, the <Code>type</Code> <Code>text</Code> (one line
          of up to {CUSTOM_VALUE_LENGTH} characters) or <Code>choice</Code> with its <Code>choices</Code>, and{' '}
          <Code>isRequired</Code>. The page of the link asks for them before a payment is opened; a program that opens
          one gives <Code>customValues</Code> by the keys. They are in the payment, its webhooks and files, and on the
          payer’s receipt, with the label that the field had then.
        </p>
        <Example example={LINK_WITH_FIELDS} />
        <p>
          Everyone who has the address of a payment’s page can read what the payer gave: ask for nothing that others
          must not see.
        </p>
      </Part>
      <Part id="list" title="Find them again">
        <p>
          Newest first; <Code>search</Code> looks into name and purpose, <Code>state</Code> picks one state. Where{' '}
          <Code>next</Code> is not null, give it as <Code>before</Code> for the page after.
        </p>
        <Example example={{ ...LIST_LINKS, id: 'list-links-again' }} />
        <p>
          Every field is in the <To href="/developers/reference/links#post-payment-links">reference</To>.
        </p>
      </Part>
    </GuidePage>
  );
}
