/** How to reach Termii, which sends text messages. */
export interface TermiiSettings {
  /** Without a trailing slash. */
  readonly url: string;
  readonly apiKey: string;
  /** The sender name that Termii has registered for us. */
  readonly sender: string;
  /** `dnd` also reaches numbers that opted out of advertisements, and is for messages such as ours. */
  readonly channel: 'dnd' | 'generic';
}

export const TERMII_VARIABLES: readonly string[] = ['TERMII_URL', 'TERMII_API_KEY', 'TERMII_SENDER', 'TERMII_CHANNEL'];

/** Reads `TERMII_…`: null where none is set. The messages name what is missing or wrong, never its value. Pure. */
export function readTermii(given: Readonly<Record<string, string | undefined>>): {
  termii: TermiiSettings | null;
  sentences: string[];
} {
  const { TERMII_URL: url, TERMII_API_KEY: apiKey, TERMII_SENDER: sender, TERMII_CHANNEL: channel = 'dnd' } = given;
  if (url === undefined && apiKey === undefined && sender === undefined) return { termii: null, sentences: [] };
  const sentences = [
    ...(/^https?:\/\/\S+$/.test(url ?? '') ? [] : ['TERMII_URL must be an address that starts with https://.']),
    ...(apiKey === undefined ? ['TERMII_API_KEY is missing: Termii sends text messages with it.'] : []),
    ...(/^[A-Za-z0-9 ]{3,11}$/.test(sender ?? '')
      ? []
      : ['TERMII_SENDER must be the registered sender, 3 to 11 letters, digits and spaces.']),
    ...(channel === 'dnd' || channel === 'generic' ? [] : ['TERMII_CHANNEL must be dnd or generic.']),
  ];
  if (sentences.length > 0 || url === undefined || apiKey === undefined || sender === undefined) {
    return { termii: null, sentences };
  }
  const settings = { url: url.replace(/\/+$/, ''), apiKey, sender };
  return { termii: { ...settings, channel: channel === 'generic' ? 'generic' : 'dnd' }, sentences };
}
