import { endpoints, PASSWORD_MIN_LENGTH } from '@kobogate/contract';
import { useState } from 'react';
import { isUnreachable } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
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
  return (
    <SettingsSection
      id="password"
      title="Password"
      detail="Changing it signs out every other device. We tell you by mail whenever it changes."
    >
      <ChangeForm />
    </SettingsSection>
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
