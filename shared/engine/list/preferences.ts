import { array, nullable, string, type } from 'superstruct'
import { ApiFailure, checked } from '../api.ts'
import type { Api } from '../api.ts'
import type { Resource } from '../resource.ts'

type Listed = Pick<Resource, 'name'>

const Preference = type({ value: nullable(array(string())) })

const pathOf = ({ name }: Listed) => `/preferences/columns.${name}`

/** By the API that was asked: in the browser a list asks once; on the server each request has an API of its own. */
const asked = new WeakMap<Api, Map<string, Promise<string[] | null>>>()

function knownOf(api: Api) {
  const known = asked.get(api) ?? new Map<string, Promise<string[] | null>>()
  asked.set(api, known)
  return known
}

/** GET /preferences/columns.X: the columns that the operator chose, in their order; null for the usual ones, or where it cannot be told. */
export function chosenColumns(
  api: Api,
  resource: Listed,
  signal: AbortSignal,
): Promise<string[] | null> {
  const known = knownOf(api)
  const path = pathOf(resource)
  const asking =
    known.get(path) ??
    api
      .send({ method: 'GET', path, signal })
      .then(({ body }) => checked(Preference, body).value)
      .catch((error: unknown) => {
        // A list stands without it. What cannot be had at all is not asked for again.
        const isLasting = error instanceof ApiFailure && error.status === 404
        if (!isLasting) known.delete(path)
        return null
      })
  known.set(path, asking)
  return asking
}

/** PUT /preferences/columns.X; null goes back to the usual ones. */
export async function keepColumns(
  api: Api,
  resource: Listed,
  columns: string[] | null,
  idempotencyKey: string,
): Promise<void> {
  const path = pathOf(resource)
  await api.send({ method: 'PUT', path, body: { value: columns }, idempotencyKey })
  knownOf(api).set(path, Promise.resolve(columns))
}
