import { endpoints, type NamedPerson, PROVIDER_NAMES, SAID } from '@kobogate/contract';
import { useQuery } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { Guard } from '../app/guard.tsx';
import { messageFor } from '../lib/client.ts';
import { useCall } from '../lib/queries.ts';
import { isReturnPath } from '../lib/return-path.ts';
import { useSession } from '../lib/session-context.ts';
import { useContractForm } from '../lib/use-contract-form.ts';
import { Button } from '../ui/button.tsx';
import { buttonStyle } from '../ui/button-style.ts';
import { EmailText } from '../ui/email-text.tsx';
import { Form } from '../ui/form.tsx';
import { Notice } from '../ui/notice.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { ErrorState, SkeletonRows } from '../ui/states.tsx';
import { ThemeSwitch } from '../ui/theme-switch.tsx';
import { AuthFrame } from './auth-frame.tsx';
import { readNamed } from './read-named.ts';
import { ProofFields } from './two-factor/proof-fields.tsx';
import { NO_PROOF, passwordMissing } from './two-factor/proof-rules.ts';

const DASHBOARD = '/account/dashboard';
const NOT_LOADED = 'The account that you chose could not be loaded.';

/** Links whom a provider has named to the account that is signed in, with its owner's proof, and goes on. */
export function Component() {
  return <Guard>{() => <Linking />}</Guard>;
}

function Linking() {
  const [address] = useSearchParams();
  const from = address.get('from') ?? '';
  const next = isReturnPath(from) ? from : DASHBOARD;
  const said = Object.entries(SAID).find(([known]) => known === address.get('said'))?.[1];
  const found = useQuery({ queryKey: ['named-person'], queryFn: readNamed, enabled: said === undefined });
  const named = found.data ?? null;
  const title = named === null ? 'Link a way to sign in' : `Link ${PROVIDER_NAMES[named.provider]}`;
  return (
    <AuthFrame
      themeButton={<ThemeSwitch />}
      title={title}
      detail={
        named === null ? undefined : (
          <>
            From then on {named.email === '' ? 'your account' : <EmailText address={named.email} />} at{' '}
            {PROVIDER_NAMES[named.provider]} signs in to your account here, instead of your password.
          </>
        )
      }
    >
      <PageTitle>{title}</PageTitle>
      {said === undefined && found.isPending && <SkeletonRows label="Loading the account that you chose" rows={3} />}
      {found.isError && (
        <ErrorState
          message={messageFor(found.error, NOT_LOADED)}
          onRetry={() => void found.refetch()}
          isRetrying={found.isFetching}
        >
          Nothing was linked.
        </ErrorState>
      )}
      {named !== null && <LinkForm named={named} next={next} />}
      {(said !== undefined || (found.isSuccess && named === null)) && (
        <div className="grid gap-5">
          <Notice tone="warning" title="Nothing was linked">
            {said ?? 'This took too long. Please begin again in Settings.'}
          </Notice>
          <Link to={next} className={buttonStyle('primary', 'large')}>
            Continue
          </Link>
        </div>
      )}
    </AuthFrame>
  );
}

function LinkForm({ named, next }: { named: NamedPerson; next: string }) {
  const { user } = useSession();
  const navigate = useNavigate();
  const name = PROVIDER_NAMES[named.provider];
  const twoFactor = useCall(endpoints.twoFactor.get).data?.data;
  const form = useContractForm(endpoints.signInProviders.link, {
    initial: NO_PROOF,
    check: passwordMissing,
    body: (_values, proof) => ({ ...proof, ticket: named.ticket }),
    twoFactor,
    done: '',
    onDone: async ({ message }) => {
      toast.success(message);
      await navigate(next, { replace: true });
    },
    failed: 'We do not know whether it was linked. Please try again.',
  });
  return (
    <Form
      form={form}
      label={`Link ${name}`}
      footer={
        <div className="flex flex-wrap gap-3">
          <Button type="submit" size="large" pending={form.isPending} pendingLabel="Linking...">
            Link {name}
          </Button>
          <Link to={next} className={buttonStyle('secondary', 'large')}>
            Not now
          </Link>
        </div>
      }
    >
      <p className="text-sm text-ink-soft">
        You are logged in as <EmailText address={user?.email ?? ''} />.
      </p>
      <ProofFields form={form} twoFactor={twoFactor} hint="We ask again, as for every change to how you sign in." />
    </Form>
  );
}
