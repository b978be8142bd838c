import { blueprintSettings } from './blueprintSettings.ts'
import {
  integrationKinds,
  integrationsByKind,
} from '#shared/engine/integrations/integrationKinds.ts'
import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

/** Builds the URL of the form of a new blueprint with the values of a store. */
export function buildBlueprintFromStoreUrl(store: AnyRecord): string {
  const params = new URLSearchParams('create')
  // Entries of a list are separated as in its input.
  const add = (field: string, value: unknown) => {
    const text = Array.isArray(value) ? value.join(', ') : String(value ?? '')
    if (text !== '') params.append(prefillParam(field), text)
  }
  add('settings', blueprintSettings)
  for (const name of blueprintSettings) add(name, store[name])
  for (const kind of integrationKinds) {
    const { [integrationsByKind[kind].field]: state } = store
    if (state === 'active' || state === 'degraded') add(kind, 'active')
  }
  return `/blueprints?${params}`
}
