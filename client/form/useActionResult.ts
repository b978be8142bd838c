import { useEffect, useRef } from 'react'
import type { RejectedForm } from './handleForm.ts'

/**
 * Calls the listener for each answer after the first render. The first one is part of the machine's
 * input.
 */
export function useActionResult(
  answer: RejectedForm | undefined,
  onResult: (answer: RejectedForm) => void,
): void {
  const last = useRef(answer?.attempt)
  useEffect(() => {
    if (!answer || answer.attempt === last.current) return
    last.current = answer.attempt
    onResult(answer)
  })
}
