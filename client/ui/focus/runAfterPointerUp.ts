/*
 * A check may move the page under the pointer, so that a button misses its click. Checks therefore
 * wait until the pointer is released.
 */

let isPointerDown = false
let isWatchingPointer = false
const pendingActions: (() => void)[] = []

/**
 * Starts tracking when the pointer is pressed and released. Callers of `runAfterPointerUp` call it
 * once there is a document.
 */
export function watchPointer(): void {
  if (isWatchingPointer) return
  isWatchingPointer = true
  document.addEventListener('pointerdown', () => (isPointerDown = true), true)
  for (const end of ['pointerup', 'pointercancel', 'dragend'])
    document.addEventListener(end, releasePointer, true)
  // A browser dialog, such as the context menu, may swallow the release. The next event reveals it.
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

/** Runs an action immediately, or when the pressed pointer is released. */
export function runAfterPointerUp(act: () => void): void {
  if (isPointerDown) pendingActions.push(act)
  else act()
}
