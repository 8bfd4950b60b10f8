import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Migration } from '../migrate.ts';
import { fileOf, type Manifest, MANIFEST_FILE, readManifest } from './manifest.ts';
import { BackupRefused } from './refused.ts';
import { createMeter } from './streams.ts';

/** A backup that was read in full, and whose checksums match. */
export interface CheckedBackup {
  readonly folder: string;
  readonly manifest: Manifest;
}

/**
 * Reads a backup, named by its folder or its manifest, and compares each file with its checksum. Changes nothing.
 * Throws `BackupRefused` where it is not a backup, is incomplete, or was altered.
 */
export async function checkBackup(path: string): Promise<CheckedBackup> {
  const folder = basename(path) === MANIFEST_FILE ? dirname(path) : path;
  const text = await readFile(join(folder, MANIFEST_FILE), 'utf8').catch(() => null);
  if (text === null) throw new BackupRefused(`${folder} is no backup: it has no ${MANIFEST_FILE}.`);
  const manifest = readManifest(text);
  if (manifest === null) {
    throw new BackupRefused(
      `${join(folder, MANIFEST_FILE)} is torn, was altered, or is of another version. Take another backup.`,
    );
  }
  for (const { name, bytes, sha256 } of manifest.tables) {
    const file = join(folder, fileOf(name));
    const meter = createMeter();
    await pipeline(createReadStream(file), meter.stream.resume()).catch((error: unknown) => {
      throw new BackupRefused(`${file} can’t be read. Take another backup.`, { cause: error });
    });
    const found = meter.read();
    if (found.bytes !== bytes || found.sha256 !== sha256) {
      throw new BackupRefused(`${file} is torn or was altered. Take another backup.`);
    }
  }
  return { folder, manifest };
}

/**
 * The migrations of this version that made the backup's schema. Throws `BackupRefused` where this version does not know
 * one of them, or its text differs. Pure.
 */
export function migrationsOf({ migrations }: Pick<Manifest, 'migrations'>, known: readonly Migration[]): Migration[] {
  const byName = new Map(known.map((migration) => [migration.name, migration]));
  return migrations.map(({ name, checksum }) => {
    const migration = byName.get(name);
    if (migration === undefined) {
      throw new BackupRefused(
        `The backup was made by a newer version: this one does not know its migration ${name}. Restore it with the version that made it, or a later one.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new BackupRefused(
        `The backup’s migration ${name} is not this version’s. Restore it with the version that made it.`,
      );
    }
    return migration;
  });
}
