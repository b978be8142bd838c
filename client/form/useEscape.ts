import { useEffectEvent, useLayoutEffect } from 'react'
import { useNavigate } from 'react-router'

/** Navigates on Escape to the URL where whatever is open is closed. */
export function useEscape(url: string): void {
  const navigate = useNavigate()
  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : null
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // While a form is being saved, its answer closes the panel or explains why not.
    if (document.querySelector('[data-loading]') || target?.closest('dialog, details[open]')) return
    void navigate(url, { preventScrollReset: true })
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onEscape(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
