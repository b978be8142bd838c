/* A field also loses focus when code moves it, a dialog closes, or the window goes to the back. Only a user who leaves a field has it checked. */

let hasUserActed = false
let isWatchingActions = false

/** Starts to tell user actions apart from moves of focus by code. Called by what uses `isUserBlur`, once there is a document. */
export function watchUserActions(): void {
  if (isWatchingActions) return
  isWatchingActions = true
  for (const action of ['pointerdown', 'keydown', 'input', 'click'])
    document.addEventListener(action, () => (hasUserActed = true), true)
  document.addEventListener('focusin', () => (hasUserActed = false), true)
}

/** Whether the user left this control: something was pressed or typed since it got the focus, and the focus moved on. */
export const isUserBlur = (control: EventTarget): boolean =>
  hasUserActed && document.activeElement !== control
