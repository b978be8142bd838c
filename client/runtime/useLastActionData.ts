import { useState } from 'react'
import { useActionData, useLocation } from 'react-router'

/** What the last action of this page answered. The router drops it where the page reads its data again (a job has ended); here it stands until one goes on. */
export function useLastActionData<Answer>() {
  const answer = useActionData<Answer>()
  const { key } = useLocation()
  const [kept, keep] = useState({ key, answer })
  const isNew = key !== kept.key || (answer !== undefined && answer !== kept.answer)
  if (isNew) keep({ key, answer })
  return isNew ? answer : kept.answer
}
