import { ButtonLink } from '../../ui/button.tsx';
import { Wordmark } from '../../ui/mark.tsx';
import { PageTitle } from '../../ui/page-title.tsx';

/** The page of a payment link, before links can be made: says so, so that nobody sends anything. */
export function Component() {
  return (
    <main className="mx-auto grid min-h-dvh max-w-xl content-center px-5 py-16">
      <PageTitle>Payment</PageTitle>
      <Wordmark className="mb-10" />
      <h1 className="headline text-4xl">Payment pages are not open yet</h1>
      <p className="mt-5 text-ink-soft">
        Here you will see who asks to be paid, for what and how much, choose a coin and a network, and pay from your
        wallet. Please send nothing for this link now. Ask the person who gave it to you for another way.
      </p>
      <div className="mt-8">
        <ButtonLink variant="secondary" to="/">
          What is Kobogate?
        </ButtonLink>
      </div>
    </main>
  );
}
