import type { Api } from './api.ts'
import type { Resource } from './resource.ts'
import type { SavedView } from './views.ts'

type Named = Pick<Resource, 'name'>
type Written = Partial<Pick<SavedView, 'name' | 'address' | 'shared'>>

/** POST /views; fails with 422 `fields.name` where the operator has one of this name. */
export async function saveView(
  api: Api,
  resource: Named,
  view: Required<Written>,
  idempotencyKey: string,
): Promise<void> {
  const body = { resource: resource.name, ...view }
  await api.send({ method: 'POST', path: '/views', body, idempotencyKey })
}

/** PATCH /views/ID */
export async function changeView(
  api: Api,
  id: number,
  body: Written,
  idempotencyKey: string,
): Promise<void> {
  await api.send({ method: 'PATCH', path: `/views/${id}`, body, idempotencyKey })
}

/** DELETE /views/ID */
export async function deleteView(api: Api, id: number, idempotencyKey: string): Promise<void> {
  await api.send({ method: 'DELETE', path: `/views/${id}`, idempotencyKey })
}

/** PUT /preferences/views.X: the order in which the operator sees them. */
export const orderViews = (api: Api, { name }: Named, ids: number[], key: string) =>
  keep(api, `views.${name}`, ids, key)

/** PUT /preferences/view.X: the one that the operator's list begins with; null for none. */
export const chooseView = (api: Api, { name }: Named, id: number | null, key: string) =>
  keep(api, `view.${name}`, id === null ? [] : [id], key)

async function keep(api: Api, name: string, ids: number[], idempotencyKey: string): Promise<void> {
  const value = ids.length === 0 ? null : ids.map(String)
  await api.send({ method: 'PUT', path: `/preferences/${name}`, body: { value }, idempotencyKey })
}
