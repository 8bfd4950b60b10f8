import { type Brand, endpoints, type SettingView } from '@kobogate/contract';
import { call, isUnreachable } from '../../lib/client.ts';
import { SettingsSection } from '../../account/settings/settings-section.tsx';
import { BrandForm } from './brand-form.tsx';
import { useSection } from './use-section.ts';

const { brand, read, saveBrand } = endpoints.settings;

/** The texts that name the company behind this gateway. */
export function BrandSection({ view }: { view: SettingView<Brand> }) {
  const section = useSection(
    view,
    async (body) => {
      const answer = await call(saveBrand, { body });
      return isUnreachable(answer) ? answer : { message: 'Brand saved', view: answer.data };
    },
    { queries: [read.path, brand.path] },
  );
  return (
    <SettingsSection
      id="brand"
      title="Brand"
      detail="Who runs this gateway, as the public pages say it. Text that is still the sample’s is marked there as a sample."
    >
      <BrandForm key={section.round} section={section} />
    </SettingsSection>
  );
}
