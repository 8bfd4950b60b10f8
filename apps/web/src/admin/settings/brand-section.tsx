import { type Brand, endpoints, isSampleBrand, type SettingView } from '@kobogate/contract';
import { call } from '../../lib/client.ts';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { brandForm, readBrand } from './brand-rules.ts';
import { ChannelFields } from './channel-fields.tsx';
import { BRAND_PARTS } from './describe-change.ts';
import { SectionForm } from './section-form.tsx';
import { useSection } from './use-section.ts';

const SAMPLE = 'Still the sample’s text.';

/** The texts that name the company behind this gateway. */
export function BrandSection({ view }: { view: SettingView<Brand> }) {
  const section = useSection(view, {
    name: 'brand',
    typed: brandForm,
    read: readBrand,
    save: (body) => call(endpoints.settings.saveBrand, { body }),
    saved: 'Brand saved',
  });
  const { form, base } = section;
  const stored = base.value;
  return (
    <SettingsSection
      id="brand"
      title="Brand"
      detail="Who runs this gateway, on the public pages. Sample text is marked there as a sample."
    >
      <SectionForm section={section} view={view} parts={BRAND_PARTS} name="brand">
        <TextField {...form.field('name')} label="Company name" autoComplete="organization" maxLength={60} />
        <TextField
          {...form.field('summary')}
          label="What it is"
          hint={`Continues “${form.values.name.trim() || 'The company'} is …”.`}
          autoComplete="off"
          maxLength={200}
        />
        <TextField
          {...form.field('licence')}
          label="Licence line"
          hint={
            isSampleBrand(stored, 'licence')
              ? `${SAMPLE} Say here which licence you hold, and its number. Left empty, the About page shows none.`
              : 'Which licence you hold, and its number. Left empty, the About page shows none.'
          }
          autoComplete="off"
          maxLength={300}
        />
        <TextArea
          {...form.field('address')}
          label="Address"
          hint={isSampleBrand(stored, 'address') ? `${SAMPLE} Up to 6 lines.` : 'Up to 6 lines.'}
          autoComplete="street-address"
          rows={4}
        />
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <TextField
            {...form.field('supportEmail')}
            label="Support e-mail"
            type="email"
            inputMode="email"
            autoComplete="off"
            maxLength={254}
          />
          <TextField
            {...form.field('supportPhone')}
            label="Support phone"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            maxLength={40}
          />
        </div>
        <ChannelFields form={form} />
      </SectionForm>
    </SettingsSection>
  );
}
