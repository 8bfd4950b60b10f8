import * as z from 'zod/mini';
import { EMAIL_PATTERN, PHONE_PATTERN, PRODUCT_NAME } from './constants.ts';
import { text } from './endpoint.ts';

/** A link that a browser may follow: nothing but https. */
const link = z
  .string('Please give each channel its address')
  .check(
    z.trim(),
    z.maxLength(300, 'Please keep each address under 300 characters'),
    z.regex(
      /^https:\/\/[^\s/?#@]+\.[^\s@]+$/,
      'Please give each channel an address that starts with https://, such as https://example.com/us',
    ),
  );

/** What names the company behind this gateway. An empty text is not shown. */
export const brandSchema = z.object({
  name: text(60, 'Please give the name of the company').check(z.minLength(1, 'Please give the name of the company')),
  /** Continues a sentence: "NAME is SUMMARY". */
  summary: text(200, 'Please say in a few words what the company is').check(
    z.minLength(1, 'Please say in a few words what the company is'),
  ),
  licence: text(300),
  address: z.array(text(100)).check(z.maxLength(6, 'Please keep the address to 6 lines')),
  supportEmail: text(254).check(
    z.refine(
      (value) => value === '' || EMAIL_PATTERN.test(value),
      'Please enter a valid email address, or leave it empty',
    ),
  ),
  supportPhone: text(40).check(
    z.refine(
      (value) => value === '' || PHONE_PATTERN.test(value),
      'Please enter a valid phone number, or leave it empty',
    ),
  ),
  socialLinks: z
    .array(
      z.object({
        label: text(30, 'Please name each channel').check(z.minLength(1, 'Please name each channel')),
        url: link,
      }),
    )
    .check(z.maxLength(6, 'Please keep to 6 channels')),
});
export type Brand = z.output<typeof brandSchema>;

/** The brand until the operator names the company. */
export const SAMPLE_BRAND: Brand = {
  name: PRODUCT_NAME,
  summary: 'a B2B one-click crypto payment platform',
  licence: 'Licensed in Nigeria under a payment services act',
  address: ['1 Sample Street', 'Victoria Island', 'Lagos, Nigeria'],
  supportEmail: '',
  supportPhone: '',
  socialLinks: [],
};

/** Whether a brand still carries the sample's own text in a field, which is then marked as a sample. */
export function isSampleBrand({ licence, address }: Brand, field: 'licence' | 'address'): boolean {
  return field === 'licence'
    ? licence === SAMPLE_BRAND.licence
    : address.join('\n') === SAMPLE_BRAND.address.join('\n');
}
