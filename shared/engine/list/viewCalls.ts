import { number, type } from 'superstruct'
import { parseResponse } from '../api.ts'
import type { Api } from '../api.ts'
import type { RecordLink } from '../recordLink.ts'
import type { Resource } from '../resource.ts'
import type { Undo } from '../undo.ts'
import { buildViewUrl } from './views.ts'
import type { Selection } from './selection.ts'
import type { SavedView } from './views.ts'

type ViewableResource = Pick<Resource, 'name'>
type NewView = Pick<SavedView, 'name' | 'address' | 'shared'> & Pick<ViewInput, 'selection'>
type ViewInput = Partial<Pick<SavedView, 'name' | 'address' | 'shared'>> & {
  /** Saves these records instead of what the address matches. */
  selection?: Selection
}

/**
 * Returns a view's link for messages. It names the list, since views of all lists share one
 * sequence of IDs.
 */
export const toViewLink = (
  resource: Pick<Resource, 'name' | 'path'>,
  view: Pick<SavedView, 'id' | 'name' | 'address'>,
): RecordLink => ({
  resource: `${viewLinkPrefix}${resource.name}`,
  id: view.id,
  name: view.name,
  to: buildViewUrl(resource, view),
})

/** Prefix of `resource` in such a link. */
export const viewLinkPrefix = 'view-of-'

/**
 * POST /views: returns the new ID; fails with 422 `fields.name` if the operator already has a view
 * with this name.
 */
export async function saveView(
  api: Api,
  resource: ViewableResource,
  view: NewView,
  idempotencyKey: string,
): Promise<number> {
  const body = { resource: resource.name, ...view }
  const response = await api.send({ method: 'POST', path: '/views', body, idempotencyKey })
  return parseResponse(type({ id: number() }), response.body).id
}

/** PATCH /views/ID */
export async function updateView(
  api: Api,
  id: number,
  body: ViewInput,
  idempotencyKey: string,
): Promise<void> {
  await api.send({ method: 'PATCH', path: `/views/${id}`, body, idempotencyKey })
}

/** DELETE /views/ID */
export async function deleteView(api: Api, id: number, idempotencyKey: string): Promise<void> {
  await api.send({ method: 'DELETE', path: `/views/${id}`, idempotencyKey })
}

/** Creates a call that saves a deleted view again; `key` is the idempotency key of the deletion. */
export const createViewDeletionUndo = (
  { name: resource }: ViewableResource,
  { name, address, shared }: NewView,
  key: string,
): Undo => ({
  method: 'POST',
  path: '/views',
  body: { resource, name, address, shared },
  idempotencyKey: `undo-${key}`,
})

/** PUT /preferences/views.X: saves the order in which the operator sees them. */
export const saveViewOrder = (api: Api, { name }: ViewableResource, ids: number[], key: string) =>
  saveViewPreference(api, `views.${name}`, ids, key)

/** PUT /preferences/view.X: saves the operator's default view; null for none. */
export const saveDefaultView = (
  api: Api,
  { name }: ViewableResource,
  id: number | null,
  key: string,
) => saveViewPreference(api, `view.${name}`, id === null ? [] : [id], key)

async function saveViewPreference(
  api: Api,
  name: string,
  ids: number[],
  idempotencyKey: string,
): Promise<void> {
  const value = ids.length === 0 ? null : ids.map(String)
  await api.send({ method: 'PUT', path: `/preferences/${name}`, body: { value }, idempotencyKey })
}
