import type { PersonalArchive } from '@kobogate/contract';
import { saveFile } from './save-file.ts';

/** Saves everything that is kept about a person as a file that people and programs can read. */
export function saveArchive(archive: PersonalArchive): void {
  saveFile(JSON.stringify(archive, null, 2), 'application/json', `kobogate-data-${archive.madeAt.slice(0, 10)}.json`);
}
