import { toApiError } from '#shared/engine/api.ts'
import type { Api, ApiResponse, RequestOptions } from '#shared/engine/api.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
export type Reply = Answer | ((request: RequestOptions) => Answer | Promise<Answer>)

/** A platform in memory with one list, `/sizes`; every other call answers 404 unless it is given a reply. */
export type MemoryPlatform = {
  /** The calls that arrived, oldest first. */
  requests: RequestOptions[]
  /** Writes alone: all but GET. */
  writes(): RequestOptions[]
  /** What is kept now. */
  sizes: AnyRecord[]
  /** Scripted answers by "METHOD /path"; they come before what the platform would answer by itself. */
  replies: Map<string, Reply>
  api: Api
  /** The console's `/api` as a browser calls it. */
  fetch: typeof fetch
}

export const stamp = {
  version: 1,
  createdAt: '2025-03-09T04:05:00Z',
  createdBy: 'first@example.com',
  updatedAt: '2025-03-09T16:05:00Z',
  updatedBy: 'other@example.com',
}

/** A size as the platform keeps it. */
export const sizeRecord = (id: number, name: string, code: string, more = {}): AnyRecord => ({
  id,
  ...stamp,
  name,
  code,
  group: 'adult',
  position: id,
  equivalents: null,
  measurementUnit: 'cm',
  chest: null,
  waist: null,
  length: null,
  podSize: null,
  active: true,
  ...more,
})

export function memoryPlatform(sizes: AnyRecord[] = []): MemoryPlatform {
  const requests: RequestOptions[] = []
  const replies = new Map<string, Reply>()
  const platform = { sizes: [...sizes] }

  async function answer(request: RequestOptions): Promise<Answer> {
    requests.push(request)
    const reply = replies.get(`${request.method} ${request.path}`)
    if (reply) return typeof reply === 'function' ? reply(request) : reply
    return ofSizes(platform, request) ?? { status: 404 }
  }

  return {
    requests,
    replies,
    writes: () => requests.filter(({ method }) => method !== 'GET'),
    get sizes() {
      return platform.sizes
    },
    api: {
      async send(request): Promise<ApiResponse> {
        const { status, body } = await answer(request)
        if (status >= 400) throw toApiError(status, body)
        return { status, body }
      },
    },
    async fetch(input, init) {
      const { status, body, headers } = await answer(requestFrom(String(input), init))
      if (body === undefined) return new Response(null, { status, headers: { ...headers } })
      return Response.json(body, { status, headers: { ...headers } })
    },
  }
}

/** A call of the browser as the console's server would pass it on. */
function requestFrom(address: string, init: RequestInit = {}): RequestOptions {
  const url = new URL(address, 'https://console.example')
  const headers = new Headers(init.headers)
  const ifMatch = headers.get('if-match')
  const idempotencyKey = headers.get('idempotency-key')
  const method = init.method ?? 'GET'
  if (!isMethod(method)) throw new Error(`The console never sends ${method}`)
  return {
    method,
    path: url.pathname.replace(/^\/api/, ''),
    search: url.searchParams,
    ...(typeof init.body === 'string' ? { body: JSON.parse(init.body) } : {}),
    ...(ifMatch === null ? {} : { ifMatch: Number(ifMatch) }),
    ...(idempotencyKey === null ? {} : { idempotencyKey }),
  }
}

const isMethod = (method: string): method is RequestOptions['method'] =>
  ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].includes(method)

/** The calls of design.md, "API", as far as the screens use them; undefined for any other call. */
function ofSizes(kept: { sizes: AnyRecord[] }, request: RequestOptions): Answer | undefined {
  const [, list, named, part] = request.path.split('/')
  if (list !== 'sizes') return undefined
  const record = kept.sizes.find(({ id }) => String(id) === named)
  switch (`${request.method} ${named === undefined ? 'all' : (part ?? (record ? 'one' : named))}`) {
    case 'GET all':
      return { status: 200, body: pageOf(kept.sizes, request) }
    case 'POST all':
      return { status: 201, body: create(kept, request.body) }
    case 'POST many':
      return {
        status: 201,
        body: { data: recordsIn(request.body).map((one) => create(kept, one)) },
      }
    case 'POST check':
      return { status: 200, body: { rows: takenRows(kept.sizes, request.body) } }
    case 'PUT order':
      kept.sizes = inOrder(kept.sizes, request.body)
      return { status: 204 }
    case 'GET one':
      return { status: 200, body: record }
    case 'GET uses':
      return { status: 200, body: { data: [] } }
    case 'PATCH one': {
      const changed = { ...record, ...objectIn(request.body), version: (request.ifMatch ?? 0) + 1 }
      kept.sizes = kept.sizes.map((one) => (one === record ? (changed as AnyRecord) : one))
      return { status: 200, body: changed }
    }
    case 'DELETE one':
      kept.sizes = kept.sizes.filter((one) => one !== record)
      return { status: 204 }
    default:
      return undefined
  }
}

function pageOf(sizes: AnyRecord[], { search }: RequestOptions) {
  const sought = search?.get('search')?.toLowerCase() ?? ''
  const data = sizes.filter(({ name }) => String(name).toLowerCase().includes(sought))
  return { data, page: { next: null, previous: null, total: data.length, totalIsCapped: false } }
}

function create(kept: { sizes: AnyRecord[] }, values: unknown): AnyRecord {
  const id = Math.max(0, ...kept.sizes.map((one) => one.id)) + 1
  const record = { ...stamp, ...objectIn(values), id } as AnyRecord
  kept.sizes = [...kept.sizes, record]
  return record
}

const objectIn = (body: unknown): object => (typeof body === 'object' && body ? body : {})

const recordsIn = (body: unknown): unknown[] => {
  const { records } = { records: [], ...objectIn(body) }
  return records
}

/** The rows whose code their group has already. */
const takenRows = (sizes: AnyRecord[], body: unknown) =>
  recordsIn(body).flatMap((one, index) => {
    const { code, group } = { code: '', group: '', ...objectIn(one) }
    const isTaken = sizes.some((size) => size['code'] === code && size['group'] === group)
    return isTaken ? [{ index, fields: { code: 'Code is already used in this Group' } }] : []
  })

function inOrder(sizes: AnyRecord[], body: unknown): AnyRecord[] {
  const { ids }: { ids: number[] } = { ids: [], ...objectIn(body) }
  return sizes.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
