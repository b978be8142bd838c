import { useActorRef } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise, waitFor } from 'xstate'
import type { ActorRefFrom } from 'xstate'
import { availabilityMachine, isCheckPending } from '#machines/availability.ts'
import type { AvailabilityResult } from '#machines/availability.ts'
import type { createStoreMachine } from '#machines/createStore/index.ts'
import { messages } from '#shared/messages.ts'
import { formatInput } from '#shared/engine/fields/formValues.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import {
  checkStoreValueAvailability,
  uniqueStoreFields,
} from '#shared/areas/stores/storeAvailability.ts'
import type { UniqueStoreField } from '#shared/areas/stores/storeAvailability.ts'
import { validateField } from '#shared/engine/fields/validation.ts'
import { useApi } from '#client/runtime/ConsoleContext.tsx'

type WizardActor = ActorRefFrom<typeof createStoreMachine>
type AvailabilityCheck = ActorRefFrom<typeof availabilityMachine>
export type AvailabilityChecks = Record<UniqueStoreField, AvailabilityCheck>

const checkDelayMs = 400

/** Starts the availability checks of the values that must be unique. */
export const useAvailabilityChecks = (): AvailabilityChecks => ({
  code: useAvailabilityCheck('code'),
  subdomain: useAvailabilityCheck('subdomain'),
  domain: useAvailabilityCheck('domain'),
})

/** Returns the pending checks of these fields. */
const getOpenChecks = (
  checks: AvailabilityChecks,
  fields: readonly string[],
): AvailabilityCheck[] =>
  uniqueStoreFields
    .filter((name) => fields.includes(name) && isCheckPending(checks[name].getSnapshot()))
    .map((name) => checks[name])

export const hasPendingAvailabilityChecks = (...args: Parameters<typeof getOpenChecks>): boolean =>
  getOpenChecks(...args).length > 0

/**
 * Starts pending checks immediately instead of after a typing pause, and resolves when all have
 * finished.
 */
export async function finishAvailabilityChecks(
  ...args: Parameters<typeof getOpenChecks>
): Promise<void> {
  const results = getOpenChecks(...args).map((check) => {
    check.send({ type: 'value.ask' })
    return waitFor(check, (now) => !isCheckPending(now))
  })
  await Promise.all(results)
}

function useAvailabilityCheck(name: UniqueStoreField): AvailabilityCheck {
  const api = useApi()
  const field = stores.fields[name]
  const [machine] = useState(() =>
    availabilityMachine.provide({
      actors: {
        check: fromPromise<AvailabilityResult, { value: string }>(({ input: { value }, signal }) =>
          checkStoreValueAvailability(api, { field: name, value }, signal),
        ),
      },
    }),
  )
  return useActorRef(machine, {
    input: {
      delayMs: checkDelayMs,
      isComplete: (value) => value !== '' && !validateField(field, value),
    },
  })
}

/** Checks the values on every step, however they were set, and reports taken ones to the wizard. */
export function useAvailabilitySync(wizard: WizardActor, checks: AvailabilityChecks): void {
  useCheckSync(wizard, 'code', checks.code)
  useCheckSync(wizard, 'subdomain', checks.subdomain)
  useCheckSync(wizard, 'domain', checks.domain)
}

function useCheckSync(wizard: WizardActor, name: UniqueStoreField, check: AvailabilityCheck): void {
  const { label } = stores.fields[name]
  useEffect(() => {
    const sendValue = () => {
      const value = formatInput(wizard.getSnapshot().context.values[name])
      if (value !== check.getSnapshot().context.value) check.send({ type: 'value.change', value })
    }
    const wizardSubscription = wizard.subscribe(sendValue)
    const checkSubscription = check.subscribe((snapshot) => {
      if (!snapshot.matches('taken')) return
      const { value, message } = snapshot.context
      wizard.send({
        type: 'field.refused',
        field: name,
        value,
        message: message ?? messages.validation.taken(label, ''),
      })
    })
    sendValue()
    return () => {
      wizardSubscription.unsubscribe()
      checkSubscription.unsubscribe()
    }
  }, [wizard, check, name, label])
}
