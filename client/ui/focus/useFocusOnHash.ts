import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { openDetails } from '../inputs/focusFirstInvalid.ts'

const controlSelector = 'a[href], button, input:not([type="hidden"]), select, textarea'

/** Puts the focus where the fragment leads, on the element or its first control; browsers do so only where they load. */
export function useFocusOnHash(): void {
  // A location of its own for each visit: the same link asked for again focuses again.
  const location = useLocation()
  useEffect(() => {
    findHashControl(location.hash)?.focus()
  }, [location])
}

/** The control that a fragment leads to, unfolded. */
export function findHashControl(hash: string): HTMLElement | null {
  const target = hash ? document.getElementById(hash.slice(1)) : null
  openDetails(target)
  return target?.matches(controlSelector)
    ? target
    : (target?.querySelector<HTMLElement>(controlSelector) ?? null)
}
