import type { Endpoint, UserId } from '@kobogate/contract';
import { reviveEvents, type Worker } from '../../apps/server/src/platform/queue.ts';
import { openDatabase, type SocketAddress } from '../../apps/server/src/platform/database.ts';
import { Failure } from '../../apps/server/src/platform/errors.ts';
import type { Log } from '../../apps/server/src/platform/log.ts';
import type { Caller } from '../../apps/server/src/platform/route.ts';
import { createRooms } from '../../apps/server/src/rooms.ts';
import { createWorkers, splitByPace } from '../../apps/server/src/work.ts';
import { Gate, type Task } from '../machine/gate.ts';
import { Machine, running, type SimProcess, useMachine } from '../machine/machine.ts';
import { onDisk, wipeDisks } from '../machine/files.ts';
import { faults } from '../machine/pg.ts';
import { SimulatedBank } from './bank.ts';
import type { Books } from './books.ts';
import { tokenHashOf } from './people.ts';
import { CONFIRMATIONS, SimulatedChain } from './chain.ts';
import type { Transfer } from '../../apps/server/src/custody/index.ts';
import { createDraw, type Draw } from '@kobogate/testkit/platform/draw.ts';
import { configurationOf, createSurroundings, epochFileOf, outsideOf } from './outside.ts';

/** How likely a schedule has two chains: each is polled at every step, which takes most of its time. */
const TWO_CHAINS = 0.3;

type Rooms = Awaited<ReturnType<typeof createRooms>>;

/** A server process with all rooms, ready to be told what to do. */
export interface Server {
  readonly process: SimProcess;
  readonly rooms: Rooms;
  /** Each with the types of events that it handles. */
  readonly workers: readonly { readonly worker: Worker; readonly types: readonly string[] }[];
}

/** What a schedule found to be wrong. */
export class Violation extends Error {}

/** The result of a call through a door: an answer, or a refusal in words. */
export type Answered = { readonly answer: unknown } | { readonly refusal: Failure } | { readonly died: true };

/** Each server has one of so many disks. */
const PLACES = 3;

/** Everything of one schedule: the machine, its processes, and what is around them. */
export class World {
  readonly machine: Machine;
  readonly gate: Gate;
  readonly draw: Draw;
  readonly banks: readonly SimulatedBank[];
  readonly chains: readonly SimulatedChain[];
  readonly around = createSurroundings();
  /** How many of the mails were compared with what is so. */
  mailsRead = 0;
  readonly books: Books;
  readonly servers: Server[] = [];
  /** Errors that no one expects, as the product's log had them. */
  readonly surprises: string[] = [];
  /** Every payment that anyone made on a chain, by network and identity. */
  readonly payments = new Map<string, Transfer>();
  /** Orders that an administrator decided on so that it can't be taken back. */
  readonly decidedAtOnce = new Set<string>();
  /** Faults that happened, for the table of coverage. */
  readonly seen = new Map<string, number>();
  readonly #address: SocketAddress;
  #processes = 0;

  /** Coins may be at addresses that the books have never heard of: see `putBack`. */
  isPutBackUnseen = false;

  constructor({ seed, books, address }: { seed: number; books: Books; address: SocketAddress }) {
    const machineDraw = createDraw(seed, 0);
    this.machine = new Machine(() => machineDraw.fraction());
    this.draw = createDraw(seed, 1);
    this.books = books;
    this.#address = address;
    this.gate = new Gate(this.machine, books);
    const rails = this.draw.chance(0.5) ? ['budpay', 'paystack'] : ['paystack', 'budpay'];
    this.banks = rails.map(
      (rail, index) => new SimulatedBank(rail, this.draw.chance(0.5), createDraw(seed, 2 + index)),
    );
    const networks = this.draw.chance(TWO_CHAINS) ? (['ethereum', 'polygon'] as const) : (['ethereum'] as const);
    this.chains = networks.map((network, index) => new SimulatedChain(network, createDraw(seed, 4 + index)));
    for (const each of [...this.banks, ...this.chains]) each.onFault = (kind) => this.note(kind);
    this.gate.pass = (milliseconds) => this.pass(milliseconds);
    useMachine(this.machine);
    wipeDisks();
    faults.draw = () => 'none';
  }

  /** Counts something that happened. */
  note(kind: string): void {
    this.seen.set(kind, (this.seen.get(kind) ?? 0) + 1);
  }

