// Run as a program: sets the stage that all screens of a run are shown on, whichever worker shows them, and writes it into
// the named file. Ends it when standard input closes.
import { rename, writeFile } from 'node:fs/promises';
import { setStage } from './stage.ts';

const file = process.argv[2];
if (file === undefined) throw new Error('name the file that the stage is to be written into');
const { stage, stop } = await setStage();
// In one step: whoever waits for the file reads all of it.
await writeFile(`${file}.part`, JSON.stringify(stage));
await rename(`${file}.part`, file);
process.stdin.resume().once('end', () => void stop());
