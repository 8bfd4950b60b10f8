import { endpoints, PASSWORD_MIN_LENGTH } from '@kobogate/contract';
import { useState } from 'react';
import { isUnreachable } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { SecondFactorField } from '../../sign-in/two-factor/second-factor-field.tsx';
import { passwordFormProblem } from './password-form-rules.ts';
import { SettingsSection } from './settings-section.tsx';

const EMPTY = { currentPassword: '', newPassword: '', code: '' };
const MAY_BE_CHANGED =
  'Your password may still have been changed. Try again: if your current password is then wrong, the new one holds.';

/** Changes the password. A refusal keeps what was typed and ends no session. */
export function PasswordSection() {
  const ways = useCall(endpoints.signInProviders.list).data?.data;
  return (
    <SettingsSection
      id="password"
      title="Password"
      detail="Changing it signs out every other device. We tell you by mail whenever it changes."
    >
      {ways?.hasPassword === false ? <AskForOne /> : <ChangeForm />}
    </SettingsSection>
  );
}

/** An account that a provider signs in to gets its first password as a forgotten one is replaced: by mail. */
function AskForOne() {
  const { user } = useSession();
  const form = useContractForm(endpoints.accounts.forgotPassword, {
    initial: {},
    body: () => ({ email: user?.email ?? '' }),
    failed: 'The link could not be asked for. Please try again.',
  });
  return (
    <Form
      form={form}
      label="Password"
      footer={
        <div>
          <Button type="submit" variant="secondary" pending={form.isPending} pendingLabel="Sending...">
            Send me a link
          </Button>
        </div>
      }
    >
      <p className="max-w-prose text-sm text-ink-soft">
        Your account has no password yet. You need one to turn two-factor on, to change where your money goes, to unlink
        your way to sign in, and to close your account. We send a link to <EmailText address={user?.email ?? ''} />, by
        which you choose it; then you log in again.
      </p>
    </Form>
  );
}

function ChangeForm() {
  const { user } = useSession();
  const [changed, setChanged] = useState<string | null>(null);
  const twoFactor = useCall(endpoints.twoFactor.get).data?.data;
  const form = useContractForm(endpoints.accounts.changePassword, {
    initial: EMPTY,
    check: passwordFormProblem,
    body: ({ currentPassword, newPassword }, { code, assertion }) => ({
      currentPassword,
      newPassword,
      code,
      assertion,
    }),
    twoFactor,
    done: '',
    onDone: ({ message }) => {
      form.settle(EMPTY);
      setChanged(message);
    },
    failed: 'Your password could not be changed. Please try again.',
    explain: (failure) => (isUnreachable(failure) ? MAY_BE_CHANGED : undefined),
  });
  const isUntouched = form.values.currentPassword === '' && form.values.newPassword === '';
  return (
    <Form
      form={form}
      label="Password"
      className="grid max-w-md gap-5"
      footer={
        <div>
          <Button type="submit" pending={form.isPending} pendingLabel="Changing...">
            Change password
          </Button>
        </div>
      }
    >
      {/* Tells password managers which account the password is for. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={user?.email ?? ''} />
      <PasswordField
        {...form.field('currentPassword')}
        label="Current password"
        autoComplete="current-password"
        maxLength={1000}
      />
      <PasswordField
        {...form.field('newPassword')}
        label="New password"
        autoComplete="new-password"
        maxLength={1000}
        hint={`At least ${PASSWORD_MIN_LENGTH} characters. A few words in a row are easy to remember.`}
      />
      <SecondFactorField field={form.field('code')} twoFactor={twoFactor} />
      {changed !== null && isUntouched && <Notice tone="success">{changed}</Notice>}
    </Form>
  );
}
