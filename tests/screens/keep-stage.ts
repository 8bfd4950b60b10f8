// Run as a program: sets the stage that all screens of a run are shown on, whichever worker shows them, and writes into the
// named file where it is, or why it is not. Ends it when standard input closes.
import { announceStage, setStage } from './stage.ts';

const file = process.argv[2];
if (file === undefined) throw new Error('name the file that the stage is to be written into');
try {
  const { stage, stop } = await setStage();
  await announceStage(file, stage);
  process.stdin.resume().once('end', () => void stop());
} catch (error) {
  await announceStage(file, { problem: String(error) });
  throw error;
}
