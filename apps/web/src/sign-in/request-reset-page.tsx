import type { SignInView } from '@kobogate/contract';
import { Notice } from '../ui/notice.tsx';
import { TextField } from '../ui/text-field.tsx';
import { DrawnForm, DrawnFrame, leftWith, SubmitButton, TextLink } from './drawn-frame.tsx';

/** Asks for a reset link by e-mail address or phone number, and says where to look for it. */
export function RequestResetPage({ view }: { view: SignInView }) {
  return (
    <DrawnFrame
      view={view}
      title="Get a reset link"
      detail="Tell us the e-mail address or phone number of your account. The link goes to the account’s e-mail address."
      below={
        <>
          Remembered it? <TextLink href="/login">Log in</TextLink>
        </>
      }
    >
      <DrawnForm name="forgotten-password" problems={view.problems}>
        <TextField
          {...leftWith(view, 'email')}
          label="E-mail or phone number"
          inputMode="email"
          autoComplete="username"
          autoCapitalize="none"
          required
        />
        <SubmitButton pendingLabel="Requesting...">Request Verification Link</SubmitButton>
        <div data-sent hidden={view.said !== 'link-sent'}>
          <Notice tone="success" title="What happens now">
            If{' '}
            <span data-to className="wrap-anywhere">
              what you typed
            </span>{' '}
            belongs to an account, an e-mail with a link is on its way. Look in the spam folder too.
          </Notice>
        </div>
      </DrawnForm>
    </DrawnFrame>
  );
}
