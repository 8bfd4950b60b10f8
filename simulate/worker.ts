import process from 'node:process';
import type { SocketAddress } from '../apps/server/src/platform/database.ts';
import { closeConnections, goOnAtExit } from './machine/pg.ts';
import { runSchedule } from './schedule/run.ts';
import { type About, stepsOf } from './schedule/steps.ts';
import { Books } from './world/books.ts';
import { writePeople } from './world/people.ts';

/** A schedule to run, as the parent of this program asks for one after the other; each has the database of its worker. */
export interface Job {
  readonly seed: number;
  readonly length: number;
  readonly about: About;
  /** Only these of its steps, by their place. */
  readonly only?: readonly number[];
  readonly isTraced?: boolean;
}

async function main(): Promise<void> {
  const address = JSON.parse(process.env['SIMULATION_DATABASE'] ?? '{}') as SocketAddress;
  goOnAtExit();
  const books = new Books(address);
  await books.open();
  await writePeople(books);
  const beginning = await books.snapshot();
  process.on('message', (job: Job) => {
    const all = stepsOf(job.seed, job.length, job.about);
    const steps = job.only === undefined ? all : job.only.flatMap((place) => all[place] ?? []);
    void runSchedule({
      books,
      address,
      beginning,
      seed: job.seed,
      steps,
      isTraced: job.isTraced ?? false,
    })
      .then((outcome) => process.send?.({ outcome }))
      .catch((error: unknown) =>
        process.send?.({
          failure: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
      );
  });
  process.on('disconnect', () => {
    void Promise.all([books.close(), closeConnections()]).finally(() => process.exit(0));
  });
  process.send?.({ ready: true });
}

void main();
