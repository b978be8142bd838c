import { useState } from 'react'
import { useActionData, useLocation } from 'react-router'

/**
 * Returns what this page's last action returned. The router drops it when the page reloads its
 * data, as after a job; this hook returns it until the next navigation.
 */
export function useLastActionData<Answer>() {
  const answer = useActionData<Answer>()
  const { key } = useLocation()
  const [last, setLast] = useState({ key, answer })
  const isNew = key !== last.key || (answer !== undefined && answer !== last.answer)
  if (isNew) setLast({ key, answer })
  return isNew ? answer : last.answer
}
