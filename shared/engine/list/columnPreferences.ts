import { array, nullable, string, type } from 'superstruct'
import { ApiError, parseResponse } from '../api.ts'
import type { Api } from '../api.ts'
import type { Resource } from '../resource.ts'

type ListResource = Pick<Resource, 'name'>

const Preference = type({ value: nullable(array(string())) })

const buildPreferencePath = ({ name }: ListResource) => `/preferences/columns.${name}`

/**
 * Preferences by API: in the browser, a list loads them once; on the server, each request has its
 * own API.
 */
const columnRequests = new WeakMap<Api, Map<string, Promise<string[] | null>>>()

function getColumnRequests(api: Api) {
  const requests = columnRequests.get(api) ?? new Map<string, Promise<string[] | null>>()
  columnRequests.set(api, requests)
  return requests
}

/**
 * GET /preferences/columns.X: loads the columns that the operator chose, in order; null for the
 * default ones, or if they can't be loaded.
 */
export function loadColumns(
  api: Api,
  resource: ListResource,
  signal: AbortSignal,
): Promise<string[] | null> {
  const requests = getColumnRequests(api)
  const path = buildPreferencePath(resource)
  const request =
    requests.get(path) ??
    api
      .send({ method: 'GET', path, signal })
      .then(({ body }) => parseResponse(Preference, body).value)
      .catch((error: unknown) => {
        // A list works without it. It isn't requested again if the platform doesn't support it.
        const isLasting = error instanceof ApiError && error.status === 404
        if (!isLasting) requests.delete(path)
        return null
      })
  requests.set(path, request)
  return request
}

/** PUT /preferences/columns.X; null restores the default columns. */
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
