/** Hands a file to the browser to be kept under that name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}

/** Hands a CSV text to the browser as a file of that name, with the mark by which Excel knows that it is UTF-8. */
export function saveCsv(text: string, name: string): void {
  saveFile(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }), name);
}
