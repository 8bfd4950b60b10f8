import { parseArgs } from 'node:util';
import { createClient } from '../src/client.ts';
import type { EventData } from '../src/contract.ts';
import { KobogateError } from '../src/errors.ts';
import { listen } from './listen.ts';

const HELP = `kobogate listen --to URL [--events payment.paid,refund.final]
  Posts your events to a program on this machine, signed like real deliveries,
  until you press Ctrl+C. The API key needs webhooks:read and webhooks:write.

kobogate sample TYPE --endpoint ID
  Sends a sample event, such as payment.held, to an endpoint or to a listener.

Variables: KOBOGATE_URL  where your Kobogate is, such as https://pay.example
           KOBOGATE_KEY  an API key of yours`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** A fault of the call: shown with the help. */
class WrongCall extends Error {}

async function run(args: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      to: { type: 'string' },
      events: { type: 'string' },
      endpoint: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  const [command, type] = positionals;
  if (values.help === true || command === undefined) return print(HELP);
  const { KOBOGATE_URL: origin = '', KOBOGATE_KEY: apiKey = '' } = process.env;
  if (origin === '' || apiKey === '') throw new WrongCall('Please set KOBOGATE_URL and KOBOGATE_KEY.');
  const client = createClient({ origin, apiKey });
  if (command === 'listen') {
    const stopping = new AbortController();
    for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stopping.abort());
    const events = values.events?.split(',').map((event) => event.trim()) ?? null;
    return listen({ client, origin, apiKey, to: readAddress(values.to), events, print, signal: stopping.signal });
  }
  if (command === 'sample') {
    if (type === undefined || values.endpoint === undefined) throw new WrongCall('Please give TYPE and --endpoint ID.');
    // The server knows the types, and refuses one that it does not know.
    await client.webhooks.sample(values.endpoint, { type: type as keyof EventData });
    return print(`A sample of ${type} is on its way.`);
  }
  throw new WrongCall(`There is no command ${command}.`);
}

function readAddress(text: string | undefined): URL {
  if (text === undefined || !URL.canParse(text)) {
    throw new WrongCall('Please say where events go to, such as --to http://localhost:4000/hooks.');
  }
  return new URL(text);
}

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isWrongCall = error instanceof WrongCall || (error instanceof TypeError && 'code' in error);
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (isWrongCall) process.stderr.write(`\n${HELP}\n`);
  process.exitCode = error instanceof KobogateError ? 2 : 1;
}
