import { endpoints, PASSWORD_MIN_LENGTH, PROVIDER_NAMES, type SignInWays } from '@kobogate/contract';
import { useState } from 'react';
import { isUnreachable } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { useSession } from '../../lib/session-context.ts';
import { useContractForm } from '../../lib/use-contract-form.ts';
import { Button } from '../../ui/button.tsx';
import { CheckList } from '../../ui/check-list.tsx';
import { EmailText } from '../../ui/email-text.tsx';
import { Form } from '../../ui/form.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PasswordField } from '../../ui/text-field.tsx';
import { SecondFactorField } from '../../sign-in/two-factor/second-factor-field.tsx';
import { passwordFormProblem } from './password-form-rules.ts';
import { SettingsSection } from './settings-section.tsx';

/** `kept`: the providers that stay linked; null until a tick was changed. */
const EMPTY: { currentPassword: string; newPassword: string; code: string; kept: readonly string[] | null } = {
  currentPassword: '',
  newPassword: '',
  code: '',
  kept: null,
};
const MAY_BE_CHANGED =
  'Your password may have been changed all the same. Try again: if your current password is refused, the new one already applies.';

/** Changes the password. A refusal keeps what was typed and ends no session. */
export function PasswordSection() {
  const ways = useCall(endpoints.signInProviders.list).data?.data;
  return (
    <SettingsSection
      id="password"
      title="Password"
      detail="Changing it signs out every other device. We tell you by mail whenever it changes."
    >
      {ways?.hasPassword === false ? <AskForOne ways={ways} /> : <ChangeForm ways={ways} />}
    </SettingsSection>
  );
}

/** An account that a provider signs in to gets its first password as a forgotten one is replaced: by mail. */
function AskForOne({ ways: { ways } }: { ways: SignInWays }) {
  const { user } = useSession();
  const form = useContractForm(endpoints.accounts.forgotPassword, {
    initial: {},
    body: () => ({ email: user?.email ?? '' }),
    failed: 'The link could not be requested. Please try again.',
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
        {ways.some(({ linked }) => linked?.isOwn === false) &&
          ' A linked account with another address than yours, or with an address that its provider does not host, is then unlinked. You can link it again afterwards.'}
      </p>
    </Form>
  );
}

/** A person who fears a stranger changes the password: what else signs in is shown here, and is unlinked unless it is kept. */
function ChangeForm({ ways }: { ways: SignInWays | undefined }) {
  const { user } = useSession();
  const linked = ways?.ways.flatMap(({ provider, linked: link }) => (link === null ? [] : [{ provider, ...link }]));
  const [changed, setChanged] = useState<string | null>(null);
  const twoFactor = useCall(endpoints.twoFactor.get).data?.data;
  const form = useContractForm(endpoints.accounts.changePassword, {
    initial: EMPTY,
    check: passwordFormProblem,
    body: ({ currentPassword, newPassword, kept }, { code, assertion }) => ({
      currentPassword,
      newPassword,
      keepProviders: linked
        ?.filter(({ provider, isOwn }) => kept?.includes(provider) ?? isOwn)
        .map(({ provider }) => provider),
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
      {linked !== undefined && linked.length > 0 && (
        <div>
          <CheckList
            legend="Can still sign in to your account"
            name="kept"
            options={linked.map(({ provider, email, isOwn }) => ({
              value: provider,
              label: PROVIDER_NAMES[provider],
              // A provider need not name an address.
              detail: [email, isOwn ? '' : 'not proven to be your account’s address']
                .filter((part) => part !== '')
                .join(': '),
            }))}
            checked={form.values.kept ?? linked.filter(({ isOwn }) => isOwn).map(({ provider }) => provider)}
            onChange={form.set('kept')}
          />
          <p className="text-sm text-ink-soft">Those that you don’t tick are unlinked and can no longer sign in.</p>
        </div>
      )}
      <SecondFactorField field={form.field('code')} twoFactor={twoFactor} />
      {changed !== null && isUntouched && <Notice tone="success">{changed}</Notice>}
    </Form>
  );
}
