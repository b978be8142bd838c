import { number, type } from 'superstruct'
import { parseResponse } from '../api.ts'
import type { Api } from '../api.ts'
import type { RecordLink } from '../recordLink.ts'
import type { Resource } from '../resource.ts'
import type { Undo } from '../undo.ts'
import { buildViewUrl } from './views.ts'
import type { SavedView } from './views.ts'

type ViewableResource = Pick<Resource, 'name'>
type ViewInput = Partial<Pick<SavedView, 'name' | 'address' | 'shared'>>

/** A view as a message names it; of which list it is is told, since views of all lists are numbered as one. */
export const toViewLink = (
  resource: Pick<Resource, 'name' | 'path'>,
  view: Pick<SavedView, 'id' | 'name' | 'address'>,
): RecordLink => ({
  resource: `${viewLinkPrefix}${resource.name}`,
  id: view.id,
  name: view.name,
  to: buildViewUrl(resource, view),
})

/** What such a message's `resource` begins with. */
export const viewLinkPrefix = 'view-of-'

/** POST /views: its id; fails with 422 `fields.name` where the operator has one of this name. */
export async function saveView(
  api: Api,
  resource: ViewableResource,
  view: Required<ViewInput>,
  idempotencyKey: string,
): Promise<number> {
  const body = { resource: resource.name, ...view }
  const answer = await api.send({ method: 'POST', path: '/views', body, idempotencyKey })
  return parseResponse(type({ id: number() }), answer.body).id
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

/** Keeps a view again that was deleted; `key` is the one that it was deleted with. */
export const createViewDeletionUndo = (
  { name: resource }: ViewableResource,
  { name, address, shared }: Required<ViewInput>,
  key: string,
): Undo => ({
  method: 'POST',
  path: '/views',
  body: { resource, name, address, shared },
  idempotencyKey: `undo-${key}`,
})

/** PUT /preferences/views.X: the order in which the operator sees them. */
export const saveViewOrder = (api: Api, { name }: ViewableResource, ids: number[], key: string) =>
  saveViewPreference(api, `views.${name}`, ids, key)

/** PUT /preferences/view.X: the one that the operator's list begins with; null for none. */
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
