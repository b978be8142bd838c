import { useEffect } from 'react'
import { useTimeZone } from '../runtime/ConsoleContext.tsx'

/**
 * Sets an instant's tooltip on hover. One listener serves all `<time>` elements, and the markup has
 * no titles.
 */
export function useInstantTooltips(): void {
  const zone = useTimeZone()
  useEffect(() => {
    const listener = async ({ target }: Event) => {
      const time = target instanceof Element ? target.closest('time') : null
      // A date without a time is the same in every zone.
      if (!time?.dateTime.includes('T')) return
      const module = await import('./formatInstantTooltip.ts').catch(() => null)
      const title = module?.formatInstantTooltip(time.dateTime, new Date(), zone)
      if (title) time.title = title
    }
    const point = (event: Event) => void listener(event)
    document.addEventListener('pointerover', point)
    return () => document.removeEventListener('pointerover', point)
  }, [zone])
}
