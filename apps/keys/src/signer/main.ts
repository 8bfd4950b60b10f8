import { readWords, WordsError } from '../derive/seed.ts';
import { spendingKeys } from '../derive/spending-keys.ts';
import { Refusal } from '../refusal.ts';
import { askWords, say } from '../terminal.ts';
import { openJournal } from './journal.ts';
import { serveSigner } from './serve-signer.ts';
import { readSettings } from './settings.ts';
import { signWithinLimits } from './sign-within-limits.ts';

const USAGE = `Kobogate's signer: sweeps to one cold address a network, within limits. It holds the keys while it runs.

  kobogate-signer SETTINGS.json        asks for the words of the seed, or reads them from a pipe, and listens

docs/signer.md explains the settings.`;

try {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0) throw new Refusal(USAGE);
  const settings = readSettings(file);
  const journal = openJournal(settings.state);
  const keys = spendingKeys(readWords(await askWords()));
  const server = await serveSigner(settings, (text) => signWithinLimits(text, { keys, settings, journal }));
  say(`The signer listens on ${settings.host}:${server.port}.`);
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      void server.close().then(() => journal.close());
    });
  }
} catch (error) {
  if (!(error instanceof Refusal || error instanceof WordsError)) throw error;
  say(error.message);
  process.exitCode = 1;
}
