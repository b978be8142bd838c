import { toApiError } from '#shared/engine/api.ts'
import type { Api, ApiResponse, RequestOptions } from '#shared/engine/api.ts'
import type { AnyRecord } from '#shared/engine/resource.ts'

type Answer = { status: number; body?: unknown; headers?: Record<string, string> }
export type Reply = Answer | ((request: RequestOptions) => Answer | Promise<Answer>)

/**
 * A platform in memory with one list, `/sizes`. Any other call answers 404 unless it has a reply.
 */
export type MemoryPlatform = {
  /** The received calls, oldest first. */
  requests: RequestOptions[]
  /** Returns the received calls except GET. */
  writes(): RequestOptions[]
  /** The current sizes. */
  sizes: AnyRecord[]
  /** Scripted answers by "METHOD /path", which override the platform's own. */
  replies: Map<string, Reply>
  api: Api
  /** Calls the console's `/api` as a browser does. */
  fetch: typeof fetch
}

export const stamp = {
  version: 1,
  createdAt: '2025-03-09T04:05:00Z',
  createdBy: 'first@example.com',
  updatedAt: '2025-03-09T16:05:00Z',
  updatedBy: 'other@example.com',
}

/** Builds a size as the platform stores it. */
export const buildSize = (id: number, name: string, code: string, more = {}): AnyRecord => ({
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

export function createMemoryPlatform(sizes: AnyRecord[] = []): MemoryPlatform {
  const requests: RequestOptions[] = []
  const replies = new Map<string, Reply>()
  const platform = { sizes: [...sizes] }

  async function answer(request: RequestOptions): Promise<Answer> {
    requests.push(request)
    const reply = replies.get(`${request.method} ${request.path}`)
    if (reply) return typeof reply === 'function' ? reply(request) : reply
    return answerSizes(platform, request) ?? { status: 404 }
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
      const { status, body, headers } = await answer(toRequest(String(input), init))
      if (body === undefined) return new Response(null, { status, headers: { ...headers } })
      return Response.json(body, { status, headers: { ...headers } })
    },
  }
}

/** Converts a browser's call as the console's server does. */
function toRequest(address: string, init: RequestInit = {}): RequestOptions {
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

/** Answers the calls of design.md, "API", that the screens use; undefined for any other call. */
function answerSizes(state: { sizes: AnyRecord[] }, request: RequestOptions): Answer | undefined {
  const [, list, recordId, part] = request.path.split('/')
  if (list !== 'sizes') return undefined
  const record = state.sizes.find(({ id }) => String(id) === recordId)
  switch (
    `${request.method} ${recordId === undefined ? 'all' : (part ?? (record ? 'one' : recordId))}`
  ) {
    case 'GET all':
      return { status: 200, body: buildPage(state.sizes, request) }
    case 'POST all':
      return { status: 201, body: create(state, request.body) }
    case 'POST many':
      return {
        status: 201,
        body: { data: getRecords(request.body).map((one) => create(state, one)) },
      }
    case 'POST check':
      return { status: 200, body: { rows: findTakenRows(state.sizes, request.body) } }
    case 'PUT order':
      state.sizes = sortRecords(state.sizes, request.body)
      return { status: 204 }
    case 'GET one':
      return { status: 200, body: record }
    case 'GET uses':
      return { status: 200, body: { data: [] } }
    case 'PATCH one': {
      const changed = { ...record, ...toObject(request.body), version: (request.ifMatch ?? 0) + 1 }
      state.sizes = state.sizes.map((one) => (one === record ? (changed as AnyRecord) : one))
      return { status: 200, body: changed }
    }
    case 'DELETE one':
      state.sizes = state.sizes.filter((one) => one !== record)
      return { status: 204 }
    default:
      return undefined
  }
}

function buildPage(sizes: AnyRecord[], { search }: RequestOptions) {
  const query = search?.get('search')?.toLowerCase() ?? ''
  const data = sizes.filter(({ name }) => String(name).toLowerCase().includes(query))
  return { data, page: { next: null, previous: null, total: data.length, totalIsCapped: false } }
}

function create(state: { sizes: AnyRecord[] }, values: unknown): AnyRecord {
  const id = Math.max(0, ...state.sizes.map((one) => one.id)) + 1
  const record = { ...stamp, ...toObject(values), id } as AnyRecord
  state.sizes = [...state.sizes, record]
  return record
}

const toObject = (body: unknown): object => (typeof body === 'object' && body ? body : {})

const getRecords = (body: unknown): unknown[] => {
  const { records } = { records: [], ...toObject(body) }
  return records
}

/** Finds rows whose group already has a size with their code. */
const findTakenRows = (sizes: AnyRecord[], body: unknown) =>
  getRecords(body).flatMap((one, index) => {
    const { code, group } = { code: '', group: '', ...toObject(one) }
    const isTaken = sizes.some((size) => size['code'] === code && size['group'] === group)
    return isTaken ? [{ index, fields: { code: 'Code is already used in this Group' } }] : []
  })

function sortRecords(sizes: AnyRecord[], body: unknown): AnyRecord[] {
  const { ids }: { ids: number[] } = { ids: [], ...toObject(body) }
  return sizes.toSorted((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id))
}
