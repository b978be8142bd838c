import { useActorRef } from '@xstate/react'
import { useEffect, useState } from 'react'
import { fromPromise } from 'xstate'
import type { ActorRefFrom } from 'xstate'
import { availabilityMachine } from '#machines/availability.ts'
import type { AvailabilityAnswer } from '#machines/availability.ts'
import type { createStoreMachine } from '#machines/createStore.ts'
import { messages } from '#shared/messages.ts'
import { inputText } from '#shared/engine/formValues.ts'
import { stores } from '#shared/resources/stores.ts'
import { storeAvailability } from '#shared/stores/storeAvailability.ts'
import type { UniqueStoreField } from '#shared/stores/storeAvailability.ts'
import { fieldError } from '#shared/engine/validation.ts'
import { useApi } from '#client/ConsoleContext.tsx'

type Wizard = ActorRefFrom<typeof createStoreMachine>
export type AvailabilityChecks = Record<UniqueStoreField, ActorRefFrom<typeof availabilityMachine>>

const restMs = 400

/** Whether the values that must be unique can still be had, whichever step shows and however they came to be. */
export const useAvailability = (wizard: Wizard): AvailabilityChecks => ({
  code: useCheck(wizard, 'code'),
  subdomain: useCheck(wizard, 'subdomain'),
  domain: useCheck(wizard, 'domain'),
})

function useCheck(wizard: Wizard, name: UniqueStoreField) {
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
  const check = useActorRef(machine, {
    input: { restMs, isWhole: (value) => value !== '' && !fieldError(field, value) },
  })

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
        message: message ?? messages.validation.taken(field.label, ''),
      })
    })
    tell()
    return () => {
      told.unsubscribe()
      answered.unsubscribe()
    }
  }, [wizard, check, name, field])
  return check
}
