import { PRODUCT_NAME } from '@kobogate/contract';
import { ButtonAnchor } from '../ui/button-anchor.tsx';
import { DashedList, SitePage, SiteSection } from './site-page.tsx';

const STEPS = [
  'The two agree on the coin, the amount and the rate.',
  'The marketplace sets the seller’s coins aside, so that they can’t be promised twice.',
  'The buyer sends the naira from a bank account in their own name.',
  'The seller sees the naira in the bank’s own app, and only then lets the coins go.',
] as const;

const RULES = [
  'Believe your bank’s app. A screenshot, a text message or an e-mail of a transfer proves nothing.',
  'Take naira only from an account in the name of the person you trade with. Money from another account may be stolen, and your own account may be blocked for it.',
  'Keep every word and every payment within the marketplace. Outside it a dispute can’t be settled.',
  'A partner who rushes you, or asks you to cancel after they say they have paid, is a reason to stop.',
  'Coins that were sent can’t be called back. Compare the address and the network before you send them.',
  'Never give out a password, a code or the words that restore your wallet. No marketplace asks for them.',
] as const;

/**
 * What trading between two people is, how it works, and how to stay safe: the page that the account's card links to.
 */
export function LearnPage() {
  return (
    <SitePage title="P2P trading" lead="How people trade coins with one another, and how to stay safe.">
      <SiteSection title="What it is">
        <p>
          P2P means person to person: one has coins, the other has naira, and they trade with each other. A marketplace
          brings them together and holds the coins until the naira has come.
        </p>
      </SiteSection>
      <SiteSection title="How a trade goes">
        <ol className="grid list-decimal gap-2 pl-6 marker:text-copper-text">
          {STEPS.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </SiteSection>
      <SiteSection title="How to stay safe">
        <DashedList lines={RULES} />
      </SiteSection>
      <SiteSection title={`Without a stranger: ${PRODUCT_NAME}`}>
        <p>
          {PRODUCT_NAME} is no marketplace, and you don’t trade with others here. You see the rate before you send
          anything, send your coins to an address of your own, and the naira is paid to your bank account.
        </p>
        <div>
          <ButtonAnchor href="/account/convert-to-naira" variant="secondary">
            Convert to naira
          </ButtonAnchor>
        </div>
      </SiteSection>
    </SitePage>
  );
}
