/** What was typed since the palette was asked for, as long as it is not there. */
let typed = ''

/** Keeps the keys from the page; Enter ends a line, Escape empties it. */
function keep(event: KeyboardEvent): void {
  const { key } = event
  if (event.ctrlKey || event.metaKey || event.altKey) return
  if (key === 'Backspace') typed = typed.slice(0, -1)
  else if (key === 'Escape') typed = ''
  else if (key === 'Enter') typed += '\n'
  else if (key.length === 1) typed += key
  else return
  event.preventDefault()
  event.stopImmediatePropagation()
}

/** From now on keys are the palette's, which is on its way. */
export const typeAhead = (): void => addEventListener('keydown', keep, true)

/** What was typed for the palette; keys are the page's again. */
export function takeTyped(): string {
  removeEventListener('keydown', keep, true)
  const taken = typed
  typed = ''
  return taken
}
