import { ApiError } from './api.ts'
import type { Api, RequestOptions } from './api.ts'
import { isSameValue } from './fields/formValues.ts'
import { getKind } from './fields/kinds.ts'
import { impactParam } from './impact.ts'
import type { Resource } from './resource.ts'

/** A call that puts back what another one changed, for the version it made: refused where someone changed the record since. */
export type Undo = {
  method: RequestOptions['method']
  path: string
  body?: Record<string, unknown>
  ifMatch?: number
  /** Follows from what is undone, so that it is done once however often it is sent. */
  idempotencyKey: string
  /** What the record is called again, where the change gave it another name. */
  was?: string
}

type UpdatedRecord = { id: number; version: number; [field: string]: unknown }

/** A call that takes a change of a record back; `version` is the one that the change made. */
export const createUndo = (
  { id, version }: { id: number; version: number },
  call: Pick<Undo, 'method' | 'path' | 'body'>,
): Undo => ({ ...call, ifMatch: version, idempotencyKey: `undo-${call.path}-${id}-${version}` })

/** Puts back the values of `before` that `after` changed; null where none differs, or a secret or file does, which is not given out. */
export function createUpdateUndo(
  resource: Pick<Resource, 'name' | 'fields' | 'label' | 'single'>,
  before: Readonly<Record<string, unknown>>,
  after: UpdatedRecord,
): Undo | null {
  const { fields, label, single } = resource
  const changed = Object.entries(before).filter(
    ([name, value]) => Object.hasOwn(fields, name) && !isSameValue(value, after[name] ?? null),
  )
  const isKnown = changed.every(([name]) => fields[name] && getKind(fields[name]).restorable)
  if (changed.length === 0 || !isKnown) return null
  const path = `/${resource.name}/${after.id}`
  const body = Object.fromEntries(changed)
  const { [label]: was } = body
  const undo = createUndo(after, { method: 'PATCH', path, body })
  // Where there is one alone, it is not called after a value that it holds.
  return !single && typeof was === 'string' && was ? { ...undo, was } : undo
}

/** Whether a record that was deleted can be made as it was: what is not given out, a secret or a file, is gone with it. */
export const isRestorable = ({ writes, fields }: Pick<Resource, 'writes' | 'fields'>): boolean =>
  writes.includes('delete') && Object.values(fields).every((field) => getKind(field).restorable)

/** Makes a record again that was deleted as this version; null where it cannot be as it was. */
export const createDeletionUndo = (
  resource: Pick<Resource, 'name' | 'writes' | 'fields'>,
  deleted: { id: number; version: number },
): Undo | null =>
  isRestorable(resource)
    ? createUndo(deleted, { method: 'POST', path: `/${resource.name}/${deleted.id}/restore` })
    : null

/** Gives records the order back that they stood in; `key` is the one that the new order was given with. */
export const createOrderUndo = (
  { name }: Pick<Resource, 'name'>,
  { before, after }: Record<'before' | 'after', readonly number[]>,
  key: string,
): Undo => ({
  method: 'PUT',
  path: `/${name}/order`,
  body: { ids: before, was: after },
  idempotencyKey: `undo-${key}`,
})

/** Sends it, confirming its reach; what the platform tells of it besides, null where nothing. Fails with 409 `conflict` and `current` when someone has changed the record since. */
export async function sendUndo(api: Api, undo: Undo): Promise<string | null> {
  try {
    return parseUndoNote((await api.send(undo)).body)
  } catch (error) {
    const token = getImpactToken(error)
    if (token === undefined) throw error
    const search = new URLSearchParams({ [impactParam]: token })
    return parseUndoNote((await api.send({ ...undo, search })).body)
  }
}

const parseUndoNote = (body: unknown): string | null =>
  typeof body === 'object' && body !== null && 'told' in body && typeof body.told === 'string'
    ? body.told
    : null

function getImpactToken(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined
  const { reach } = error.problem
  const told = typeof reach === 'object' && reach !== null && 'token' in reach ? reach.token : null
  return typeof told === 'string' ? told : undefined
}
