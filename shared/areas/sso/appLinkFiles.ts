import { array, nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { parseResponse } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

const AppFilesSchema = array(
  type({
    name: string(),
    url: string(),
    /** Null if the store has no such app. */
    content: nullable(string()),
  }),
)
/** The files at a store's host that link its app to its domain. */
export type AppFiles = Infer<typeof AppFilesSchema>

/** GET /memberSignOns/ID/files */
export async function loadAppLinkFiles(
  api: Api,
  id: number,
  signal?: AbortSignal,
): Promise<AppFiles> {
  const path = `/memberSignOns/${id}/files`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return parseResponse(type({ data: AppFilesSchema }), body).data
}
