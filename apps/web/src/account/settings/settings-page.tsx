import { endpoints } from '@kobogate/contract';
import { useCall } from '../../lib/queries.ts';
import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { ApiKeysSection } from '../../merchant/api-keys/api-keys-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';
import { WebhooksSection } from '../../merchant/webhooks/webhooks-section.tsx';
import { NotificationSection } from './notification-section.tsx';
import { TextSection } from './text-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SettingsComingSoon } from './settings-coming-soon.tsx';

/** Sign-in, sessions and messages of a user; `Coming Soon` where the operator has switched the settings off. */
export function Component() {
  const brand = useCall(endpoints.settings.brand);
  if (brand.data?.data.switches.accountSettings === false) return <SettingsComingSoon />;
  return (
    <>
      <PageTitle>Settings</PageTitle>
      <PageHeading title="Settings" detail="How you sign in, what we tell you, and what your own programs may do." />
      {/* Where the switches can't be read, the settings are shown: they work or show their own error. */}
      {brand.isPending ? <SkeletonRows label="Loading your settings" rows={3} className="h-56" /> : <Sections />}
    </>
  );
}

function Sections() {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PasswordSection />
      <TwoFactorSection />
      <SessionsSection />
      <NotificationSection />
      <TextSection />
      <ApiKeysSection />
      <WebhooksSection />
    </div>
  );
}
