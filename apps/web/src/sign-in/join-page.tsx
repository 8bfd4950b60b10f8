import { endpoints, PASSWORD_MIN_LENGTH, type StaffRole } from '@kobogate/contract';
import { useQuery } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'react-router';
import { Guard } from '../app/guard.tsx';
import { callOrThrow, messageFor } from '../lib/client.ts';
import { useCall } from '../lib/queries.ts';
import { useSession } from '../lib/session-context.ts';
import { useContractForm } from '../lib/use-contract-form.ts';
import { Button } from '../ui/button.tsx';
import { ButtonAnchor } from '../ui/button-anchor.tsx';
import { EmailText } from '../ui/email-text.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { PasswordField, TextField } from '../ui/text-field.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { goOnInstead } from './leave.ts';
import { ProofFields } from './two-factor/proof-fields.tsx';
import { NO_PROOF, passwordMissing } from './two-factor/proof-rules.ts';

/** The same page for who has an account: below the guard, so that a login leads back to it. */
const WITH_ACCOUNT = '/account/join';
const FAILED = 'We do not know whether you have joined. Please try again.';

const ROLE_WORDS: Readonly<Record<StaffRole, string>> = {
  administrator: 'an administrator: people, policy, settings and everything else',
  support: 'a support colleague: you read, and write notes',
  reviewer: 'a reviewer: you decide on orders, refunds and releases',
  finance: 'a finance colleague: you keep the books, the reconciliation and the treasury',
};

/** What the link of an invitation opens: a new account of the team, or the question to an account that there is. */
export function Component() {
  const [address] = useSearchParams();
  const isWithAccount = useLocation().pathname.startsWith(WITH_ACCOUNT);
  const token = address.get('token') ?? '';
  const page = <Invitation token={token} isWithAccount={isWithAccount} />;
  return isWithAccount ? <Guard>{() => page}</Guard> : page;
}

function Invitation({ token, isWithAccount }: { token: string; isWithAccount: boolean }) {
  const found = useQuery({
    queryKey: ['invitation', token],
    queryFn: ({ signal }) => callOrThrow(endpoints.team.read, { body: { token }, signal }),
  });
  const invitation = found.data?.data;
  return (
    <AuthFrame
      themeButton={<ThemeSwitch />}
      title="Join the team"
      detail={
        invitation === undefined ? undefined : (
          <>
            You are invited to be {ROLE_WORDS[invitation.role]}. The invitation is for{' '}
            <EmailText address={invitation.email} />.
          </>
        )
      }
    >
      <PageTitle>Join the team</PageTitle>
      {found.isPending && <SkeletonRows label="Loading the invitation" rows={3} />}
      {found.isError && (
        <ErrorState
          message={messageFor(found.error, 'The invitation could not be loaded.')}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        />
      )}
      {invitation !== undefined && !invitation.hasAccount && <JoinForm token={token} email={invitation.email} />}
      {invitation?.hasAccount === true && !isWithAccount && (
        <div className="grid gap-5">
          <Notice tone="neutral" title="This address has an account">
            You accept with your own account, while you are logged in.
          </Notice>
          <ButtonAnchor href={`${WITH_ACCOUNT}?${new URLSearchParams({ token }).toString()}`} size="large">
            Continue with my account
          </ButtonAnchor>
        </div>
      )}
      {invitation?.hasAccount === true && isWithAccount && <AcceptForm token={token} email={invitation.email} />}
    </AuthFrame>
  );
}

function JoinForm({ token, email }: { token: string; email: string }) {
  const form = useContractForm(endpoints.team.join, {
    initial: { first_name: '', last_name: '', password: '' },
    needed: {
      first_name: 'Please type your first name.',
      last_name: 'Please type your last name.',
      password: 'Please choose a password.',
    },
    body: (values) => ({ ...values, token }),
    done: '',
    onDone: ({ message }) => goOnInstead('/login', { kind: 'success', text: message }),
    failed: FAILED,
  });
  return (
    <Form
      form={form}
      label="Join the team"
      footer={
        <Button type="submit" size="large" pending={form.isPending} pendingLabel="Joining...">
          Join the team
        </Button>
      }
    >
      {/* Tells password managers which account the password is for. */}
      <input hidden readOnly type="text" name="username" autoComplete="username" value={email} />
      <TextField {...form.field('first_name')} label="First name" autoComplete="given-name" maxLength={100} required />
      <TextField {...form.field('last_name')} label="Last name" autoComplete="family-name" maxLength={100} required />
      <PasswordField
        {...form.field('password')}
        label="Password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN_LENGTH} characters.`}
        required
      />
    </Form>
  );
}

function AcceptForm({ token, email }: { token: string; email: string }) {
  const { user, logout } = useSession();
  const twoFactor = useCall(endpoints.twoFactor.get).data?.data;
  const form = useContractForm(endpoints.team.accept, {
    initial: NO_PROOF,
    check: passwordMissing,
    body: (_values, proof) => ({ ...proof, token }),
    twoFactor,
    done: '',
    onDone: async ({ message }) => {
      // The role begins with a new session; this one has ended.
      await logout();
      goOnInstead('/login', { kind: 'success', text: message });
    },
    failed: FAILED,
  });
  if (user?.email.toLowerCase() !== email.toLowerCase()) {
    return (
      <div className="grid gap-5">
        <Notice tone="warning" title="You are logged in with another account">
          This is <bdi>{user?.email}</bdi>. Log out, and open the link of the mail again.
        </Notice>
        <Button variant="secondary" onClick={() => void logout()}>
          Logout
        </Button>
      </div>
    );
  }
  return (
    <Form
      form={form}
      label="Accept the invitation"
      footer={
        <Button type="submit" size="large" pending={form.isPending} pendingLabel="Joining...">
          Accept
        </Button>
      }
    >
      <ProofFields form={form} twoFactor={twoFactor} hint="Every device is signed out, and you log in again." />
    </Form>
  );
}
