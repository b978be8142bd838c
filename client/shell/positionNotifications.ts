export type Box = { top: number; bottom: number; left: number; right: number }

const notificationGap = 8

/**
 * Finds the highest position, at or below `first`, where an element of this height covers none of
 * the boxes. In px of the window.
 */
export function findFreeTop(
  { left, right, height }: { left: number; right: number; height: number },
  boxes: readonly Box[],
  first: number,
): number {
  const beside = boxes.filter((box) => box.left < right && box.right > left)
  const isFree = (top: number) =>
    beside.every((box) => top >= box.bottom || top + height <= box.top)
  const places = [first, ...beside.map(({ bottom }) => bottom + notificationGap)]
  return (
    places
      .filter((top) => top >= first)
      .toSorted((one, other) => one - other)
      .find(isFree) ?? first
  )
}

/** Titles, breadcrumbs, and headings of panels and dialogs. */
const headingSelector =
  '#content h1, #content header nav, dialog[open] header, dialog[open] > h2, section[aria-labelledby="jobs"] > header'

/** Returns the boxes of an element's text: a title is as wide as the page, its text isn't. */
function getTextBoxes(element: Element): Box[] {
  if (element.tagName === 'HEADER') return [element.getBoundingClientRect()]
  const range = document.createRange()
  range.selectNodeContents(element)
  return [...range.getClientRects()]
}

/** The parts of an open panel that notifications must not cover, found by their selectors. */
export type PanelParts = { sheet: string; content: string; spaceVariable: string }

/**
 * Moves the notification area to where it covers no title and nothing of an open panel: beside the
 * panel, or between its content and its buttons. Returns a function that undoes this.
 */
export function positionNotifications(area: HTMLElement, parts: PanelParts): () => void {
  area.style.removeProperty('top')
  area.style.removeProperty('left')
  const { top, width, height } = area.getBoundingClientRect()
  if (height === 0 || getComputedStyle(area).position !== 'fixed') return () => undefined
  const sheet = area.closest('dialog')?.querySelector<HTMLElement>(parts.sheet)
  const free = sheet?.getBoundingClientRect().left
  if (sheet && free !== undefined && free < width + 2 * notificationGap)
    return positionInPanel(area, sheet, parts)
  if (free !== undefined) area.style.left = `${free / 2}px`
  const { left, right } = area.getBoundingClientRect()
  const boxes = [...document.querySelectorAll(headingSelector)]
    .flatMap(getTextBoxes)
    .filter((box) => box.bottom > box.top && box.bottom > 0)
  area.style.top = `${findFreeTop({ left, right, height }, boxes, top)}px`
  return () => undefined
}

/** Makes a panel's content shorter by the notifications, so that nothing moves above or below. */
function positionInPanel(
  area: HTMLElement,
  sheet: HTMLElement,
  { content, spaceVariable }: PanelParts,
): () => void {
  const { height } = area.getBoundingClientRect()
  sheet.style.setProperty(spaceVariable, `${height + 2 * notificationGap}px`)
  const { left, width, bottom } = sheet.getBoundingClientRect()
  const shortened = sheet.querySelector(content)?.getBoundingClientRect().bottom
  area.style.left = `${left + width / 2}px`
  area.style.top = `${(shortened ?? bottom - height - 2 * notificationGap) + notificationGap}px`
  return () => sheet.style.removeProperty(spaceVariable)
}
