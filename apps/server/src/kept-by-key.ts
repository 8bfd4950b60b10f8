import { listSignedQuotes } from './features/orders/db-quotes.ts';
import type { QuoteSigner } from './features/orders/order-quote.ts';
import { isAsSigned } from './features/orders/verify-quotes.ts';
import { totpPlace } from './features/two-factor/accept-code.ts';
import { listTotpSecrets } from './features/two-factor/db.ts';
import { listEndpointSecrets } from './features/webhooks/db.ts';
import { secretPlace } from './features/webhooks/webhook.ts';
import type { Connection } from './platform/database.ts';
import type { SecretBox } from './platform/secret-box.ts';
import { opens } from './platform/secrets-key.ts';

/** Of each kind: what one person has damaged must not speak for all. */
const MOST = 20;

/** Of some of the things that SECRETS_KEY has sealed or signed in this database: whether each opens, or is as signed. */
export async function opensWhatIsKept(
  connection: Connection,
  { secretBox, quoteSigner }: { secretBox: SecretBox; quoteSigner: QuoteSigner },
): Promise<readonly boolean[]> {
  const [apps, endpoints, quotes] = await Promise.all([
    listTotpSecrets(connection, MOST),
    listEndpointSecrets(connection, MOST),
    listSignedQuotes(connection, MOST),
  ]);
  return [
    ...apps.map(({ userId, sealed }) => opens(secretBox, sealed, totpPlace(userId))),
    ...endpoints.map(({ id, sealed }) => opens(secretBox, sealed, secretPlace(id))),
    ...quotes.map((quote) => isAsSigned(quote, quoteSigner)),
  ];
}
