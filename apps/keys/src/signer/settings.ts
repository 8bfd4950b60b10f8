import { readFileSync } from 'node:fs';
import { checkAddress, type ChainAddress } from '@kobogate/addresses';
import { NETWORK_IDS, type NetworkId, NETWORKS } from '@kobogate/contract';
import { parseAmount } from '@kobogate/money';
import { Refusal } from '../refusal.ts';
import { assetsOf, coinOf } from './read/effect.ts';

/** The most of one asset in one transaction and in a day (UTC), in smallest units. */
export interface Limit {
  readonly transaction: bigint;
  readonly day: bigint;
}

export interface NetworkSettings {
  /** The only address that sweeps may end at. */
  readonly cold: ChainAddress;
  /** By the ledger's code; an asset that is not named is not moved. */
  readonly limits: ReadonlyMap<string, Limit>;
  /** The most in a day for fees, and for the coins that deposit addresses get for them. */
  readonly gasADay: bigint;
}

export interface SignerSettings {
  readonly host: string;
  readonly port: number;
  /** Where what was signed is counted. */
  readonly state: string;
  readonly secret: string;
  readonly tls: { readonly cert: Buffer; readonly key: Buffer } | null;
  readonly networks: ReadonlyMap<NetworkId, NetworkSettings>;
}

const LEAST_SECRET = 32;
const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/;

/** Reads the signer's settings from a file. Throws `Refusal` in words, without what may be secret. */
export function readSettings(file: string): SignerSettings {
  const given = fieldsOf(parse(readFile(file)), 'The settings');
  const host = textOf(given['host'] ?? '127.0.0.1', 'host');
  const port = given['port'];
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Refusal('port must be a port number.');
  }
  const tls = given['tls'] === undefined ? null : readTls(fieldsOf(given['tls'], 'tls'));
  if (tls === null && !LOOPBACK.test(host)) {
    throw new Refusal(
      `On ${host} others could read the secret: name tls with a cert and a key, or listen on 127.0.0.1.`,
    );
  }
  const secret = readFile(textOf(given['secretFile'], 'secretFile')).trim();
  if (secret.length < LEAST_SECRET) throw new Refusal(`The secret must have ${LEAST_SECRET} letters at least.`);
  const networks = new Map(
    Object.entries(fieldsOf(given['networks'], 'networks')).map(([name, settings]) => readNetwork(name, settings)),
  );
  if (networks.size === 0) throw new Refusal('networks names none.');
  return { host, port, state: textOf(given['state'], 'state'), secret, tls, networks };
}

function readNetwork(name: string, given: unknown): [NetworkId, NetworkSettings] {
  const network = NETWORK_IDS.find((id) => id === name);
  if (network === undefined) throw new Refusal(`${name} is no network of this signer: ${NETWORK_IDS.join(', ')}.`);
  const fields = fieldsOf(given, name);
  const checked = checkAddress(
    NETWORKS[network].family,
    textOf(fields['cold'], `cold of ${name}`),
    NETWORKS[network].name,
  );
  if ('problem' in checked) throw new Refusal(`cold of ${name} can't be used. ${checked.problem}`);
  const limits = new Map(
    Object.entries(fieldsOf(fields['limits'], `limits of ${name}`)).map(([currency, limit]): [string, Limit] => {
      const asset = assetsOf(network).find((each) => each.currency === currency);
      if (asset === undefined) throw new Refusal(`There is no ${currency} on ${NETWORKS[network].name}.`);
      const { transaction, day } = fieldsOf(limit, `the limits of ${currency} on ${name}`);
      const units = (text: unknown): bigint => unitsOf(text, asset.decimals, `${currency} of ${name}`);
      return [asset.code, { transaction: units(transaction), day: units(day) }];
    }),
  );
  const gasADay = unitsOf(fields['gasADay'], coinOf(network).decimals, `gasADay of ${name}`);
  return [network, { cold: checked, limits, gasADay }];
}

function unitsOf(text: unknown, decimals: number, what: string): bigint {
  const units = typeof text === 'string' ? parseAmount(text, decimals) : null;
  if (units?.ok === true) return units.value;
  throw new Refusal(`The limit of ${what} must be an amount in quotation marks, such as "250.5".`);
}

const readTls = ({ cert, key }: Readonly<Record<string, unknown>>) => ({
  cert: Buffer.from(readFile(textOf(cert, 'cert of tls'))),
  key: Buffer.from(readFile(textOf(key, 'key of tls'))),
});

function readFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    throw new Refusal(`${path} can't be read: is it there?`);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Refusal('The settings are no JSON.');
  }
}

function fieldsOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal(`${what} must be an object.`);
  return { ...value };
}

function textOf(value: unknown, what: string): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new Refusal(`${what} is missing, or no text.`);
}
