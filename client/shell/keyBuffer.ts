/** What was typed since the palette was asked for, as long as it is not there. */
let bufferedKeys = ''

/** Keeps the keys from the page; Enter ends a line, Escape empties it. */
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

/** From now on keys are the palette's, which is on its way. */
export const startKeyBuffer = (): void => addEventListener('keydown', bufferKey, true)

/** What was typed for the palette; keys are the page's again. */
export function readKeyBuffer(): string {
  removeEventListener('keydown', bufferKey, true)
  const taken = bufferedKeys
  bufferedKeys = ''
  return taken
}
