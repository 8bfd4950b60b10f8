/** Marks the row, once it is drawn, if the page's address names it after its `#`, and brings it into view. */
function show(row: HTMLElement | null): void {
  if (row?.dataset['row'] === undefined || location.hash !== `#${encodeURIComponent(row.dataset['row'])}`) return;
  row.setAttribute('aria-current', 'true');
  row.classList.add('bg-primary-soft');
  row.scrollIntoView({ block: 'center' });
}

/** The attributes of a row that the address can name by this id, as the queue of decisions does. */
export const namedRow = (id: string) => ({ 'data-row': id, ref: show });
