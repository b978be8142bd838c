import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { limits } from '#shared/limits.ts'
import * as styles from './Table.css.ts'

/**
 * Renders an area that scrolls within the remaining window height, adjusted 100 ms after a change
 * and only above 720 px width (spec.md sections 2 and 9).
 */
export function WindowHeightScrollArea({
  label,
  children,
}: {
  label: string
  children: ReactNode
}) {
  const area = useRef<HTMLDivElement>(null)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const adjust = () => {
      const element = area.current
      if (!element) return
      const fits = window.innerWidth > limits.narrowWindow
      const height = window.innerHeight - element.getBoundingClientRect().top
      // The content security policy allows styles set by script, but none in markup.
      element.style.maxHeight = fits ? `${Math.max(120, Math.floor(height))}px` : ''
    }
    const scheduleAdjustment = () => {
      clearTimeout(timer)
      timer = setTimeout(adjust, limits.scrollHeightDelay)
    }
    scheduleAdjustment()
    window.addEventListener('resize', scheduleAdjustment)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('resize', scheduleAdjustment)
    }
  }, [])
  return (
    <div ref={area} className={styles.area} role="region" aria-label={label} tabIndex={0}>
      {children}
    </div>
  )
}
