import { endpoints } from '@kobogate/contract';
import type { ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useCall } from '../../lib/queries.ts';
import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { SkeletonRows } from '../../ui/states.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { ApiKeysSection } from '../../merchant/api-keys/api-keys-section.tsx';
import { TwoFactorSection } from './two-factor-section.tsx';
import { WebhooksSection } from '../../merchant/webhooks/webhooks-section.tsx';
import { ClosingSection } from './closing-section.tsx';
import { DataSection } from './data-section.tsx';
import { NotificationSection } from './notification-section.tsx';
import { TextSection } from './text-section.tsx';
import { PasswordSection } from './password-section.tsx';
import { ProvidersSection } from './providers-section.tsx';
import { SessionsSection } from './sessions-section.tsx';
import { SettingsComingSoon } from './settings-coming-soon.tsx';
import { partOf, SETTINGS_PARTS, type SettingsPart } from './settings-parts.ts';

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

const CONTENT: Readonly<Record<SettingsPart, ReactNode>> = {
  security: (
    <>
      <PasswordSection />
      <ProvidersSection />
      <TwoFactorSection />
      <SessionsSection />
    </>
  ),
  messages: (
    <>
      <NotificationSection />
      <TextSection />
    </>
  ),
  data: (
    <>
      <DataSection />
      <ClosingSection />
    </>
  ),
  programs: (
    <>
      <ApiKeysSection />
      <WebhooksSection />
    </>
  ),
};

function Sections() {
  const navigate = useNavigate();
  return (
    <Tabs
      label="Settings"
      tabs={SETTINGS_PARTS.map(({ id, label }) => ({
        id,
        label,
        content: <div className="grid grid-cols-[minmax(0,1fr)] gap-4">{CONTENT[id]}</div>,
      }))}
      value={partOf(useLocation())}
      onChange={(part) => void navigate({ search: `?part=${part}` }, { replace: true, preventScrollReset: true })}
    />
  );
}
