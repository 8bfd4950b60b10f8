import { readConfiguration } from './configuration.ts';
import { claimFolder, releaseFolder } from './lock.ts';
import { logToStdout } from './platform/log.ts';
import { messageOf } from './platform/refusal.ts';
import { listen } from './server.ts';
import { startWorld } from './world.ts';

async function main(): Promise<void> {
  // The process that read our output may have been killed: the chains are saved and their nodes ended anyway.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const configuration = readConfiguration(process.env);
  let isStopping = false;
  // Until everything runs there is nothing to save, and what was saved before stays: the exit ends the nodes.
  let save = async (): Promise<void> => undefined;
  const stop = async (): Promise<void> => {
    if (isStopping) return;
    isStopping = true;
    await save();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => void stop());
  process.on('disconnect', () => void stop());

  const server = await listen(configuration.port, logToStdout);
  claimFolder(configuration.dataDir);
  const world = await startWorld(configuration, logToStdout);
  server.open(world);
  save = async () => {
    logToStdout('sandbox stopping: saving the chains');
    await Promise.all([server.close(), world.close()]);
    releaseFolder(configuration.dataDir);
  };

  process.stdout.write(`sandbox ready ${server.base}\n`);
  process.send?.({ ready: true });
}

try {
  await main();
} catch (error) {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exit(1);
}
