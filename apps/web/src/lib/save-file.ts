import type { Endpoint, PersonalArchive } from '@kobogate/contract';

/** Safari reads the file some time after the click: as long as FileSaver.js leaves it, after which it takes no memory any more. */
const READ_WITHIN_MS = 40_000;

/** Hands a file to the browser under that name; a text as UTF-8. */
export function saveFile(content: string | Uint8Array<ArrayBuffer>, media: Endpoint['media'], name: string): void {
  const address = URL.createObjectURL(
    new Blob([content], { type: typeof content === 'string' ? `${media};charset=utf-8` : media }),
  );
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), READ_WITHIN_MS);
}

/** Saves everything that is kept about a person as a file that people and programs can read. */
export function saveArchive(archive: PersonalArchive): void {
  saveFile(JSON.stringify(archive, null, 2), 'application/json', `kobogate-data-${archive.madeAt.slice(0, 10)}.json`);
}
