import { NETWORK_IDS, type NetworkId, NETWORKS, PROVIDER_NAMES } from '@kobogate/contract';
import { connectRail } from '../adapters/banks/rails.ts';
import { openChains } from '../adapters/chains/open-chain.ts';
import { tryOpenIdProvider } from '../adapters/openid/openid-provider.ts';
import { trySigner } from '../adapters/signer/http-signer.ts';
import { tryTermii } from '../adapters/sms/termii.ts';
import { trySmtp } from '../adapters/mail/smtp.ts';
import { createRateSources } from '../adapters/rates/rate-sources.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { RailConfiguration } from '../configuration/rails.ts';
import type { ProviderConfiguration } from '../configuration/sign-in-providers.ts';
import type { SignerConfiguration } from '../configuration/signer.ts';
import type { TermiiSettings } from '../configuration/texts.ts';
import { loadAddressSources, type WatchedChain } from '../custody/index.ts';
import { systemClock } from '../platform/clock.ts';
import type { Log } from '../platform/log.ts';
import { tryReceiver } from '../platform/telemetry.ts';
import { examineReplica } from './examine-database.ts';
import { fine, type Finding, look, reasonOf, withoutSecrets, wrong } from './finding.ts';

/** Asks each outside service something harmless: what each answers is a promise of its own, so that all are asked at once. */
export function examineOutside(configuration: Configuration, log: Log): readonly Promise<readonly Finding[]>[] {
  return [
    examineKeys(configuration),
    examineMail(configuration.smtpUrl),
    ...optional(configuration.termii, examineTexts),
    ...configuration.signInProviders.map(examineProvider),
    ...optional(configuration.signer, examineSigner),
    ...optional(configuration.telemetry, examineTelemetry),
    ...optional(configuration.databaseReplicaUrl, (url) => examineReplica(url, configuration.databaseUrl, log)),
    ...openChains(configuration, log).map(examineNetwork),
    ...configuration.rails.map((rail) => examineRail(rail, log)),
    ...createRateSources(configuration.rateSources, configuration.coingeckoKey, systemClock).map(async (source) => {
      const part = `rate source ${source.name}`;
      try {
        const rates = await source.fetchRates(['BTC', 'ETH', 'USDT', 'USDC']);
        const isUsable = rates.length > 0;
        return [
          isUsable ? fine(part, `${rates.length} prices`) : wrong(part, 'gives no price: check its address and key'),
        ];
      } catch (error) {
        return [wrong(part, `${reasonOf(error)}: check its address, and that this machine reaches it`)];
      }
    }),
  ];
}

const watchedNetworks = ({ networks }: Configuration): readonly NetworkId[] =>
  NETWORK_IDS.filter((network) => networks[network] !== undefined);

async function examineKeys(configuration: Configuration): Promise<readonly Finding[]> {
  try {
    await loadAddressSources({ ...configuration, networks: watchedNetworks(configuration) });
    return [fine('keys', 'every watched network has deposit addresses')];
  } catch (error) {
    return [wrong('keys', reasonOf(error))];
  }
}

async function examineMail(url: string): Promise<readonly Finding[]> {
  try {
    await trySmtp(url);
    return [fine('mail', `${withoutSecrets(url)} takes our sign-in`)];
  } catch (error) {
    return [wrong('mail', `${reasonOf(error)}: check SMTP_URL, its user and its password`)];
  }
}

/** What is asked of a service that may be left out. */
const optional = <Settings>(
  settings: Settings | null | undefined,
  examine: (given: Settings) => Promise<readonly Finding[]>,
): readonly Promise<readonly Finding[]>[] => (settings === null || settings === undefined ? [] : [examine(settings)]);

/** `ask` throws in words where it is not as it should be. */
async function examineBy(ask: Promise<void>, part: string, says: { fine: string; check: string }): Promise<Finding[]> {
  try {
    await ask;
    return [fine(part, says.fine)];
  } catch (error) {
    return [wrong(part, `${reasonOf(error)}: check ${says.check}`)];
  }
}

/** Whether the provider of text messages takes our key. */
export const examineTexts = (termii: TermiiSettings): Promise<Finding[]> =>
  examineBy(tryTermii(termii), 'text messages', {
    fine: 'Termii takes our key',
    check: 'TERMII_URL and TERMII_API_KEY',
  });

/** Whether the provider describes itself where we look for it. Whether it knows us is seen at the first sign-in alone. */
export const examineProvider = (provider: ProviderConfiguration): Promise<Finding[]> =>
  examineBy(tryOpenIdProvider(provider), `sign-in by ${PROVIDER_NAMES[provider.id]}`, {
    fine: `${provider.issuer} is there`,
    check: `${provider.id.toUpperCase()}_ISSUER_URL, and that this machine reaches it`,
  });

/** Whether the operator's signer is there, and knows our secret. */
export const examineSigner = (signer: SignerConfiguration): Promise<Finding[]> =>
  examineBy(trySigner(signer), 'signer', { fine: 'takes our secret', check: 'SIGNER_URL and SIGNER_KEY' });

/** Whether the receiver of traces and metrics takes ours. */
export const examineTelemetry = (telemetry: NonNullable<Configuration['telemetry']>): Promise<Finding[]> =>
  examineBy(tryReceiver(telemetry), 'telemetry', {
    fine: 'its receiver takes what we send',
    check: 'OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS',
  });

/** Each node by itself: that it is of the right chain, and how high; and that no two are far apart. */
async function examineNetwork({ providers }: WatchedChain): Promise<readonly Finding[]> {
  const network = providers[0]?.chain.network;
  if (network === undefined) return [];
  const { name } = NETWORKS[network];
  const heights: bigint[] = [];
  const findings = await Promise.all(
    providers.map(async ({ chain, host }): Promise<Finding> => {
      const part = `${name} at ${host}`;
      try {
        const { head } = await chain.look(1n);
        // A look alone costs one call and does not ask which chain it is.
        await chain.headers([head.height]);
        heights.push(head.height);
        return fine(part, `the right chain, block ${head.height}`);
      } catch (error) {
        return wrong(part, `${reasonOf(error)}: check RPC_${network.toUpperCase()}`);
      }
    }),
  );
  const [low, high] = [
    heights.toSorted((a, b) => Number(a - b)).at(0),
    heights.toSorted((a, b) => Number(b - a)).at(0),
  ];
  const isApart = low !== undefined && high !== undefined && high - low > BLOCKS_APART;
  return isApart ? [...findings, look(name, `its nodes are ${high - low} blocks apart: one of them lags`)] : findings;
}

/** More than nodes of one chain differ by while they take turns to see a block. */
const BLOCKS_APART = 20n;

async function examineRail(configuration: RailConfiguration, log: Log): Promise<readonly Finding[]> {
  const part = `payout rail ${configuration.name}`;
  const variables = `${configuration.name.toUpperCase()}_URL and its keys`;
  const { rail } = connectRail(configuration, { log });
  const float = (await rail.floatKobo?.()) ?? null;
  if (float !== null) return [fine(part, 'takes our key and reports its float')];
  try {
    const banks = await rail.listBanks();
    return [
      rail.floatKobo === undefined
        ? fine(part, `answers with ${banks.length} banks`)
        : wrong(part, `answers, and does not report its float: check ${variables}`),
    ];
  } catch (error) {
    return [wrong(part, `${reasonOf(error)}: check ${variables}`)];
  }
}
