import type { SignInView } from '@kobogate/contract';
import { ButtonAnchor } from '../ui/button-anchor.tsx';
import { DrawnFrame, TextLink } from './drawn-frame.tsx';
import { KeyIllustration } from './key-illustration.tsx';

/** Says how a forgotten password is replaced, and links to that page. */
export function ForgotPasswordPage({ view }: { view: SignInView }) {
  return (
    <DrawnFrame
      view={view}
      title="Forgot your password?"
      detail="It happens. We send a link to your e-mail address, by which you choose a new one. Your wallets and your money stay as they are."
      below={
        <>
          Remembered it? <TextLink href="/login">Log in</TextLink>
        </>
      }
    >
      <KeyIllustration />
      <ButtonAnchor href="/forgotten-password" size="large" className="w-full">
        Request Link
      </ButtonAnchor>
    </DrawnFrame>
  );
}
