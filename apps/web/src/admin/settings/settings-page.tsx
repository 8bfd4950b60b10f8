import { endpoints } from '@kobogate/contract';
import { messageFor } from '../../lib/client.ts';
import { useCall } from '../../lib/queries.ts';
import { PageHeading } from '../../ui/card.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ErrorState, SkeletonRows } from '../../ui/states.tsx';
import { ApprovalsSection } from './approvals-section.tsx';
import { BrandSection } from './brand-section.tsx';
import { LegalSection } from './legal-section.tsx';
import { ACCESS, APPROVALS, CLEARING, EXPOSURE, HOLDS, LIMITS, RETENTION, RISK, SWITCHES, TIERS } from './sections.ts';
import { RetentionRecord } from './retention-record.tsx';
import { SettingSection } from './setting-section.tsx';

// For the queue: one file for both.
export { ProposalRecord } from './approvals-section.tsx';

/** What the operator can change while the product runs, each section saved on its own. */
export function Component() {
  const settings = useCall(endpoints.settings.read);
  return (
    <>
      <PageTitle>Settings</PageTitle>
      <PageHeading
        title="Settings"
        detail="How this gateway behaves. What you save applies at once, and every change stays on record."
      />
      {settings.isPending && <SkeletonRows label="Loading the settings" rows={4} className="h-56" />}
      {settings.isError && settings.data === undefined && (
        <ErrorState
          message={messageFor(settings.error, 'The settings could not be loaded.')}
          onRetry={() => void settings.refetch()}
          isRetrying={settings.isFetching}
        >
          Nothing has changed.
        </ErrorState>
      )}
      {settings.data !== undefined && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <SectionLinks />
          <SettingSection row={CLEARING} view={settings.data.data.clearing} />
          <SettingSection row={RISK} view={settings.data.data.risk} />
          <SettingSection row={LIMITS} view={settings.data.data.limits} />
          <SettingSection row={EXPOSURE} view={settings.data.data.exposure} />
          <SettingSection row={TIERS} view={settings.data.data.tiers} />
          <ApprovalsSection view={settings.data.data.approvals} />
          <SettingSection row={ACCESS} view={settings.data.data.access} />
          <SettingSection row={HOLDS} view={settings.data.data.holds} />
          <SettingSection row={SWITCHES} view={settings.data.data.switches} />
          <SettingSection row={RETENTION} view={settings.data.data.retention} />
          <RetentionRecord />
          <BrandSection view={settings.data.data.brand} />
          <LegalSection view={settings.data.data.legal} />
        </div>
      )}
    </>
  );
}

const SECTIONS: readonly { readonly id: string; readonly title: string }[] = [
  CLEARING,
  RISK,
  LIMITS,
  EXPOSURE,
  TIERS,
  APPROVALS,
  ACCESS,
  HOLDS,
  SWITCHES,
  RETENTION,
  { id: 'brand', title: 'Brand' },
  { id: 'legal', title: 'Legal pages' },
];

/** Each section by its name, since the page is many screens long. */
function SectionLinks() {
  return (
    <nav aria-label="Sections" className="-mt-3 flex flex-wrap gap-x-5">
      {SECTIONS.map(({ id, title }) => (
        <a
          key={id}
          href={`#${id}`}
          className="inline-flex min-h-11 min-w-11 items-center text-[15px] text-primary-text underline decoration-hairline underline-offset-4 hover:decoration-primary"
        >
          {title}
        </a>
      ))}
    </nav>
  );
}