  /** Begins work in a process; it goes on when the gate gives it turns. */
  begin(process: SimProcess, work: () => Promise<unknown>): Task {
    const task: Task = { process, isDone: false };
    running
      .run(process, work)
      .catch((error: unknown) => this.#judge(error))
      .finally(() => {
        task.isDone = true;
      });
    return task;
  }

  /** Does work in a process to its end, alone. */
  async alone(process: SimProcess, work: () => Promise<unknown>): Promise<void> {
    await this.gate.settle([this.begin(process, work)]);
  }

  /**
   * Puts the database back by hand, to a copy of before, and starts a server on it. Where addresses were given out since that
   * this server's own disk says nothing of, and no payout left, or one that its bank gets only later, only its operator can
   * know of it (docs/recovery.md).
   */
  async putBack(copy: string): Promise<void> {
    const given = async (): Promise<number> => {
      const [row] = await this.books.query<{ sum: string }>(
        'select coalesce(sum(next_index), 0)::text as sum from derivation_counter',
      );
      return Number(row?.sum ?? 0);
    };
    const before = await given();
    const left = await this.#departures();
    await this.books.restore(copy);
    // On the machine of the server before, or on the next one.
    if (this.draw.chance(0.5)) this.#processes += PLACES - 1;
    const text = onDisk(epochFileOf((this.#processes + 1) % PLACES));
    const noted: { addresses?: string; epoch?: string } = text === undefined ? {} : JSON.parse(text);
    if ((await given()) < before && Number(noted.addresses ?? 0) < before) this.isPutBackUnseen = true;
    const counted = await this.#departures();
    // With a higher count on its disk the server raises the fence.
    if (counted < left && BigInt(noted.epoch ?? 0) <= counted) {
      for (const { late, contradicted } of this.banks)
        for (const { instruction } of late) contradicted.add(instruction.reference);
    }
    await this.start();
  }

  /** How many departures the books count. */
  async #departures(): Promise<bigint> {
    const [row] = await this.books.query<{ epoch: string }>('select epoch::text from departure');
    return BigInt(row?.epoch ?? 0);
  }

  /** Starts one more process on the database. Where it dies during its start there is none more. */
  async start(): Promise<void> {
    const process: SimProcess = {
      id: (this.#processes += 1),
      isDead: false,
      skewMs: 0,
      death: null,
      onDeath: new Set(),
    };
    await this.alone(process, async () => {
      const log = this.#log();
      const database = await openDatabase({ url: this.#address, log });
      const base = { database, clock: database.clock, log };
      // A disk outlives its processes: each server has its place of three.
      const place = this.#processes % PLACES;
      const rooms = await createRooms(
        base,
        configurationOf(place, this.chains),
        outsideOf(this.banks, this.around, this.draw),
      );
      await reviveEvents(database);
      rooms.startWatchers(
        this.chains.map((chain) => ({
          providers: [{ chain: chain.port(), host: 'node' }],
          confirmations: CONFIRMATIONS,
          steps: [],
        })),
      );
      const { handlers, payouts } = rooms.work;
      const { banks, mails, others } = splitByPace(handlers);
      const types = [others, mails, ...banks].map((each) => Object.keys(each));
      const workers = createWorkers(base, handlers, payouts.mostInHand);
      this.servers.push({
        process,
        rooms,
        workers: workers.map((worker, at) => ({ worker, types: types[at] ?? [] })),
      });
    });
  }

  /** Ends a process as a loss of power does. */
  async crash(server: Server): Promise<void> {
    this.forget(server.process);
    await this.gate.kill(server.process);
  }

  forget(process: SimProcess): void {
    const index = this.servers.findIndex((server) => server.process === process);
    if (index >= 0) this.servers.splice(index, 1);
  }

  /** Forgets the servers that died in the middle of their work; answers how many. */
  bury(): number {
    const dead = this.servers.filter(({ process }) => process.isDead);
    for (const { process } of dead) this.forget(process);
    return dead.length;
  }

  /** Lets time pass. */
  async pass(milliseconds: number): Promise<void> {
    this.machine.nowMs += milliseconds;
    await this.books.setTime(this.machine.nowMs);
    for (const bank of this.banks) bank.arrive();
  }

  /** Calls an endpoint as the HTTP layer does once it has checked input and caller. */
  async call(
    server: Server,
    endpoint: Endpoint,
    by: UserId | null,
    input: { params?: object; body?: object; query?: object; key?: string },
    onAnswer: (answered: Answered) => void = () => undefined,
  ): Promise<Task> {
    const found = server.rooms.routes.find((route) => route.endpoint === endpoint);
    if (found === undefined) throw new Error(`no route for ${endpoint.path}`);
    const caller: Caller = {
      userId: by ?? ('' as UserId),
      role: 'administrator',
      tokenHash: by === null ? Buffer.alloc(32) : tokenHashOf(by),
      provedAt: new Date(),
    };
    return this.begin(server.process, async () => {
      try {
        const answer = await found.handle({
          params: endpoint.params.parse(input.params ?? {}),
          query: endpoint.query.parse(input.query ?? {}),
          body: endpoint.body.parse(input.body ?? {}),
          caller,
          address: '192.0.2.1',
          userAgent: 'simulation',
          device: undefined,
          idempotencyKey: input.key,
          setHeader: () => undefined,
        });
        this.gate.onTurn(`${server.process.id} ${endpoint.path} answers`);
        onAnswer({ answer });
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        this.gate.onTurn(`${server.process.id} ${endpoint.path} refuses: ${error.message}`);
        onAnswer({ refusal: error });
      }
    });
  }

  #judge(error: unknown): void {
    if (error instanceof Failure || isOutage(error)) return;
    this.surprises.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
  }

  #log(): Log {
    const tell = (entry: unknown, text?: string): void => {
      const error = typeof entry === 'object' && entry !== null && 'err' in entry ? entry.err : null;
      if (error instanceof Error && isBug(error)) this.surprises.push(`${text}: ${error.stack ?? error.message}`);
    };
    const quiet = (): void => undefined;
    return {
      info: quiet,
      debug: quiet,
      trace: quiet,
      warn: tell,
      error: tell,
      fatal: tell,
    } as unknown as Log;
  }
}

const OUTAGES = /NodeFault|PutBack|AbortError|FellOut/;
const isOutage = (error: unknown): boolean =>
  error instanceof Error &&
  (OUTAGES.test(`${error.name} ${error.constructor.name}`) || ('code' in error && error.code === 'ECONNRESET'));
const isBug = (error: Error): boolean => !(error instanceof Failure) && !isOutage(error);
