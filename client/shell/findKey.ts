import { takeTyped, typeAhead } from './typedAhead.ts'

/** What the key presses. */
export const findLink = 'a[href$="find="]'

/** Whether it is Ctrl K, which is then no key of the browser. */
export function isFindKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return false
  if (!event.ctrlKey && !event.metaKey) return false
  event.preventDefault()
  return true
}

const patienceMs = 10_000

let early = false
/** What is typed after it is the palette's. */
function note(event: KeyboardEvent): void {
  if (!document.querySelector(findLink) || !isFindKey(event)) return
  early = true
  typeAhead()
  // Where the page does not come to life its forms have the keys.
  setTimeout(takeTyped, patienceMs)
}

/** Notes the key until the page hears it: called by the first script, on pages that have the link. */
export const hearEarly = (): void => document.addEventListener('keydown', note)

/** Whether it was pressed meanwhile; from now on the page hears it. */
export function heardEarly(): boolean {
  document.removeEventListener('keydown', note)
  const was = early
  early = false
  return was
}
