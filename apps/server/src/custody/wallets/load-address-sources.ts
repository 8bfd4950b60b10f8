import { readFile } from 'node:fs/promises';
import { AccountKeyError, type AddressSource, evmAddressSource, readKeyExport } from '@kobogate/addresses';
import { type NetworkId, NETWORKS } from '@kobogate/contract';
import { ConfigurationError } from '../../platform/errors.ts';

export interface AddressSourceOptions {
  readonly keyExport: { readonly file: string; readonly signer: string } | undefined;
  readonly evmXpub: string | undefined;
  readonly isProduction: boolean;
  /** The networks that are watched: each needs addresses of its family. */
  readonly networks: readonly NetworkId[];
}

/**
 * The source of each family's addresses: the key tool's export, with EVM_XPUB taking precedence over its EVM key.
 * Throws `ConfigurationError` where a file or key can't be used, is a sample in production, or a watched network has
 * none.
 */
export async function loadAddressSources(options: AddressSourceOptions): Promise<readonly AddressSource[]> {
  const { keyExport, evmXpub, networks } = options;
  const exported = keyExport === undefined ? [] : await readExport(keyExport, options.isProduction);
  const own = evmXpub === undefined ? [] : [inWords('EVM_XPUB', () => evmAddressSource(evmXpub))];
  const sources = [...own, ...exported.filter(({ family }) => !own.some((other) => other.family === family))];
  const without = networks.filter((network) => !sources.some(({ family }) => family === NETWORKS[network].family));
  if (without.length > 0) {
    throw new ConfigurationError(
      without.map(
        (network) =>
          `${NETWORKS[network].name} is watched and has no account key: KEYS_FILE, the key tool's export, has one.`,
      ),
    );
  }
  return sources;
}

async function readExport(
  { file, signer }: { file: string; signer: string },
  isProduction: boolean,
): Promise<readonly AddressSource[]> {
  const bytes = await readFile(file).catch(() => {
    throw new ConfigurationError(["KEYS_FILE can't be read: is it there, and may this program read it?"]);
  });
  const { sources, isSample } = inWords('KEYS_FILE', () => readKeyExport(bytes, signer));
  if (isSample && isProduction) {
    throw new ConfigurationError([
      'KEYS_FILE is a sample whose private keys are public: coins sent to it would be lost.',
    ]);
  }
  return sources;
}

function inWords<Result>(variable: string, read: () => Result): Result {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof AccountKeyError)) throw error;
    throw new ConfigurationError([`${variable} can't be used. ${error.message}`]);
  }
}
