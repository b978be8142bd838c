import { panelAddresses } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { takes } from '#shared/areas/payments/attempts.ts'
import type { AttemptFacts, AttemptState } from '#shared/areas/payments/attempts.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { attemptsWords as say } from './words.ts'

const changes = ['settle', 'retry', 'schedule', 'link', 'dismiss', 'reopen'] as const

/** What can be done about a failed payment as it stands, for whoever may write: words, and where. */
export function attemptActions(attempt: AnyRecord, view: ListView): [words: string, to: string][] {
  const at = panelAddresses(paymentAttempts, view)
  // The platform answers records of this definition, and refuses what does not hold by now.
  const facts = attempt as unknown as AttemptFacts
  const offered = changes.filter((change) =>
    takes(change, attempt['status'] as AttemptState, facts),
  )
  return [
    ...offered.map((change): [string, string] => [say[change], at(change, attempt.id)]),
    [say.assign, at('assign', attempt.id)],
  ]
}
