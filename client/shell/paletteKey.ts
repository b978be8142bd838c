import { readKeyBuffer, startKeyBuffer } from './keyBuffer.ts'

/** The link that the key follows. */
export const paletteLinkSelector = 'a[href$="find="]'

/** Returns whether the key is Ctrl K and, if so, keeps it from the browser. */
export function claimPaletteKey(event: KeyboardEvent): boolean {
  if (event.key.toLowerCase() !== 'k' || event.shiftKey || event.altKey) return false
  if (!event.ctrlKey && !event.metaKey) return false
  event.preventDefault()
  return true
}

const keyBufferTimeoutMs = 10_000

let wasPressedEarly = false
/** Records an early Ctrl K and buffers the keys typed after it. */
function recordEarlyPaletteKey(event: KeyboardEvent): void {
  if (!document.querySelector(paletteLinkSelector) || !claimPaletteKey(event)) return
  wasPressedEarly = true
  startKeyBuffer()
  // If the page never hydrates, its forms get the keys back.
  setTimeout(readKeyBuffer, keyBufferTimeoutMs)
}

/**
 * Records the key until the page listens for it. Called by the first script, on pages that have the
 * link.
 */
export const listenForEarlyPaletteKey = (): void =>
  document.addEventListener('keydown', recordEarlyPaletteKey)

/**
 * Returns whether the key was pressed early and stops recording, since the page listens from now
 * on.
 */
export function consumeEarlyPaletteKey(): boolean {
  document.removeEventListener('keydown', recordEarlyPaletteKey)
  const wasPressed = wasPressedEarly
  wasPressedEarly = false
  return wasPressed
}
