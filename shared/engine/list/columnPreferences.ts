import { array, nullable, string, type } from 'superstruct'
import { ApiError, parseResponse } from '../api.ts'
import type { Api } from '../api.ts'
import type { Resource } from '../resource.ts'

type ListResource = Pick<Resource, 'name'>

const Preference = type({ value: nullable(array(string())) })

const buildPreferencePath = ({ name }: ListResource) => `/preferences/columns.${name}`

/** By the API that was asked: in the browser a list asks once; on the server each request has an API of its own. */
const columnRequests = new WeakMap<Api, Map<string, Promise<string[] | null>>>()

function getColumnRequests(api: Api) {
  const known = columnRequests.get(api) ?? new Map<string, Promise<string[] | null>>()
  columnRequests.set(api, known)
  return known
}

/** GET /preferences/columns.X: the columns that the operator chose, in their order; null for the usual ones, or where it cannot be told. */
export function loadColumns(
  api: Api,
  resource: ListResource,
  signal: AbortSignal,
): Promise<string[] | null> {
  const known = getColumnRequests(api)
  const path = buildPreferencePath(resource)
  const asking =
    known.get(path) ??
    api
      .send({ method: 'GET', path, signal })
      .then(({ body }) => parseResponse(Preference, body).value)
      .catch((error: unknown) => {
        // A list stands without it. What cannot be had at all is not asked for again.
        const isLasting = error instanceof ApiError && error.status === 404
        if (!isLasting) known.delete(path)
        return null
      })
  known.set(path, asking)
  return asking
}

/** PUT /preferences/columns.X; null goes back to the usual ones. */
export async function saveColumns(
  api: Api,
  resource: ListResource,
  columns: string[] | null,
  idempotencyKey: string,
): Promise<void> {
  const path = buildPreferencePath(resource)
  await api.send({ method: 'PUT', path, body: { value: columns }, idempotencyKey })
  getColumnRequests(api).set(path, Promise.resolve(columns))
}
