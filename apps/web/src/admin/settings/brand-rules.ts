import { type Brand, settingSchemas } from '@kobogate/contract';

/** A channel while it is typed; `key` tells it from its neighbours. */
export interface ChannelForm {
  key: number;
  label: string;
  url: string;
}

/** The brand as somebody types it: the address as lines of one text. */
export interface BrandForm extends Omit<Brand, 'address' | 'socialLinks'> {
  address: string;
  socialLinks: readonly ChannelForm[];
}

/** The name of a field of the form: that of a text, or of a part of one of the channels. */
export interface BrandProblem {
  field: string;
  text: string;
}

/** The form that a brand fills. */
export const brandForm = (brand: Brand): BrandForm => ({
  ...brand,
  address: brand.address.join('\n'),
  socialLinks: brand.socialLinks.map((channel, key) => ({ key, ...channel })),
});

/** One more channel, still empty, at the end. */
export function withNewChannel(channels: readonly ChannelForm[]): ChannelForm[] {
  const key = Math.max(-1, ...channels.map((channel) => channel.key)) + 1;
  return [...channels, { key, label: '', url: '' }];
}

/** What the form says, by the server's own rules: a brand, or the first thing that is wrong with it. */
export function readBrand(form: BrandForm): { brand: Brand } | { problem: BrandProblem } {
  const lines = form.address.split('\n').map((line) => line.trim());
  const parsed = settingSchemas.brand.safeParse({ ...form, address: lines.filter((line) => line !== '') });
  if (parsed.success) return { brand: parsed.data };
  const [issue] = parsed.error.issues;
  const [part, ...rest] = (issue?.path ?? []).map(String);
  const field = part === 'socialLinks' && rest.length === 2 ? [part, ...rest].join('.') : (part ?? '');
  return { problem: { field, text: issue?.message ?? '' } };
}
