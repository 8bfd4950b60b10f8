import { Card, CardHeading } from '../../ui/card.tsx';

const STEPS = [
  { title: 'Lock the rate', text: 'Pick a coin and an amount. The naira that you see is the naira that you are paid.' },
  {
    title: 'Send the coins',
    text: 'Send them to your own deposit address. Your balance is used first.',
  },
  {
    title: 'Watch it arrive',
    text: 'Each confirmation on the chain appears here, then we review the order.',
  },
  { title: 'Get naira', text: 'The naira goes to your bank account, and the page says when the bank has paid it.' },
] as const;

/** What happens from the button to the bank account, in four steps. */
export function HowItWorks() {
  return (
    <Card>
      <CardHeading title="How it works" />
      <ol className="grid gap-x-8 gap-y-6 sm:grid-cols-2 xl:grid-cols-4">
        {STEPS.map((step, index) => (
          <li key={step.title} className="border-t-2 border-copper pt-3">
            <p className="font-semibold">
              <span className="figures text-copper-text">{index + 1}.</span> {step.title}
            </p>
            <p className="mt-1 text-[15px] text-ink-soft">{step.text}</p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
