import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { ProveOwner } from '../../identity/index.ts';
import type { WebhookSender } from './webhook-sender.ts';

/** What the webhook use cases need. */
export interface WebhookDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly secretBox: SecretBox;
  readonly sender: WebhookSender;
  readonly publicOrigin: string;
  readonly proveOwner: ProveOwner;
}
