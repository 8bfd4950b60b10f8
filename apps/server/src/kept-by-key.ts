import { isAsSigned, listSignedQuotes, type QuoteSigner } from './sales/index.ts';
import { listTotpSecrets, totpPlace } from './identity/index.ts';
import { listEndpointSecrets, secretPlace } from './messaging/index.ts';
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
