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

/** Moves the notification area to where it covers no title. */
export function positionNotifications(area: HTMLElement): void {
  area.style.removeProperty('top')
  const { top, left, right, height } = area.getBoundingClientRect()
  if (height === 0 || getComputedStyle(area).position !== 'fixed') return
  const boxes = [...document.querySelectorAll(headingSelector)]
    .flatMap(getTextBoxes)
    .filter((box) => box.bottom > box.top && box.bottom > 0)
  area.style.top = `${findFreeTop({ left, right, height }, boxes, top)}px`
}
