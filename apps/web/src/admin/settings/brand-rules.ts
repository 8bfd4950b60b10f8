import { type Brand, settingSchemas } from '@kobogate/contract';
import { type Read, readBy } from './use-section.ts';

/** The brand as typed: the address as lines of one text. */
export interface BrandForm extends Omit<Brand, 'address'> {
  address: string;
}

/** The form that a brand fills. */
export const brandForm = (brand: Brand): BrandForm => ({ ...brand, address: brand.address.join('\n') });

/** The form's brand by the server's own rules, or the first thing that is wrong with it. */
export function readBrand(form: BrandForm): Read<Brand> {
  const lines = form.address.split('\n').map((line) => line.trim());
  return readBy(settingSchemas.brand, { ...form, address: lines.filter((line) => line !== '') });
}
