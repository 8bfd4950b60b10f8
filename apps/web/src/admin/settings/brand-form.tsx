import { type Brand, isSampleBrand } from '@kobogate/contract';
import { useState, type ChangeEvent } from 'react';
import { useDraft } from '../../lib/use-draft.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { brandForm, type BrandProblem, readBrand } from './brand-rules.ts';
import { ChannelFields } from './channel-fields.tsx';
import { BRAND_PARTS } from './describe-change.ts';
import { SectionForm } from './section-form.tsx';
import { focusField } from '../../lib/focus-field.ts';
import type { Section } from './use-section.ts';

const SAMPLE = 'Still the sample’s text.';

/** The brand's texts as a form. */
export function BrandForm({ section }: { section: Section<Brand> }) {
  const stored = section.base.value;
  const draft = useDraft(`brand ${section.base.version}`, brandForm(stored));
  const { value: form, setValue: setForm } = draft;
  const [problem, setProblem] = useState<BrandProblem | null>(null);

  function edit({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>): void {
    setForm({ ...form, [target.name]: target.value });
    setProblem(null);
  }
  function submit(element: HTMLFormElement): void {
    const read = readBrand(form);
    if ('brand' in read) return section.save(read.brand);
    setProblem(read.problem);
    focusField(element, read.problem.field);
  }

  const textOf = (name: 'name' | 'summary' | 'licence' | 'address' | 'supportEmail' | 'supportPhone') => ({
    name,
    value: form[name],
    onChange: edit,
    error: problem?.field === name ? problem.text : undefined,
  });
  return (
    <SectionForm section={section} draft={draft} parts={BRAND_PARTS} name="brand" onSubmit={submit}>
      <TextField {...textOf('name')} label="Company name" autoComplete="organization" maxLength={60} />
      <TextField
        {...textOf('summary')}
        label="What it is"
        hint={`Goes on after “${form.name.trim() || 'The company'} is …”.`}
        autoComplete="off"
        maxLength={200}
      />
      <TextField
        {...textOf('licence')}
        label="Licence line"
        hint={
          isSampleBrand(stored, 'licence')
            ? `${SAMPLE} Say here which licence you hold, and its number; empty, the About page has no such line.`
            : 'Which licence you hold, and its number. Empty, the About page has no such line.'
        }
        autoComplete="off"
        maxLength={300}
      />
      <TextArea
        {...textOf('address')}
        label="Address"
        hint={isSampleBrand(stored, 'address') ? `${SAMPLE} Up to 6 lines.` : 'Up to 6 lines.'}
        autoComplete="street-address"
        rows={4}
      />
      <div className="grid items-start gap-5 sm:grid-cols-2">
        <TextField
          {...textOf('supportEmail')}
          label="Support e-mail"
          type="email"
          inputMode="email"
          autoComplete="off"
          maxLength={254}
        />
        <TextField
          {...textOf('supportPhone')}
          label="Support phone"
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
        />
      </div>
      <ChannelFields
        channels={form.socialLinks}
        problem={problem}
        onChange={(socialLinks) => {
          setForm({ ...form, socialLinks });
          setProblem(null);
        }}
      />
    </SectionForm>
  );
}
