/**
 * Closes a menu that lies over the page on Escape or on a press outside it, which does nothing
 * else.
 */
export function listenForDismissal(
  menu: HTMLElement,
  close: () => void,
  signal: AbortSignal,
): void {
  if (signal.aborted) return
  const isOutside = ({ target }: Event) => target instanceof Node && !menu.contains(target)
  const onClick = (event: Event) => {
    if (!isOutside(event)) return
    event.preventDefault()
    event.stopPropagation()
    close()
  }
  // Keeps the focus. If the press moved it, the menu would close before the click, and the element
  // below would get the click.
  const keepFocus = (event: Event) => isOutside(event) && event.preventDefault()
  document.addEventListener('mousedown', keepFocus, { capture: true, signal })
  document.addEventListener('click', onClick, { capture: true, signal })
  document.addEventListener('focusin', (event) => isOutside(event) && close(), { signal })
  const onKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    close()
    menu.querySelector('button')?.focus()
  }
  document.addEventListener('keydown', onKey, { signal })
}
