import { useEffect } from 'react'
import { useTimeZone } from '../runtime/ConsoleContext.tsx'

/** Gives every instant its tooltip when it is pointed at: one listener for all `<time>`, and none of it in the markup. */
export function useInstantTitles(): void {
  const zone = useTimeZone()
  useEffect(() => {
    const listener = async ({ target }: Event) => {
      const time = target instanceof Element ? target.closest('time') : null
      // A day alone is the same day everywhere.
      if (!time?.dateTime.includes('T')) return
      const module = await import('./formatInstantTitle.ts').catch(() => null)
      const title = module?.formatInstantTitle(time.dateTime, new Date(), zone)
      if (title) time.title = title
    }
    const point = (event: Event) => void listener(event)
    document.addEventListener('pointerover', point)
    return () => document.removeEventListener('pointerover', point)
  }, [zone])
}
