import type { Proof } from '@kobogate/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** What the use cases of webhooks work with. */
export interface WebhookDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly sender: WebhookSender;
  readonly publicOrigin: string;
  /** Takes the password, and a second factor where two-factor is on; throws 422 or 429. */
  readonly proveOwner: (userId: string, proof: Proof) => Promise<void>;
}
