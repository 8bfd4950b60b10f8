/** Marks a row, once it is drawn, whose `data-row` the page's address names after its `#`, and brings it into view. */
export function showNamedRow(row: HTMLElement | null): void {
  if (row?.dataset['row'] === undefined || location.hash !== `#${encodeURIComponent(row.dataset['row'])}`) return;
  row.setAttribute('aria-current', 'true');
  row.scrollIntoView({ block: 'center' });
}
