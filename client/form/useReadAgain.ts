import { useEffect, useEffectEvent } from 'react'
import type { ActorRefFrom } from 'xstate'
import { isSaving } from '#machines/recordForm.ts'
import type { recordFormMachine } from '#machines/recordForm.ts'
import type { FormValues } from '#machines/recordFormValues.ts'
import { sameValue } from '#shared/engine/formValues.ts'

/**
 * Tells an open form that the page read its record again, because it was saved or a part of it changed; what is typed stays.
 * `showAnew` is called when fields hold other values then.
 */
export function useReadAgain(
  form: ActorRefFrom<typeof recordFormMachine>,
  read: { values: FormValues; version: number },
  showAnew: () => void,
): void {
  const { version } = read
  const hear = useEffectEvent((newer: number) => {
    const before = form.getSnapshot()
    if (newer === before.context.version) return
    form.send({ type: isSaving(before) ? 'form.saved' : 'record.read', ...read })
    if (!sameValue(form.getSnapshot().context.values, before.context.values)) showAnew()
  })
  useEffect(() => hear(version), [version])
}
