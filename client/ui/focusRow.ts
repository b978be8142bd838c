/** What a row of this record is opened by, where the page lists it. */
export const linkInRow = (row: number | string | undefined) =>
  document.querySelector<HTMLElement>(`[data-row="${row}"] a`)

/** Gives the focus to the row of a record, where the page shows one, else to the page's heading. */
export function focusRow(row: number | string | undefined, options?: FocusOptions): void {
  const link = linkInRow(row)
  link?.focus(options)
  if (link && document.activeElement === link) return
  const heading = document.querySelector<HTMLElement>('main h1, h1')
  heading?.setAttribute('tabindex', '-1')
  heading?.focus(options)
}
