import { ButtonLink } from '../ui/button.tsx';
import { AuthFrame, TextLink } from './auth-frame.tsx';
import { KeyIllustration } from './key-illustration.tsx';

/** Says how a forgotten password is replaced, and leads there. */
export function Component() {
  return (
    <AuthFrame
      title="Forgot your password?"
      detail="It happens. We send a link to your e-mail address, and with it you choose a new one. Your wallets and your money stay as they are."
      below={
        <>
          Remembered it? <TextLink to="/login">Log in</TextLink>
        </>
      }
    >
      <KeyIllustration />
      <ButtonLink to="/forgotten-password" size="large" className="w-full">
        Request Link
      </ButtonLink>
    </AuthFrame>
  );
}
