import type { Brand } from '@kobogate/contract';

const LINK = 'inline-flex min-h-11 items-center text-primary-text underline wrap-anywhere';

/** The operator's e-mail address and phone number, where given. */
export function ReachUs({ brand: { supportEmail, supportPhone } }: { brand: Brand }) {
  return (
    <ul>
      {supportEmail !== '' && (
        <li>
          <a href={`mailto:${supportEmail}`} className={LINK}>
            {supportEmail}
          </a>
        </li>
      )}
      {supportPhone !== '' && (
        <li>
          <a href={`tel:${supportPhone.replaceAll(/[^+\d]/g, '')}`} className={LINK}>
            {supportPhone}
          </a>
        </li>
      )}
    </ul>
  );
}
