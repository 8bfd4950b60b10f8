// Run as a program: starts the stage that all screens of a run are shown on, for all workers, and writes its address
// into the named file, or why there is none. Stops it when standard input closes.
import { ADMIN_IDLE_MOST_MINUTES, endpoints } from '@kobogate/contract';
import { createCall } from '../support/http.ts';
import { announceStage, setStage } from './stage.ts';

// Screens come after all other tests in a browser. On a slow machine that is longer than an administrator may be idle.
const USED_EVERY_MS = (ADMIN_IDLE_MOST_MINUTES / 6) * 60_000;

const file = process.argv[2];
if (file === undefined) throw new Error('name the file that the stage is to be written into');
try {
  const { stage, stop } = await setStage();
  await announceStage(file, stage);
  const call = createCall(`${stage.origin}/api`);
  // A session that can't be used is seen by the tests of the screens.
  const use = () => call(endpoints.accounts.getUser, { token: stage.world.admin.token }).catch(() => undefined);
  const timer = setInterval(() => void use(), USED_EVERY_MS);
  process.stdin.resume().once('end', () => {
    clearInterval(timer);
    void stop();
  });
} catch (error) {
  await announceStage(file, { problem: String(error) });
  throw error;
}
