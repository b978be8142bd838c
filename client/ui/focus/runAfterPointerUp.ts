/* A check may move the page under the pointer, and the press on a button be lost: checks wait until it is released. */

let isPointerDown = false
let isWatchingPointer = false
const pendingActions: (() => void)[] = []

/** Hears when the pointer is pressed and released; called by what uses `runAfterPointerUp`, once there is a document. */
export function watchPointer(): void {
  if (isWatchingPointer) return
  isWatchingPointer = true
  document.addEventListener('pointerdown', () => (isPointerDown = true), true)
  for (const end of ['pointerup', 'pointercancel', 'dragend'])
    document.addEventListener(end, releasePointer, true)
  // A dialog of the browser, its context menu for one, may keep the release to itself: what comes next tells.
  document.addEventListener(
    'pointermove',
    ({ buttons }) => isPointerDown && buttons === 0 && releasePointer(),
    true,
  )
  document.addEventListener(
    'keydown',
    ({ repeat }) => isPointerDown && !repeat && releasePointer(),
    true,
  )
}

function releasePointer() {
  isPointerDown = false
  for (const act of pendingActions.splice(0)) act()
}

/** Acts at once, or when the pointer that is down is released. */
export function runAfterPointerUp(act: () => void): void {
  if (isPointerDown) pendingActions.push(act)
  else act()
}
