import { PASSWORD_MIN_LENGTH, type SignInView } from '@kobogate/contract';
import { ButtonAnchor } from '../ui/button-anchor.tsx';
import { Notice } from '../ui/notice.tsx';
import { PasswordField } from '../ui/text-field.tsx';
import { DrawnForm, DrawnFrame, leftWith, SubmitButton, TextLink } from './drawn-frame.tsx';

/** Sets a new password with the token of the link, which is only in the address, then leads to /login. */
export function ResetPasswordPage({ view }: { view: SignInView }) {
  return (
    <DrawnFrame
      view={view}
      title="Choose a new password"
      detail="Every device that is signed in to your account will have to log in again."
      below={
        <>
          Remembered the old one? <TextLink href="/login">Log in</TextLink>
        </>
      }
    >
      {view.hasToken ? (
        <DrawnForm name="reset-password" problems={view.problems}>
          <PasswordField
            {...leftWith(view, 'newPassword')}
            label="New password"
            autoComplete="new-password"
            hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
            required
          />
          <SubmitButton pendingLabel="Saving...">Reset Password</SubmitButton>
        </DrawnForm>
      ) : (
        <div className="grid gap-5">
          <Notice tone="warning" title="This link is incomplete">
            The last part of this link is missing, so we can’t tell which account it is for. Open it from the e-mail
            again, or request a new one.
          </Notice>
          <ButtonAnchor href="/forgotten-password" size="large">
            Request a new link
          </ButtonAnchor>
        </div>
      )}
    </DrawnFrame>
  );
}
