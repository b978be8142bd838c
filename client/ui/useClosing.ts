import { useEffect } from 'react'
import type { RefObject } from 'react'

/** Closes an open `<details>` menu on Escape, with the focus back on its summary, and when the operator turns elsewhere. */
export function useClosing(details: RefObject<HTMLDetailsElement | null>): void {
  useEffect(() => {
    const element = details.current
    if (!element) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return
      element.open = false
      element.querySelector('summary')?.focus()
    }
    const onElsewhere = (event: Event) => {
      if (event.target instanceof Node && !element.contains(event.target)) element.open = false
    }
    element.addEventListener('keydown', onKey)
    document.addEventListener('pointerdown', onElsewhere)
    document.addEventListener('focusin', onElsewhere)
    return () => {
      element.removeEventListener('keydown', onKey)
      document.removeEventListener('pointerdown', onElsewhere)
      document.removeEventListener('focusin', onElsewhere)
    }
  }, [details])
}
