/* A check may move the page under the pointer, and the press on a button be lost: checks wait until it is released. */

let pressed = false
let watching = false
const waiting: (() => void)[] = []

/** Hears when the pointer is pressed and released; called by what uses `afterPointer`, once there is a document. */
export function watchPointer(): void {
  if (watching) return
  watching = true
  document.addEventListener('pointerdown', () => (pressed = true), true)
  for (const end of ['pointerup', 'pointercancel', 'dragend'])
    document.addEventListener(end, release, true)
  // A dialog of the browser, its context menu for one, may keep the release to itself: what comes next tells.
  document.addEventListener(
    'pointermove',
    ({ buttons }) => pressed && buttons === 0 && release(),
    true,
  )
  document.addEventListener('keydown', ({ repeat }) => pressed && !repeat && release(), true)
}

function release() {
  pressed = false
  for (const act of waiting.splice(0)) act()
}

/** Acts at once, or when the pointer that is down is released. */
export function afterPointer(act: () => void): void {
  if (pressed) waiting.push(act)
  else act()
}
