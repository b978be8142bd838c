/** Returns a record's row, if the page lists it. */
export const findRowElement = (id: number | undefined) =>
  document.querySelector(`[data-row="${id}"]`)

/** Returns the link that opens a row. */
export const findRowLink = (row: Element | null | undefined) => row?.querySelector('a')

/** Focuses the target if it's on the page, else the page's heading. */
export function focusTargetOrHeading(
  target: HTMLElement | null | undefined,
  options?: FocusOptions,
) {
  target?.focus(options)
  const heading = document.querySelector('h1')
  if (!heading || (target && document.activeElement === target)) return
  heading.tabIndex = -1
  heading.focus(options)
}
