import { ButtonAnchor } from '../ui/button-anchor.tsx';
import { Faq } from './faq.tsx';
import { HeroPicture } from './hero-picture.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { FeeTable } from './fee-table.tsx';
import { MoneySteps } from './money-steps.tsx';
import { PayerSection } from './payer-section.tsx';
import { RatesSection } from './rates-section.tsx';
import { SecuritySection } from './security-section.tsx';
import { SiteFrame } from './site-frame.tsx';
import { Testimonials } from './testimonials.tsx';

const DESCRIPTION =
  'Take coins from anyone, see the naira they are worth before you agree, and have it paid into a Nigerian bank account.';

/** The start page: what Kobogate does, what it costs, what a payer sees, where the money goes, and how to begin. */
export function LandingPage() {
  return (
    <SiteFrame description={DESCRIPTION}>
      <Hero />
      <Promises />
      <RatesSection />
      <FeeTable />
      <HowItWorks />
      <PayerSection />
      <MoneySteps />
      <SecuritySection />
      <Testimonials />
      <Faq />
      <Closing />
    </SiteFrame>
  );
}

function Hero() {
  return (
    <section className="mx-auto grid max-w-6xl items-center gap-12 px-4 pt-12 pb-16 sm:px-6 lg:grid-cols-[1.15fr_1fr] lg:gap-16 lg:pt-12 lg:pb-16">
      <div>
        <h1 className="headline text-[clamp(2.9rem,8.2vw,4.75rem)] leading-[0.98] lg:text-[clamp(3.6rem,5.3vw,4.75rem)]">
          Receive Crypto in style
        </h1>
        <p className="mt-6 max-w-lg text-lg leading-relaxed text-ink-soft">
          Take coins from anyone, anywhere. See the naira they are worth before you agree, and have it paid into a
          Nigerian bank account.
        </p>
        <div className="mt-9 flex flex-wrap gap-3">
          <ButtonAnchor href="/signup" size="large">
            Register Now
          </ButtonAnchor>
          <ButtonAnchor href="/login" size="large" variant="secondary">
            Login
          </ButtonAnchor>
        </div>
      </div>
      <HeroPicture />
    </section>
  );
}

const PROMISES = [
  { title: 'The rate stands still', text: 'It is locked before you send. You are paid what you are shown.' },
  { title: 'Every step is visible', text: 'From the first sighting on the chain to the transfer at your bank.' },
  { title: 'Nothing moves twice', text: 'Each coin and each naira is written down in two places that must agree.' },
] as const;

function Promises() {
  return (
    <section aria-label="What you can rely on" className="border-y border-hairline bg-surface">
      <ul className="mx-auto grid max-w-6xl px-4 sm:px-6 md:grid-cols-3 md:gap-5">
        {PROMISES.map((promise) => (
          <li key={promise.title} className="border-b border-hairline py-7 last:border-0 md:border-0 md:py-10 md:pr-6">
            <h2 className="font-semibold">{promise.title}</h2>
            <p className="mt-2 text-ink-soft">{promise.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Closing() {
  return (
    <section className="mx-auto max-w-6xl px-4 pb-24 sm:px-6">
      <div className="flex flex-wrap items-center justify-between gap-6 rounded-card bg-primary-soft p-8 sm:p-12">
        <h2 className="headline max-w-lg text-3xl text-primary-text sm:text-4xl">Your gate is a minute away</h2>
        <ButtonAnchor href="/signup" size="large">
          Create an account
        </ButtonAnchor>
      </div>
    </section>
  );
}
