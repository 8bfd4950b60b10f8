import type { Connection } from '../../platform/database.ts';

export interface WatcherRow {
  readonly network: string;
  readonly height: bigint | null;
  readonly headHeight: bigint | null;
  readonly checkedAt: Date | null;
  readonly stalled: string | null;
  readonly secondsLeft: number | null;
}

/** How far each network has been read, as its watcher last noted. */
export function listWatchers(connection: Connection): Promise<WatcherRow[]> {
  return connection.query<WatcherRow>(
    `select w.network, (select max(b.height) from block b where b.network = w.network) as height,
            w.head_height as "headHeight", w.checked_at as "checkedAt", w.stalled, w.seconds_left as "secondsLeft"
     from watcher w order by w.network`,
  );
}
