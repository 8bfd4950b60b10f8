import type { SignInView } from '@kobogate/contract';
import { Notice } from '../ui/notice.tsx';
import { DrawnFrame, TextLink, WholeProblem } from './drawn-frame.tsx';

/**
 * The page after a sign-in without a script: its own script takes the session over and goes on to the account. Where
 * no script runs it says that the account needs one.
 */
export function SignedInPage({ view }: { view: SignInView }) {
  return (
    <DrawnFrame view={view} title="You are signed in">
      <div data-next={view.next} className="grid gap-5">
        <WholeProblem problems={view.problems} />
        <p data-opening className="text-ink-soft noscript:hidden">
          Opening your account...
        </p>
        <noscript>
          <Notice tone="warning" title="Your account needs JavaScript">
            Your account shows what happens to your money as it happens, which needs JavaScript. It is off in this
            browser. Please switch it on for this address and log in again. Payments to you still arrive, and nothing is
            lost.
          </Notice>
        </noscript>
        <p>
          <TextLink href="/login">Log in again</TextLink>
        </p>
      </div>
    </DrawnFrame>
  );
}
