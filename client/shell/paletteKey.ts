import { readKeyBuffer, startKeyBuffer } from './keyBuffer.ts'

/** What the key presses. */
export const paletteLinkSelector = 'a[href$="find="]'

/** Whether it is Ctrl K, which is then no key of the browser. */
export function isPaletteKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return false
  if (!event.ctrlKey && !event.metaKey) return false
  event.preventDefault()
  return true
}

const keyBufferTimeoutMs = 10_000

let wasPressedEarly = false
/** What is typed after it is the palette's. */
function recordEarlyPress(event: KeyboardEvent): void {
  if (!document.querySelector(paletteLinkSelector) || !isPaletteKey(event)) return
  wasPressedEarly = true
  startKeyBuffer()
  // Where the page does not come to life its forms have the keys.
  setTimeout(readKeyBuffer, keyBufferTimeoutMs)
}

/** Notes the key until the page hears it: called by the first script, on pages that have the link. */
export const listenForEarlyPress = (): void =>
  document.addEventListener('keydown', recordEarlyPress)

/** Whether it was pressed meanwhile; from now on the page hears it. */
export function readEarlyPress(): boolean {
  document.removeEventListener('keydown', recordEarlyPress)
  const was = wasPressedEarly
  wasPressedEarly = false
  return was
}
