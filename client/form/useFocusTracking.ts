import { useCallback, useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Whether who sent the form went on to another field of it since, and still is there. */
export function useFocusTracking(form: RefObject<HTMLFormElement | null>): () => boolean {
  /** By its id, since the script of a picker replaces its input. */
  const entered = useRef<string>(null)
  useEffect(() => {
    const hear = ({ type, target }: Event) => {
      entered.current = type !== 'submit' && target instanceof Element ? target.id : null
    }
    for (const type of ['submit', 'pointerdown', 'input'])
      form.current?.addEventListener(type, hear)
  }, [form])
  return useCallback(
    () => Boolean(entered.current) && document.activeElement?.id === entered.current,
    [],
  )
}
