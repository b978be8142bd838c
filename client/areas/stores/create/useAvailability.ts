import { useActorRef } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise, waitFor } from 'xstate'
import type { ActorRefFrom } from 'xstate'
import { availabilityMachine, isOpen } from '#machines/availability.ts'
import type { AvailabilityAnswer } from '#machines/availability.ts'
import type { createStoreMachine } from '#machines/createStore/index.ts'
import { messages } from '#shared/messages.ts'
import { inputText } from '#shared/engine/fields/formValues.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { storeAvailability, uniqueStoreFields } from '#shared/areas/stores/storeAvailability.ts'
import type { UniqueStoreField } from '#shared/areas/stores/storeAvailability.ts'
import { fieldError } from '#shared/engine/fields/validation.ts'
import { useApi } from '#client/runtime/ConsoleContext.tsx'

type Wizard = ActorRefFrom<typeof createStoreMachine>
type Check = ActorRefFrom<typeof availabilityMachine>
export type AvailabilityChecks = Record<UniqueStoreField, Check>

const restMs = 400

/** Whether the values that must be unique can still be had. */
export const useChecks = (): AvailabilityChecks => ({
  code: useCheck('code'),
  subdomain: useCheck('subdomain'),
  domain: useCheck('domain'),
})

/** Those of these fields of which that is not known yet. */
const openChecks = (checks: AvailabilityChecks, fields: readonly string[]): Check[] =>
  uniqueStoreFields
    .filter((name) => fields.includes(name) && isOpen(checks[name].getSnapshot()))
    .map((name) => checks[name])

export const hasOpen = (...given: Parameters<typeof openChecks>): boolean =>
  openChecks(...given).length > 0

/** Asks at once what waits for typing to rest, and resolves when all of it is answered. */
export async function answeredChecks(...given: Parameters<typeof openChecks>): Promise<void> {
  const answers = openChecks(...given).map((check) => {
    check.send({ type: 'value.ask' })
    return waitFor(check, (now) => !isOpen(now))
  })
  await Promise.all(answers)
}

function useCheck(name: UniqueStoreField): Check {
  const api = useApi()
  const field = stores.fields[name]
  const [machine] = useState(() =>
    availabilityMachine.provide({
      actors: {
        check: fromPromise<AvailabilityAnswer, { value: string }>(({ input: { value }, signal }) =>
          storeAvailability(api, { field: name, value }, signal),
        ),
      },
    }),
  )
  return useActorRef(machine, {
    input: { restMs, isWhole: (value) => value !== '' && !fieldError(field, value) },
  })
}

/** The values are checked whichever step shows and however they came to be; the wizard hears which cannot be had. */
export function useAvailability(wizard: Wizard, checks: AvailabilityChecks): void {
  useTelling(wizard, 'code', checks.code)
  useTelling(wizard, 'subdomain', checks.subdomain)
  useTelling(wizard, 'domain', checks.domain)
}

function useTelling(wizard: Wizard, name: UniqueStoreField, check: Check): void {
  const { label } = stores.fields[name]
  useEffect(() => {
    const tell = () => {
      const value = inputText(wizard.getSnapshot().context.values[name])
      if (value !== check.getSnapshot().context.value) check.send({ type: 'value.change', value })
    }
    const told = wizard.subscribe(tell)
    const answered = check.subscribe((snapshot) => {
      if (!snapshot.matches('taken')) return
      const { value, message } = snapshot.context
      wizard.send({
        type: 'field.refused',
        field: name,
        value,
        message: message ?? messages.validation.taken(label, ''),
      })
    })
    tell()
    return () => {
      told.unsubscribe()
      answered.unsubscribe()
    }
  }, [wizard, check, name, label])
}
