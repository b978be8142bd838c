import type { LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { formValuesOf } from '#shared/engine/fields/references.ts'
import { storeDefaults } from '#shared/areas/stores/storeDefaults.ts'
import { storesHost } from '#shared/areas/stores/domains/storesHost.ts'
import { begunWith } from '#client/form/begun.ts'
import type { Begun } from '#client/form/begun.ts'
import { apiContext } from '#client/runtime/contexts.ts'
import { newIdempotencyKey } from '#client/runtime/idempotencyKey.ts'
import { loadDefaults } from '../loadDefaults.ts'
import { createStoreFields } from './steps.ts'

export type WizardData = {
  /** By field, as a form shows them; empty where the platform does not say. */
  inherited: Record<string, unknown>
  begun: Begun
  /** What its subdomain stands below; null where the platform does not say. */
  host: string | null
  writeKey: string
}

export async function loadInherited(
  api: Api,
  signal: AbortSignal,
): Promise<Record<string, unknown>> {
  const defaults = await loadDefaults({ api, signal })
  return defaults ? formValuesOf(storeDefaults.fields, defaults) : {}
}

export async function loader({ request, context }: LoaderFunctionArgs): Promise<WizardData> {
  const [api, { signal, url }] = [context.get(apiContext), request]
  const params = new URL(url).searchParams
  const [inherited, begun, host] = await Promise.all([
    loadInherited(api, signal),
    begunWith({ api, fields: createStoreFields, params, signal }),
    storesHost(api, signal),
  ])
  return { inherited, begun, host, writeKey: newIdempotencyKey() }
}
