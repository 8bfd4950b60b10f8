// Run as a program: starts the stage that all screens of a run are shown on, for all workers, and writes its address
// into the named file, or why there is none. Stops it when standard input closes.
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
