const landmarkSelector = 'main, dialog, nav, header'
const maxFocusHistory = 8

const focusableSelector =
  'a[href], button:enabled, summary, input:not([type="hidden"]), select, textarea'

const isVisible = (element: HTMLElement) =>
  element.isConnected && (!('checkVisibility' in element) || element.checkVisibility())

/**
 * Returns the position of a control in a list: the index of its item, and its index among the
 * item's controls.
 */
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

/** Finds the same control in the item that took the removed item's place. */
function findReplacementControl(
  position: ReturnType<typeof getItemPosition>,
): HTMLElement | undefined {
  const item =
    position?.list.isConnected &&
    (position.list.children[position.at] ?? position.list.lastElementChild)
  return item ? findVisibleControls(item)[position.which] : undefined
}

/** Finds the heading of a section that has lost its content. */
const findSectionHeading = (place: HTMLElement | undefined) =>
  place?.matches('section') && document.getElementById(place.getAttribute('aria-labelledby') ?? '')

/**
 * Moves a lost focus to the nearest element that still exists: the same control of the next list
 * item, else an ancestor, else the element focused before, else the page. Runs after components
 * that manage their own focus, and ends with the signal.
 */
export function startFocusRecovery(signal: AbortSignal): void {
  if (signal.aborted) return
  /** The element focused last, and all its ancestors. */
  let path: HTMLElement[] = []
  let itemPosition: ReturnType<typeof getItemPosition> = null
  let history: HTMLElement[] = []
  /** A control that is disabled during its request loses the focus until the request ends. */
  let isDisabled = false
  let timeout: ReturnType<typeof setTimeout> | undefined

  function saveFocus(target: EventTarget | null) {
    if (!(target instanceof HTMLElement) || target === document.body) return
    isDisabled = false
    history = [...path.slice(0, 1), ...history].slice(0, maxFocusHistory)
    path = []
    itemPosition = getItemPosition(target)
    for (let one: HTMLElement | null = target; one; one = one.parentElement) path.push(one)
  }
  // Pressing elsewhere is a deliberate change of focus.
  const clearFocus = () => (path = [])

  function restore() {
    const [last] = path
    if (!last || document.activeElement !== document.body) return
    if (isVisible(last)) {
      if (isDisabled && !last.matches(':disabled')) last.focus({ preventScroll: true })
      return
    }
    const successor = findReplacementControl(itemPosition)
    if (successor) return successor.focus({ preventScroll: true })
    const ancestor = path.find(isVisible)
    const next = ancestor?.closest(landmarkSelector) ? ancestor : history.find(isVisible)
    const place = (findSectionHeading(next) || next) ?? document.querySelector<HTMLElement>('main')
    if (place && !place.matches('a, button, input, select, textarea, summary, [tabindex]'))
      place.tabIndex = -1
    place?.focus({ preventScroll: true })
  }
  const observer = new MutationObserver((mutations) => {
    isDisabled ||= mutations.some(
      ({ target }) => target === path[0] && path[0]?.matches(':disabled'),
    )
    if (document.activeElement !== document.body || path.length === 0) return
    clearTimeout(timeout)
    timeout = setTimeout(restore, 100)
  })
  observer.observe(document.body, {
    attributeFilter: ['disabled'],
    childList: true,
    subtree: true,
  })
  saveFocus(document.activeElement)
  document.addEventListener('focusin', ({ target }) => saveFocus(target), { signal })
  document.addEventListener('pointerdown', clearFocus, { signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    clearTimeout(timeout)
  })
}
