import { X509Certificate } from 'node:crypto';

/** The operator's signer, which signs sweeps to cold addresses within limits of its own. */
export interface SignerConfiguration {
  /** Without a trailing slash. */
  readonly url: string;
  /** The secret that it and we share. */
  readonly key: string;
  /** Certificates as PEM, of which one must have issued the signer's; null: one that the machine trusts anyway. */
  readonly ca: string | null;
  /** How often deposit addresses are swept. */
  readonly everyMinutes: number;
}

export const SIGNER_VARIABLES: readonly string[] = ['SIGNER_URL', 'SIGNER_KEY', 'SIGNER_CA', 'AUTO_SWEEP_MINUTES'];

const LEAST_KEY = 32;
const USUAL_MINUTES = 60;
/** Looked at every five seconds, so that less would be no more often. */
const LEAST_MINUTES = 0.1;
const MOST_MINUTES = 10_080;

/**
 * Reads the signer's variables: null where none is set, and nothing is swept without a person. `hasCold`: whether a
 * network has a cold address. The messages name what is missing or wrong, never its value. Pure.
 */
export function readSigner(
  given: Readonly<Record<string, string | undefined>>,
  hasCold: boolean,
): { signer: SignerConfiguration | null; sentences: string[] } {
  const {
    SIGNER_URL: url,
    SIGNER_KEY: key,
    SIGNER_CA: ca = null,
    AUTO_SWEEP_MINUTES: minutes = String(USUAL_MINUTES),
  } = given;
  if (url === undefined && key === undefined && given['AUTO_SWEEP_MINUTES'] === undefined) {
    const sentences = hasCold
      ? ['SIGNER_URL is missing: a COLD_ADDRESS_ is set, and only the signer sweeps there.']
      : [];
    return { signer: null, sentences };
  }
  const everyMinutes = Number(minutes);
  const isTime =
    /^\d{1,5}(?:\.\d{1,2})?$/.test(minutes) && everyMinutes >= LEAST_MINUTES && everyMinutes <= MOST_MINUTES;
  const sentences = [
    ...(/^https?:\/\/\S+$/.test(url ?? '')
      ? []
      : ['SIGNER_URL must be an address that starts with http:// or https://.']),
    ...((key ?? '').length >= LEAST_KEY
      ? []
      : [`SIGNER_KEY must be the signer's secret, ${LEAST_KEY} letters at least.`]),
    ...(ca === null || (isPem(ca) && url?.startsWith('https:') === true)
      ? []
      : ['SIGNER_CA must be certificates in PEM, for an address that starts with https://.']),
    ...(isTime ? [] : ['AUTO_SWEEP_MINUTES must be a number of minutes, from 0.1 to 10080 (a week).']),
    ...(hasCold ? [] : ['SIGNER_URL is set and no COLD_ADDRESS_ is: there is nowhere to sweep to.']),
  ];
  if (sentences.length > 0 || url === undefined || key === undefined) return { signer: null, sentences };
  return { signer: { url: url.replace(/\/+$/, ''), key, ca, everyMinutes }, sentences };
}

function isPem(text: string): boolean {
  try {
    return new X509Certificate(text).subject !== undefined;
  } catch {
    return false;
  }
}
