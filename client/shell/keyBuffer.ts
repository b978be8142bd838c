/** Keys typed after the palette was opened and before it has loaded. */
let bufferedKeys = ''

/** Buffers a key and keeps it from the page. Enter adds a line break, Escape clears the buffer. */
function bufferKey(event: KeyboardEvent): void {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'Backspace') bufferedKeys = bufferedKeys.slice(0, -1)
  else if (key === 'Escape') bufferedKeys = ''
  else if (key === 'Enter') bufferedKeys += '\n'
  else if (key.length === 1) bufferedKeys += key
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** Sends keys to the buffer until the palette has loaded. */
export const startKeyBuffer = (): void => addEventListener('keydown', bufferKey, true)

/** Returns and clears the buffered keys and stops buffering. */
export function readKeyBuffer(): string {
  removeEventListener('keydown', bufferKey, true)
  const keys = bufferedKeys
  bufferedKeys = ''
  return keys
}
