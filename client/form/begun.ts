import { ApiFailure } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'
import { beginParam } from '#shared/engine/list/beginParam.ts'
import { isUpload } from '#shared/engine/fields/fields.ts'
import type { Field } from '#shared/engine/fields/fields.ts'
import { parseValue } from '#shared/engine/fields/formValues.ts'
import { kindOf } from '#shared/engine/fields/kinds.ts'
import { readRecord } from '#shared/engine/recordCalls.ts'
import { labelOf } from '#shared/engine/resource.ts'
import type { Fields } from '#shared/engine/resource.ts'

/** What a form begins with where its address says so. */
export type Begun = Readonly<Record<string, unknown>>

type Given = { api: Api; fields: Fields; params: URLSearchParams; signal: AbortSignal }

/** The values that `begin[storeIds]=5` names, else the records that the list is filtered by; what leads to no field, or to no record, is left out. */
export async function begunWith({ api, fields, params, signal }: Given): Promise<Begun> {
  async function read({ to, ...field }: Field, typed: string[]): Promise<unknown> {
    if (!to) return parseValue(field, typed.join('\n'))
    const found = await Promise.all(
      typed.map((id) => readRecord(api, to, Number(id), signal).catch(noneIfGone)),
    )
    const picked = found
      .filter((record) => record !== null)
      .map((record) => ({ id: record.id, label: labelOf(to, record) }))
    return field.kind === 'references' ? picked : (picked[0] ?? null)
  }
  const asked = Object.entries(fields).flatMap(([name, field]) => {
    const said = params.getAll(beginParam(name))
    const typed = said.length === 0 && field.to ? params.getAll(`filter[${name}][eq]`) : said
    const isTyped = kindOf(field).kept !== false && !isUpload(field)
    return typed.length > 0 && isTyped ? [[name, field, typed] as const] : []
  })
  const values = asked.map(
    async ([name, field, typed]) => [name, await read(field, typed)] as const,
  )
  return Object.fromEntries(await Promise.all(values))
}

function noneIfGone(error: unknown): null {
  // An address may name what is gone, or is not for this operator.
  if (error instanceof ApiFailure && [403, 404].includes(error.status)) return null
  throw error
}
