import { useCallback, useEffect, useRef } from 'react'
import type { RefObject } from 'react'

/**
 * Returns a predicate: whether the user went on to another field after submitting and is still
 * there.
 */
export function useFocusTracking(form: RefObject<HTMLFormElement | null>): () => boolean {
  /** By its ID, because a picker's script replaces its input. */
  const enteredId = useRef<string>(null)
  useEffect(() => {
    const hear = ({ type, target }: Event) => {
      enteredId.current = type !== 'submit' && target instanceof Element ? target.id : null
    }
    for (const type of ['submit', 'pointerdown', 'input'])
      form.current?.addEventListener(type, hear)
  }, [form])
  return useCallback(
    () => Boolean(enteredId.current) && document.activeElement?.id === enteredId.current,
    [],
  )
}
