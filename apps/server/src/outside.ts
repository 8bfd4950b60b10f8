import { connectRail } from './adapters/banks/rails.ts';
import { openTreasuryWallets } from './adapters/chains/open-treasury-wallet.ts';
import { createPayerNode } from './adapters/chains/solana/payer-node.ts';
import { createTronPayerNode } from './adapters/chains/tron/payer-node.ts';
import { createSmtpMailer } from './adapters/mail/smtp.ts';
import { createOpenIdProvider } from './adapters/openid/openid-provider.ts';
import { createRateSources } from './adapters/rates/rate-sources.ts';
import { createHttpSigner } from './adapters/signer/http-signer.ts';
import { createTermiiTexter } from './adapters/sms/termii.ts';
import { createWebhookSender } from './adapters/webhooks/http-webhook-sender.ts';
import type { Configuration } from './configuration/configuration.ts';
import { loadAddressSources } from './custody/index.ts';
import type { Base } from './platform/base.ts';
import { type Outside, watchedNetworks } from './rooms.ts';

/** What the rooms reach outside of this program, as the operator has configured it. Calls nothing yet. */
export async function openOutside(configuration: Configuration, { clock, log }: Base): Promise<Outside> {
  const { termii, smtpUrl, mailFrom: from } = configuration;
  const { solana, tron } = configuration.networks;
  return {
    addressSources: await loadAddressSources({ ...configuration, networks: watchedNetworks(configuration) }),
    connected: configuration.rails.map((settings) => connectRail(settings, { log })),
    rateSources: createRateSources(configuration.rateSources, configuration.coingeckoKey, clock),
    mailer: createSmtpMailer({ url: smtpUrl, from }),
    signInProviders: configuration.signInProviders.map((settings) => createOpenIdProvider(settings, clock)),
    sender: createWebhookSender({ allowPrivate: configuration.webhookAllowPrivate }),
    texter: termii === null ? null : createTermiiTexter(termii),
    treasuryWallets: openTreasuryWallets(configuration),
    payerNode: solana === undefined ? null : createPayerNode(solana),
    tronPayerNode: tron === undefined ? null : createTronPayerNode(tron),
    signer: configuration.signer === null ? null : createHttpSigner(configuration.signer),
  };
}
