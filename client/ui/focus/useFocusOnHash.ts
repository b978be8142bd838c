import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { openSurroundingDetails } from '../inputs/focusFirstInvalid.ts'

const controlSelector = 'a[href], button, input:not([type="hidden"]), select, textarea'

/**
 * Focuses the element at the URL's fragment if it can have the focus, or else its first control. Browsers do so only on page
 * load.
 */
export function useFocusOnHash(): void {
  // Each visit has a new location object, so following the same link again focuses again.
  const location = useLocation()
  useEffect(() => {
    revealHashControl(location.hash)?.focus()
  }, [location])
}

/** Returns the control that a fragment leads to, and opens the `<details>` around it. */
export function revealHashControl(hash: string): HTMLElement | null {
  const target = hash ? document.getElementById(hash.slice(1)) : null
  openSurroundingDetails(target)
  return target?.matches(`${controlSelector}, [tabindex]`)
    ? target
    : (target?.querySelector<HTMLElement>(controlSelector) ?? null)
}
