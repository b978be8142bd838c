/*
 * A field also loses focus when code moves it, a dialog closes, or the window goes to the
 * background. Only a user who leaves a field triggers its check.
 */

let hasUserActed = false
let isWatchingActions = false

/**
 * Starts distinguishing user actions from focus moves by code. Callers of `isUserBlur` call it once
 * there is a document.
 */
export function startUserBlurDetection(): void {
  if (isWatchingActions) return
  isWatchingActions = true
  for (const action of ['pointerdown', 'keydown', 'input', 'click'])
    document.addEventListener(action, () => (hasUserActed = true), true)
  document.addEventListener('focusin', () => (hasUserActed = false), true)
}

/**
 * Whether the user left this control: a press or key since it got the focus, and the focus moved
 * on.
 */
export const isUserBlur = (control: EventTarget): boolean =>
  hasUserActed && document.activeElement !== control
