import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, type PoolConfig } from 'pg';
import { databaseDown, READ_ONLY } from './database-errors.ts';

/** The attributes of a session that libpq knows and that mean a server which takes writes. */
const WRITABLE = new Set(['read-write', 'primary']);

/** What the driver takes for `verify-full`, and warns about: as it may take them otherwise one day, that is said here. */
const VERIFIED = new Set(['prefer', 'require', 'verify-ca']);
const SSL_MODES = new Set([...VERIFIED, 'verify-full', 'no-verify', 'allow', 'disable']);

/**
 * The address of each host in a PostgreSQL address with one host or several, commas between them, as libpq reads it:
 * `postgres://user@one:5432,two,three:5433/books?target_session_attrs=read-write`. Each `sslmode` that
 * encrypts for certain verifies the server's certificate and name. Null where it is no such address, where it asks for a server that need
 * not take writes, and where there is no such `sslmode`. Pure.
 * @see https://www.postgresql.org/docs/current/libpq-connect.html#LIBPQ-CONNSTRING-URIS
 */
export function readAddresses(url: string): readonly string[] | null {
  const parts = /^(?<scheme>postgres(?:ql)?:\/\/)(?<authority>[^/?#]*)(?<rest>.*)$/.exec(url)?.groups;
  if (parts === undefined) return null;
  const { scheme = '', authority = '', rest = '' } = parts;
  const user = authority.slice(0, authority.lastIndexOf('@') + 1);
  const hosts = authority.slice(user.length).split(',');
  const addresses = hosts.flatMap((host) => {
    const text = `${scheme}${user}${host}${rest}`;
    if ((host === '' && hosts.length > 1) || !URL.canParse(text)) return [];
    const address = new URL(text);
    const wanted = address.searchParams.get('target_session_attrs') ?? 'read-write';
    const mode = address.searchParams.get('sslmode') ?? 'disable';
    if (!WRITABLE.has(wanted) || !SSL_MODES.has(mode)) return [];
    const isVerified = VERIFIED.has(mode) && !address.searchParams.has('uselibpqcompat');
    if (!isVerified && !address.searchParams.has('target_session_attrs')) return [text];
    // The driver would hand it on to the server, which refuses it.
    address.searchParams.delete('target_session_attrs');
    if (isVerified) address.searchParams.set('sslmode', 'verify-full');
    return [address.href];
  });
  return addresses.length === hosts.length ? addresses : null;
}

/** The hosts of one database, of which one takes writes. */
export interface Hosts {
  readonly count: number;
  /** The one that took writes last. */
  current(): ClientConfig;
  /** Makes the next one current, unless another than `host` already is. */
  passOver(host: ClientConfig): void;
}

/** The hosts with these addresses, in their order. */
export function createHosts(addresses: readonly ClientConfig[]): Hosts {
  let at = 0;
  const current = (): ClientConfig => addresses[at] ?? {};
  return {
    count: addresses.length,
    current,
    passOver: (host) => {
      if (host === current()) at = (at + 1) % addresses.length;
    },
  };
}

class NoWrites extends Error {
  readonly code = READ_ONLY;
}

/** Throws where several servers are named and this one takes no writes, as a standby. */
async function requireWrites(client: ClientBase, { count }: Hosts): Promise<void> {
  if (count === 1) return;
  const { rows } = await client.query<{ transaction_read_only: string }>('show transaction_read_only');
  if (rows[0]?.transaction_read_only !== 'off') throw new NoWrites('none of the database’s hosts takes writes');
}

/**
 * A connection of its own to the host that takes writes; each host is tried once, from the current one on. Throws the last
 * one's error. An error of the open connection ends no process: statements on it fail.
 */
export async function connectToWritable(hosts: Hosts, config: ClientConfig): Promise<Client> {
  for (let left = hosts.count; ; left -= 1) {
    const host = hosts.current();
    const client = new Client({ ...config, ...host });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await requireWrites(client, hosts);
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      hosts.passOver(host);
      if (left <= 1) throw error;
    }
  }
}

/** Connections to the host that takes writes. */
export interface WritablePool {
  /**
   * One of them; each host is tried once where the current one does not answer or takes no writes, and connections that
   * are left to another host are dropped. Throws `DependencyDown` with the last one's error, whatever it is: a refused password or
   * an expired certificate is no fault of who asks. The caller gives it back with the error after which it
   * can't be used again: with `READ_ONLY` too, since its host is a standby by now.
   */
  connect(): Promise<PoolClient>;
  end(): Promise<void>;
}

/** The driver's own default. */
const MOST_CONNECTIONS = 10;

/** The wait for a free connection was too long: that says nothing about the host. */
const isBusy = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/**
 * A pool on the host that takes writes. `onLost` hears of connections that were lost.
 * @param options without an address
 */
export function createWritablePool(hosts: Hosts, options: PoolConfig, onLost: (error: Error) => void): WritablePool {
  const hostOf = new WeakMap<ClientBase, ClientConfig>();
  const pool = new Pool({
    ...options,
    Client: class extends Client {
      constructor(config?: ClientConfig) {
        const host = hosts.current();
        super({ ...config, ...host });
        hostOf.set(this, host);
      }
    },
  });
  pool.on('error', onLost);
  // A connection that is checked out emits its own error event: without a listener that would end the process.
  pool.on('connect', (client) => client.on('error', onLost));

  const takesWrites = new WeakSet<ClientBase>();
  async function proven(client: PoolClient): Promise<PoolClient> {
    if (takesWrites.has(client)) return client;
    try {
      await requireWrites(client, hosts);
    } catch (error) {
      client.release(true);
      throw error;
    }
    takesWrites.add(client);
    return client;
  }

  async function connect(): Promise<PoolClient> {
    let left = hosts.count;
    // Each turn drops a connection that is left to another host, or passes a host over.
    for (let turns = left + (options.max ?? MOST_CONNECTIONS); turns > 0; turns -= 1) {
      const host = hosts.current();
      try {
        const client = await pool.connect();
        if (hostOf.get(client) === hosts.current()) return await proven(client);
        client.release(true);
      } catch (error) {
        if (isBusy(error)) throw error;
        hosts.passOver(host);
        left -= 1;
        if (left <= 0) throw error;
      }
    }
    throw new NoWrites('the host that takes writes changes too often to be reached');
  }

  return {
    connect: () =>
      connect().catch((error: unknown) => {
        // Closed by this program: no other try does better.
        throw pool.ending ? error : databaseDown(error);
      }),
    end: () => pool.end(),
  };
}
