import { useEffect } from 'react'

/**
 * Gives every instant on the page its tooltip when it is pointed at: one listener for all `<time>`, and none of it in the
 * markup, which the server and the browser write alike.
 */
export function useInstantTitles(): void {
  useEffect(() => {
    const listener = async ({ target }: Event) => {
      const time = target instanceof Element ? target.closest('time') : null
      // A day alone is the same day everywhere.
      if (!time?.dateTime.includes('T')) return
      const module = await import('./instantTitle.ts').catch(() => null)
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
      const title = module?.instantTitle(time.dateTime, new Date(), timeZone)
      if (title) time.title = title
    }
    const point = (event: Event) => void listener(event)
    document.addEventListener('pointerover', point)
    return () => document.removeEventListener('pointerover', point)
  }, [])
}
