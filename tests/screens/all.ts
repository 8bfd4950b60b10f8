import { ACCOUNT_SCREENS } from './account.ts';
import { ADMIN_SCREENS } from './admin.ts';
import { AUDIT_SCREENS } from './audit.ts';
import { AUTH_SCREENS } from './auth.ts';
import { CONVERSION_SCREENS } from './conversions.ts';
import { DESK_SCREENS } from './desk.ts';
import { DEVELOPER_SCREENS } from './developer.ts';
import { OPERATIONS_SCREENS } from './operations.ts';
import { PAYMENT_LINK_SCREENS } from './payment-links.ts';
import { PUBLIC_SCREENS } from './public.ts';
import { REFUND_SCREENS } from './refunds.ts';
import type { Screen } from './screen.ts';
import { TWO_FACTOR_SCREENS } from './two-factor.ts';
import { WALLET_SCREENS } from './wallets.ts';

/** Every screen in every relevant state. A new one is a row in its area's file. */
export const SCREENS: readonly Screen[] = [
  ...PUBLIC_SCREENS,
  ...WALLET_SCREENS,
  ...AUTH_SCREENS,
  ...ACCOUNT_SCREENS,
  ...PAYMENT_LINK_SCREENS,
  ...TWO_FACTOR_SCREENS,
  ...DEVELOPER_SCREENS,
  ...CONVERSION_SCREENS,
  ...ADMIN_SCREENS,
  ...OPERATIONS_SCREENS,
  ...REFUND_SCREENS,
  ...AUDIT_SCREENS,
  ...DESK_SCREENS,
];
