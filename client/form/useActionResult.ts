import { useEffect, useRef } from 'react'
import type { RejectedForm } from './handleForm.ts'

/** Calls `hear` for each answer that comes after the first render; the first is part of the machine's input. */
export function useActionResult(
  answer: RejectedForm | undefined,
  hear: (answer: RejectedForm) => void,
): void {
  const last = useRef(answer?.attempt)
  useEffect(() => {
    if (!answer || answer.attempt === last.current) return
    last.current = answer.attempt
    hear(answer)
  })
}
