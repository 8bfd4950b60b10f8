import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from './build.mjs';
import { execute, tool } from './commands.mjs';
import { contactSheet } from './contact-sheet.mjs';
import { ensureInstalled } from './install.mjs';
import { inRoot } from './paths.mjs';
import { say } from './steps.mjs';

/**
 * `npm run screenshots`: a picture of every screen of the built product in its four forms, in `screenshots/` with a
 * page that shows them all. `npm run screenshots -- orders` retakes those with `orders` in their name, and
 * `npm run screenshots -- readme` the README's.
 * Answers the exit code.
 */
export async function takeScreenshots() {
  const asked = process.argv.slice(2);
  const folder = inRoot('screenshots');
  await ensureInstalled('all');
  await build();
  if (asked.length === 0) await rm(folder, { recursive: true, force: true });
  const filter = asked.length === 0 ? [] : ['-g', asked.join('|')];
  const isForReadme = asked.join() === 'readme';
  const [program, args] = tool('@playwright/test/cli.js', [
    'test',
    '--config',
    'screenshots.config.ts',
    ...(isForReadme ? [] : filter),
  ]);
  const env = { ...process.env, README_PICTURES: String(isForReadme) };
  const { code } = await execute(program, args, { cwd: inRoot('tests'), env, show: true });
  if (isForReadme) return code;
  await mkdir(folder, { recursive: true });
  const pictures = (await readdir(folder, { recursive: true })).filter((path) => path.endsWith('.png'));
  await writeFile(join(folder, 'index.html'), contactSheet(pictures));
  say(`${pictures.length} pictures: screenshots/index.html shows them all.`);
  return code;
}
