/** The row of a record, where the page lists it. */
export const findRow = (id: number | undefined) => document.querySelector(`[data-row="${id}"]`)

/** What a row is opened by. */
export const findRowLink = (row: Element | null | undefined) => row?.querySelector('a')

/** Gives the focus to what stands on the page, else to the page's heading. */
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
