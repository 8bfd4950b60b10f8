import {
  endpoints,
  LEGAL_PAGE_NAMES,
  LEGAL_STATEMENT_LENGTH,
  type LegalStatements,
  settingSchemas,
  type SettingView,
} from '@kobogate/contract';
import { call } from '../../lib/client.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { LEGAL_PARTS } from './describe-change.ts';
import { LEGAL_WORDS, openSections } from './legal-words.ts';
import { SectionForm } from './section-form.tsx';
import { readBy, useSection } from './use-section.ts';

/** What only the operator can state on the legal pages, and how much of it is still to be filled. */
export function LegalSection({ view }: { view: SettingView<LegalStatements> }) {
  const section = useSection(view, {
    name: 'legal pages',
    typed: (value: LegalStatements) => value,
    read: (typed) => readBy(settingSchemas.legal, typed),
    save: (body) => call(endpoints.settings.saveLegal, { body }),
    saved: 'Legal pages saved',
  });
  const { form } = section;
  return (
    <SettingsSection
      id="legal"
      title="Legal pages"
      detail="What only you can state. The pages show it below what the software does in any case. Empty fields are not shown."
    >
      <SectionForm section={section} view={view} parts={LEGAL_PARTS} name="legal pages">
        {LEGAL_PAGE_NAMES.map((page) => {
          const sections = openSections(page);
          const open = sections.filter(([id]) => (form.values[page][id] ?? '').trim() === '').length;
          return (
            <details key={page} className="rounded-card border border-hairline px-4">
              <summary className="flex min-h-11 cursor-pointer flex-wrap items-center justify-between gap-x-4 py-2 font-semibold">
                {LEGAL_WORDS[page].title}
                <span className={open === 0 ? 'text-sm text-ink-soft' : 'text-sm text-warning'}>
                  {open === 0 ? 'All stated' : `${open} of ${sections.length} to be filled`}
                </span>
              </summary>
              <div className="grid gap-5 pt-2 pb-5">
                {sections.map(([id, { title, open: asked }]) => (
                  <TextArea
                    key={id}
                    {...form.field(`${page}.${id}`)}
                    label={`${LEGAL_WORDS[page].title}: ${title}`}
                    hint={`State ${asked.join('; ')}.`}
                    autoComplete="off"
                    maxLength={LEGAL_STATEMENT_LENGTH}
                  />
                ))}
              </div>
            </details>
          );
        })}
      </SectionForm>
    </SettingsSection>
  );
}
