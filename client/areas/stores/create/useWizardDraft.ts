import { useEffect, useState } from 'react'
import { nullable, number, optional, record, string, type, unknown } from 'superstruct'
import type { ActorRefFrom } from 'xstate'
import { isDirty, isCreated, toWizardProgress } from '#machines/createStore/snapshot.ts'
import type { createStoreMachine } from '#machines/createStore/index.ts'
import type { WizardProgress } from '#machines/createStore/context.ts'
import { is } from '#shared/engine/is.ts'
import { useActors } from '#client/runtime/ConsoleContext.tsx'

const StoredWizardDraft = type({
  values: record(string(), unknown()),
  step: string(),
  reached: string(),
  writeKey: string(),
  template: optional(nullable(type({ id: number(), values: record(string(), unknown()) }))),
})

/**
 * Saves the run in the tab's session storage, per user, until the store is created. The server's
 * answer takes precedence, since it is newer.
 */
export function useWizardDraft(
  wizard: ActorRefFrom<typeof createStoreMachine>,
  answered: boolean,
): void {
  const { session } = useActors()
  const [key] = useState(
    () => `draft.${session.getSnapshot().context.user?.id ?? ''}.stores.create`,
  )

  useEffect(() => {
    const run = answered ? null : readDraft(key)
    if (run) wizard.send({ type: 'draft.restore', run })
    const saveDraft = () => {
      const snapshot = wizard.getSnapshot()
      if (isCreated(snapshot) || !isDirty(snapshot)) sessionStorage.removeItem(key)
      else sessionStorage.setItem(key, JSON.stringify(toWizardProgress(snapshot)))
    }
    saveDraft()
    const { unsubscribe } = wizard.subscribe(saveDraft)
    return unsubscribe
  }, [wizard, key, answered])
}

function readDraft(key: string): WizardProgress | null {
  const stored = sessionStorage.getItem(key)
  if (!stored) return null
  const run: unknown = JSON.parse(stored)
  return is(run, StoredWizardDraft) ? run : null
}
