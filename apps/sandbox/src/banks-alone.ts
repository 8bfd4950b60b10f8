// The sandbox's banks and prices as a program of its own, for tests of bank adapters: it starts at once.
import { join } from 'node:path';
import { chainlessWorld } from './chainless-world.ts';
import { readConfiguration } from './configuration.ts';
import { logToStdout } from './platform/log.ts';
import { listen } from './server.ts';

const configuration = readConfiguration(process.env);
const server = await listen(configuration.port, logToStdout);
server.open(chainlessWorld({ ...configuration, folder: join(configuration.dataDir, 'sandbox', 'banks') }, logToStdout));
process.stdout.write(`sandbox ready ${server.base}\n`);
