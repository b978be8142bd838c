import { createPanelUrls } from '#shared/engine/list/listView.ts'
import type { ListView } from '#shared/engine/list/listView.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'
import { isChangeAllowed, isUnresolved, needsSetupFix } from '#shared/areas/payments/attempts.ts'
import type { AttemptFacts, AttemptState } from '#shared/areas/payments/attempts.ts'
import { paymentAttempts } from '#shared/areas/payments/paymentAttempts.ts'
import { paymentAttemptsMessages } from './messages.ts'

const attemptChanges = ['settle', 'retry', 'schedule', 'link', 'dismiss', 'reopen'] as const

/** Returns the actions that an attempt allows in its current state, as labels and URLs. */
export function getAttemptActions(
  attempt: AnyRecord,
  view: ListView,
): [words: string, to: string][] {
  const buildPanelUrl = createPanelUrls(paymentAttempts, view)
  // The platform returns records of this definition, and rejects an action that is no longer
  // allowed.
  const facts = attempt as unknown as AttemptFacts
  const allowedChanges = attemptChanges.filter((change) =>
    isChangeAllowed(change, attempt['status'] as AttemptState, facts),
  )
  return [
    ...allowedChanges.map((change): [string, string] => [
      paymentAttemptsMessages[change],
      buildPanelUrl(change, attempt.id),
    ]),
    [paymentAttemptsMessages.assign, buildPanelUrl('assign', attempt.id)],
  ]
}

/** Returns whether a payment can only succeed once its store's payment setup is fixed. */
export function isWaitingForSetup(attempt: AnyRecord): boolean {
  // The definition has these fields.
  const { reason, retryable } = attempt as unknown as AttemptFacts
  return isUnresolved(attempt['status'] as AttemptState) && needsSetupFix({ reason, retryable })
}
