import '../frame/signedIn.ts'

const landmarkSelector = 'main, dialog, nav, header'
const maxFocusHistory = 8

const focusableSelector =
  'a[href], button:enabled, summary, input:not([type="hidden"]), select, textarea'

const isVisible = (element: HTMLElement) =>
  element.isConnected && (!('checkVisibility' in element) || element.checkVisibility())

/** Where a control stands in a list: in which of its items, and as which of the item's controls. */
function getItemPosition(target: HTMLElement) {
  const item = target.closest<HTMLElement>('li, tr')
  const list = item?.parentElement
  if (!list) return null
  return {
    list,
    at: [...list.children].indexOf(item),
    which: findVisibleControls(item).indexOf(target),
  }
}

const findVisibleControls = (item: Element) =>
  [...item.querySelectorAll<HTMLElement>(focusableSelector)].filter(isVisible)

/** The same control of the item that stands there now, since the one before it is gone. */
function findReplacementControl(seat: ReturnType<typeof getItemPosition>): HTMLElement | undefined {
  const item = seat?.list.isConnected && (seat.list.children[seat.at] ?? seat.list.lastElementChild)
  return item ? findVisibleControls(item)[seat.which] : undefined
}

/** A part of a page that has lost what was in it is told by its heading. */
const findSectionHeading = (place: HTMLElement | undefined) =>
  place?.matches('section') && document.getElementById(place.getAttribute('aria-labelledby') ?? '')

/**
 * Keyboard users keep their place: where what had the focus is gone, what stands in its place of a list takes it, else what stood
 * around it, else what had it before, else the page. What looks after its own focus has done so by then. It ends with the signal.
 */
export function restoreFocus(signal: AbortSignal): void {
  if (signal.aborted) return
  /** What had the focus last, and all that stood around it. */
  let path: HTMLElement[] = []
  let seat: ReturnType<typeof getItemPosition> = null
  let before: HTMLElement[] = []
  /** What is disabled while its work is under way loses the focus until it is over. */
  let isHeldUp = false
  let asked: ReturnType<typeof setTimeout> | undefined

  function remember(target: EventTarget | null) {
    if (!(target instanceof HTMLElement) || target === document.body) return
    isHeldUp = false
    before = [...path.slice(0, 1), ...before].slice(0, maxFocusHistory)
    path = []
    seat = getItemPosition(target)
    for (let one: HTMLElement | null = target; one; one = one.parentElement) path.push(one)
  }
  // Whoever points elsewhere has left by themselves.
  const forget = () => (path = [])

  function giveBack() {
    const [last] = path
    if (!last || document.activeElement !== document.body) return
    if (isVisible(last)) {
      if (isHeldUp && !last.matches(':disabled')) last.focus({ preventScroll: true })
      return
    }
    const successor = findReplacementControl(seat)
    if (successor) return successor.focus({ preventScroll: true })
    const around = path.find(isVisible)
    const next = around?.closest(landmarkSelector) ? around : before.find(isVisible)
    const place = (findSectionHeading(next) || next) ?? document.querySelector<HTMLElement>('main')
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
