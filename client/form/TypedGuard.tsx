import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { useNavigation } from 'react-router'
import { UnsavedGuard } from './UnsavedGuard.tsx'
import * as styles from './Panel.css.ts'

/** Guards what is typed into its forms: one for all, since the router knows one guard. `writeKey` is the page's. */
export function TypedGuard({ writeKey, children }: { writeKey: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  // The key of the page that something was typed on, so that what was sent holds nothing up.
  const [typedOn, setTypedOn] = useState<string | null>(null)
  const { formData } = useNavigation()
  const look = () => setTypedOn(hasText(place.current) ? writeKey : null)
  // oxlint-disable-next-line react/set-state-in-effect, react/exhaustive-deps -- after a write other forms may still hold text, which only the document knows; `look` is another function each time
  useEffect(look, [writeKey])
  return (
    <div ref={place} className={styles.around} onInput={look}>
      {children}
      {/* The router asks the newest of its guards alone: one that holds nothing back must not stand before another. */}
      {typedOn === writeKey && !formData && <UnsavedGuard dirty />}
    </div>
  )
}

const hasText = (place: HTMLElement | null): boolean =>
  [
    ...(place?.querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), textarea') ?? []),
  ].some(({ value }) => value !== '')
