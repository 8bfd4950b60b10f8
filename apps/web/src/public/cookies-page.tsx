import { type LegalSection, LegalPage } from './legal-page.tsx';

const SECTIONS: readonly LegalSection[] = [
  {
    id: 'with-script',
    title: 'With JavaScript',
    facts: [
      'With JavaScript there are no cookies. Your browser’s local storage holds a token while you are signed in, your e-mail address while it waits for its code, your choice of colours, that you logged out, and a random number that names this browser to us when you sign up or in: so a code works only where you asked for it, and others’ failed attempts don’t lock you out.',
      'If your session ends while you fill in a form, this tab keeps what you typed, but no password and no code, until you save it, log out or close the tab.',
    ],
  },
  {
    id: 'without-script',
    title: 'Without JavaScript',
    facts: [
      'Without JavaScript three cookies do the same on the pages where you sign up and log in, and no script can read them: the random number, your e-mail address for ten minutes while it waits for its code, and for two minutes what signs you in to your account.',
    ],
  },
  {
    id: 'tracking',
    title: 'Tracking',
    facts: [
      'There is no tracking and no advertising.',
      'The page on which a payer pays sets no cookie. If a wallet is connected there, the browser remembers which payments it was asked to make, so that none is made twice.',
    ],
  },
];

/** Cookies. */
export function CookiesPage() {
  return <LegalPage title="Cookies" lead="What this site leaves in your browser." page={null} sections={SECTIONS} />;
}
