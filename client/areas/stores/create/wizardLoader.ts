import type { LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { toFormValues } from '#shared/engine/fields/references.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { loadStoresHost } from '#shared/areas/stores/domains/storesHost.ts'
import { loadPrefill } from '#client/form/prefill.ts'
import type { Prefill } from '#client/form/prefill.ts'
import { apiContext } from '#client/runtime/contexts.ts'
import { createIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { loadStoreDefaults } from '../loadStoreDefaults.ts'
import { createStoreFields } from './wizardSteps.ts'

export type WizardData = {
  /** By field, as a form shows them; empty where the platform does not say. */
  inherited: Record<string, unknown>
  prefill: Prefill
  /** What its subdomain stands below; null where the platform does not say. */
  host: string | null
  writeKey: string
}

export async function loadInheritedValues(
  api: Api,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const defaults = await loadStoreDefaults({ api, signal })
  return defaults ? toFormValues(storeDefaults.fields, defaults) : {}
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<WizardData> {
  const [api, { signal, url }] = [context.get(apiContext), request]
  const params = new URL(url).searchParams
  const [inherited, begun, host] = await Promise.all([
    loadInheritedValues(api, signal),
    loadPrefill({ api, fields: createStoreFields, params, signal }),
    loadStoresHost(api, signal),
  ])
  return { inherited, prefill: begun, host, writeKey: createIdempotencyKey() }
}
