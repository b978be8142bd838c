import '../signedIn.ts'

const places = 'main, dialog, nav, header'
const remembered = 8

const isShown = (element: HTMLElement) =>
  element.isConnected && (!('checkVisibility' in element) || element.checkVisibility())

/**
 * Keyboard users keep their place: where what had the focus is gone, what stood around it takes it, else what had it before, else
 * the page. What looks after its own focus has done so by then. It ends with the signal.
 */
export function keepFocus(signal: AbortSignal): void {
  if (signal.aborted) return
  /** What had the focus last, and all that stood around it. */
  let path: HTMLElement[] = []
  let before: HTMLElement[] = []
  /** What is disabled while its work is under way loses the focus until it is over. */
  let isHeldUp = false
  let asked: ReturnType<typeof setTimeout> | undefined

  function remember(target: EventTarget | null) {
    if (!(target instanceof HTMLElement) || target === document.body) return
    isHeldUp = false
    before = [...path.slice(0, 1), ...before].slice(0, remembered)
    path = []
    for (let one: HTMLElement | null = target; one; one = one.parentElement) path.push(one)
  }
  // Whoever points elsewhere has left by themselves.
  const forget = () => (path = [])

  function giveBack() {
    const [last] = path
    if (!last || document.activeElement !== document.body) return
    if (isShown(last)) {
      if (isHeldUp && !last.matches(':disabled')) last.focus({ preventScroll: true })
      return
    }
    const around = path.find(isShown)
    const next = around?.closest(places) ? around : before.find(isShown)
    const place = next ?? document.querySelector<HTMLElement>('main')
    if (place && !place.matches('a, button, input, select, textarea, summary, [tabindex]'))
      place.tabIndex = -1
    place?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver((changes) => {
    isHeldUp ||= changes.some(({ target }) => target === path[0] && path[0]?.matches(':disabled'))
    if (document.activeElement !== document.body || path.length === 0) return
    clearTimeout(asked)
    asked = setTimeout(giveBack, 100)
  })
  observer.observe(document.body, {
    attributeFilter: ['disabled'],
    childList: true,
    subtree: true,
  })
  remember(document.activeElement)
  document.addEventListener('focusin', ({ target }) => remember(target), { signal })
  document.addEventListener('pointerdown', forget, { signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(asked)
  })
}
