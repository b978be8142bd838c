import { useSelector } from '@xstate/react'
import { useEffect, useState } from 'react'
import type { ActorRefFrom } from 'xstate'
import type { createStoreMachine } from '#machines/createStore.ts'
import type { Api } from '#shared/api.ts'
import { inputText } from '#shared/formValues.ts'
import { readRecord } from '#shared/recordCalls.ts'
import { formValuesOf, resolveReferences } from '#shared/references.ts'
import { stores } from '#shared/resources/stores.ts'
import { createStoreFields } from '#shared/stores/createStoreSteps.ts'
import { useApi } from '#client/ConsoleContext.tsx'

type Values = Record<string, unknown>

/** A store to begin with: what it is called, and what it holds as a form shows it. */
export type Template = { label: string; values: Values }

/** How long typing must rest before the platform is asked, in milliseconds. */
const restMs = 300

/** The template of this name; null where there is none, or none is named. */
export async function readTemplate(
  api: Api,
  label: string,
  signal?: AbortSignal,
): Promise<Template | null> {
  if (label === '') return null
  const asked = { templateId: label }
  const { templateId: id } = (await resolveReferences(api, createStoreFields, asked)).values
  if (typeof id !== 'number') return null
  const store = await readRecord(api, stores, id, signal)
  return { label, values: formValuesOf(stores.fields, store) }
}

/**
 * What the template that is named holds; null while that is not known, and then it is only said that a field comes from
 * it. `answered` is what came with the page.
 */
export function useTemplate(
  wizard: ActorRefFrom<typeof createStoreMachine>,
  answered: Template | null,
): Values | null {
  const api = useApi()
  const label = useSelector(wizard, ({ context }) => inputText(context.values['templateId']))
  const [found, setFound] = useState(answered)
  const isKnown = found?.label === label
  useEffect(() => {
    if (label === '' || isKnown) return
    const asking = new AbortController()
    const timer = setTimeout(async () => {
      const template = await readTemplate(api, label, asking.signal).catch(() => null)
      if (!asking.signal.aborted) setFound(template)
    }, restMs)
    return () => {
      clearTimeout(timer)
      asking.abort()
    }
  }, [api, label, isKnown])
  return isKnown ? found.values : null
}
