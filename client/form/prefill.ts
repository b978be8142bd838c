import { ApiError } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { prefillParam } from '#shared/engine/list/prefillParam.ts'
import { isUpload } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { parseValue } from '#shared/engine/fields/formValues.ts'
import { getReferenceTarget } from '#shared/engine/fields/referenceTarget.ts'
import { getKind } from '#shared/engine/fields/kinds.ts'
import { loadRecord } from '#shared/engine/recordCalls.ts'
import { getLabel } from '#shared/engine/resource.ts'
import type { Fields } from '#shared/engine/resource.ts'

/** Initial values of a form, from its URL. */
export type Prefill = Readonly<Record<string, unknown>>

type PrefillOptions = { api: Api; fields: Fields; params: URLSearchParams; signal: AbortSignal }

/**
 * Loads the values that `begin[storeIds]=5` names, else the records by which the list is filtered.
 * Skips unknown fields and records.
 */
export async function loadPrefill({
  api,
  fields,
  params,
  signal,
}: PrefillOptions): Promise<Prefill> {
  async function read(field: Field, typed: string[]): Promise<unknown> {
    const target = getReferenceTarget(field)
    if (!target) return parseValue(field, typed.join('\n'))
    const records = await Promise.all(
      typed.map((id) => loadRecord(api, target, Number(id), signal).catch(toNullIfGone)),
    )
    const references = records
      .filter((record) => record !== null)
      .map((record) => ({ id: record.id, label: getLabel(target, record) }))
    return field.kind === 'references' ? references : (references[0] ?? null)
  }
  const prefilledFields = Object.entries(fields).flatMap(([name, field]) => {
    const paramValues = params.getAll(prefillParam(name))
    const typed =
      paramValues.length === 0 && field.target ? params.getAll(`filter[${name}][eq]`) : paramValues
    const isTyped = getKind(field).restorable !== false && !isUpload(field)
    return typed.length > 0 && isTyped ? [[name, field, typed] as const] : []
  })
  const values = prefilledFields.map(
    async ([name, field, typed]) => [name, await read(field, typed)] as const,
  )
  return Object.fromEntries(await Promise.all(values))
}

function toNullIfGone(error: unknown): null {
  // The URL may name a record that is gone, or that this operator can't see.
  if (error instanceof ApiError && [403, 404].includes(error.status)) return null
  throw error
}
