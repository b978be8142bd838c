import { useState } from 'react'
import { useActionData, useLocation } from 'react-router'

/**
 * Returns what this page's last action returned. The router drops it when the page reloads its
 * data, as after a job; this hook returns it until the next navigation.
 */
export function useLastActionData<Answer>() {
  const answer = useActionData<Answer>()
  const { key } = useLocation()
  const [kept, keep] = useState({ key, answer })
  const isNew = key !== kept.key || (answer !== undefined && answer !== kept.answer)
  if (isNew) keep({ key, answer })
  return isNew ? answer : kept.answer
}
