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
  /** Values by field, in form format. Empty if the platform doesn't return them. */
  inherited: Record<string, unknown>
  prefill: Prefill
  /** The host that a store's subdomain belongs to; null if the platform doesn't return it. */
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
  const [inherited, prefill, host] = await Promise.all([
    loadInheritedValues(api, signal),
    loadPrefill({ api, fields: createStoreFields, params, signal }),
    loadStoresHost(api, signal),
  ])
  return { inherited, prefill, host, writeKey: createIdempotencyKey() }
}
