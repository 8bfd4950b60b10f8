import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { bytesToHex } from '@noble/hashes/utils.js';
import { type Command, readArguments, USAGE } from './arguments.ts';
import { exportKeys } from './commands/export-keys.ts';
import { layOut, newWords } from './commands/new-words.ts';
import { proveAddress } from './commands/prove-address.ts';
import { prepareSigning } from './commands/sign-plan.ts';
import { readWords, WordsError } from './derive/seed.ts';
import { openWallet, type Wallet } from './derive/wallet.ts';
import { Refusal } from './refusal.ts';
import { askWords, askYes, endProgress, progressOf, say, wipeAfterEnter } from './terminal.ts';

/** Readable and writable by its owner alone. */
const OWNER_ONLY = 0o600;

/** Runs a command. Answers the exit code: 1 where an address was not found. */
async function run(command: Command): Promise<number> {
  switch (command.name) {
    case 'help':
      say(USAGE);
      return 0;
    case 'new':
      await makeSeed(command.out);
      return 0;
    case 'export':
      await writeExport(command);
      return 0;
    case 'sign':
      return signPlans(command);
    case 'prove':
      return tellProof(command);
  }
}

async function makeSeed(out: string | null): Promise<void> {
  const words = newWords();
  if (out !== null) {
    await writeNew(out, `${words}\n`);
    say(
      `A new seed of 24 words is in ${out}, which only you can read. Anyone who has it can spend the coins: keep it offline.`,
    );
    return;
  }
  if (!process.stdin.isTTY || !process.stdout.isTTY) {
    throw new Refusal(
      'New words are shown on a terminal only. Use --out FILE to have them in a file that only you can read.',
    );
  }
  say(`Write these 24 words on paper, in this order. They are not shown again.\n\n${layOut(words)}\n`);
  await wipeAfterEnter('Press Enter once you have them on paper; the screen is then wiped. ');
  const signer = bytesToHex(openWallet(readWords(words)).signer.publicKey);
  say(`Now run “export” and type the words from the paper. You wrote them down right where it says KEYS_SIGNER
${signer}`);
}

async function writeExport({ out, solana, isTaproot }: Extract<Command, { name: 'export' }>): Promise<void> {
  // Checked before the words are typed and a minute is spent.
  if (existsSync(out)) throw alreadyThere(out);
  const onProgress = progressOf('Solana addresses');
  const wallet = await askWallet();
  const { text, signer } = exportKeys(wallet, { bitcoinScript: isTaproot ? 'taproot' : 'segwit', solana, onProgress });
  endProgress();
  await writeNew(out, text);
  say(`Public keys and ${solana} Solana addresses are in ${out}. Carry the file to the server, and set there:

  KEYS_FILE    its path
  KEYS_SIGNER  ${signer}

Note the second line on paper too: the server refuses a file that another seed signed.`);
  if (wallet.isPublic)
    say('\nThese words are printed in public documentation: the export is a sample, refused in production.');
}

async function tellProof({ address, upTo }: Extract<Command, { name: 'prove' }>): Promise<number> {
  const proof = proveAddress(await askWallet(), address, { upTo, onProgress: progressOf('Addresses looked at') });
  endProgress();
  if (proof === null) {
    say(`The seed does not give ${address} among its first ${upTo} addresses. With --up-to more are looked at.`);
    return 1;
  }
  const token = proof.token === null ? '' : ` It is where ${proof.address} keeps its ${proof.token}.`;
  say(`Yes: ${address} is the seed’s, at ${proof.path}, made from the private key there.${token}`);
  return 0;
}

/** Asks for the words once, shows all files, and asks once. Answers 1 where the operator did not confirm. */
async function signPlans({ files, isYes }: Extract<Command, { name: 'sign' }>): Promise<number> {
  for (const { out } of files) if (existsSync(out)) throw alreadyThere(out);
  if (!isYes && !process.stdin.isTTY) throw new Refusal('With words from a pipe there is no one to ask: add --yes.');
  const texts: string[] = [];
  for (const { file } of files) {
    texts.push(
      await readFile(file, 'utf8').catch(() => {
        throw new Refusal(`${file} can't be read: is it there?`);
      }),
    );
  }
  const { spending } = await askWallet();
  const signings = texts.map((text) => prepareSigning(text, spending));
  say(`\n${signings.map(({ words }) => words).join('\n\n')}\n`);
  if (!isYes && !(await askYes('Type yes to sign this: '))) {
    say('Nothing was signed.');
    return 1;
  }
  // All are signed before the first is written.
  const signed = signings.map((signing) => signing.sign());
  for (const [at, { out }] of files.entries()) await writeNew(out, signed[at] ?? '');
  const names = files.map(({ out }) => out).join(' ');
  say(`Signed: ${names}. Hand it in at /admin/treasury, or on the server: npm run ops -- treasury send ${names}`);
  return 0;
}

const askWallet = async (): Promise<Wallet> => openWallet(readWords(await askWords()));

const alreadyThere = (path: string): Refusal =>
  new Refusal(`${path} is there already and was left as it is. Please name another file.`);

/** Never over an existing file: it may hold the only copy of a seed. */
async function writeNew(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text, { flag: 'wx', mode: OWNER_ONLY, flush: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw alreadyThere(path);
    }
    throw new Refusal(`${path} could not be written. Does its folder exist, and may you write there?`);
  }
}

try {
  process.exitCode = await run(readArguments(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof Refusal || error instanceof WordsError)) throw error;
  endProgress();
  say(error.message);
  process.exitCode = 1;
}
