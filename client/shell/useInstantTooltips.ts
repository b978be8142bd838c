import { useEffect } from 'react'
import { formatInstantTooltip } from './formatInstantTooltip.ts'
import { useTimeZone } from '../runtime/ConsoleContext.tsx'

/**
 * Sets an instant's tooltip on hover. One listener serves all `<time>` elements, and the markup has
 * no titles.
 */
export function useInstantTooltips(): void {
  const zone = useTimeZone()
  useEffect(() => {
    const onPointerOver = ({ target }: Event) => {
      const time = target instanceof Element ? target.closest('time') : null
      // A date without a time is the same in every zone.
      if (!time?.dateTime.includes('T')) return
      const title = formatInstantTooltip(time.dateTime, new Date(), zone)
      if (title) time.title = title
    }
    document.addEventListener('pointerover', onPointerOver)
    return () => document.removeEventListener('pointerover', onPointerOver)
  }, [zone])
}
