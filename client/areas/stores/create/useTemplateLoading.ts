import { useSelector } from '@xstate/react'
import { useEffect } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { createStoreMachine } from '#machines/createStore/index.ts'
import { findUnloadedTemplate } from '#machines/createStore/resolvedReferences.ts'
import type { Api } from '#shared/engine/api.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { toFormValues } from '#shared/engine/fields/references.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import type { StoreTemplate } from './templateValues.ts'
import { useApi } from '#client/runtime/ConsoleContext.tsx'

export async function loadTemplate(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<StoreTemplate> {
  return { id, values: toFormValues(stores.fields, await loadRecord(api, stores, id, signal)) }
}

/**
 * Loads the selected template and fills the fields with its values. Until then, fields only say
 * that they come from it.
 */
export function useTemplateLoading(wizard: ActorRefFrom<typeof createStoreMachine>): void {
  const api = useApi()
  const id = useSelector(wizard, ({ context }) => findUnloadedTemplate(context))
  useEffect(() => {
    if (id === null) return
    const controller = new AbortController()
    void loadTemplate(api, id, controller.signal)
      .then((template) => wizard.send({ type: 'template.read', template }))
      // It is loaded again on the way to the next step.
      .catch(() => undefined)
    return () => controller.abort()
  }, [api, wizard, id])
}
