import { array, nullable, string, type } from 'superstruct'
import type { Infer } from 'superstruct'
import { checked } from '#shared/engine/api.ts'
import type { Api } from '#shared/engine/api.ts'

const Files = array(
  type({
    name: string(),
    url: string(),
    /** Null where the store has no such app. */
    content: nullable(string()),
  }),
)
/** The files at a store's host by which phones know its app. */
export type AppFiles = Infer<typeof Files>

/** GET /memberSignOns/ID/files */
export async function appFilesOf(api: Api, id: number, signal?: AbortSignal): Promise<AppFiles> {
  const path = `/memberSignOns/${id}/files`
  const { body } = await api.send({ method: 'GET', path, ...(signal ? { signal } : {}) })
  return checked(type({ data: Files }), body).data
}
