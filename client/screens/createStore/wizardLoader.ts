import type { LoaderFunctionArgs } from 'react-router'
import type { Api } from '#shared/engine/api.ts'
import { formValuesOf } from '#shared/engine/references.ts'
import { storeDefaults } from '#shared/resources/storeDefaults.ts'
import { apiContext } from '#client/contexts.ts'
import { newIdempotencyKey } from '#client/idempotencyKey.ts'
import { loadDefaults } from '#client/stores/loadDefaults.ts'

export type WizardData = {
  /** By field, as a form shows them; empty where the platform does not say. */
  inherited: Record<string, unknown>
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
  return {
    inherited: await loadInherited(context.get(apiContext), request.signal),
    writeKey: newIdempotencyKey(),
  }
}
