import { flattenSchema } from '#tests/support/flattenSchema.ts'
import type { JsonSchema } from '#tests/support/flattenSchema.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { createRandom } from './hostileBodies.ts'
import { hostileJson } from './hostileJson.ts'
import type { HostileJson, KnownFields } from './hostileJson.ts'

/** A hostile request for one call of the platform's API. */
export type HostileCall = {
  title: string
  method: string
  path: string
  headers: Record<string, string | string[]>
  body: string | Buffer | undefined
}

type Random = ReturnType<typeof createRandom>
type QueryBuilder = (random: Random, known: readonly string[]) => string

const long = 'x'.repeat(8000)
const unusualIds = [
  '0',
  '-1',
  '1.0',
  '01',
  '1e400',
  '9'.repeat(400),
  '9007199254740993',
  'NaN',
  '%00',
]
  .concat(['__proto__', 'constructor', 'toString', '%ED%A0%80', '%ff', '%zz', '1%2F..%2F2', '..'])
  .concat([encodeURIComponent('１'), '%20', '1;2', "1'--", 'x'.repeat(4000), '%E2%80%AE', '1,2'])

const unusualValues = [
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1e400',
  '9'.repeat(400),
  '1.5',
  '[object Object]',
]
  .concat(['__proto__', 'constructor', 'toString', '%00', '%ED%A0%80', '%zz', '%', '%ff', long, ''])
  .concat(['null', 'undefined', '2026-02-31', '275760-09-13', "'", '%5C', '(', 'W10', 'bnVsbA'])

const listNames = ['search', 'sort', 'limit', 'after', 'page', 'closest', 'columns', 'format']
const operators = ['eq', 'contains', 'gte', 'lte', 'any', 'is', '__proto__', 'constructor', '']

const unusualQueries: Record<string, QueryBuilder> = {
  'one unusual value': ({ pick }, known) => `${pick(known)}=${pick(unusualValues)}`,
  'three unusual values': ({ pick }, known) =>
    [1, 2, 3].map(() => `${pick(known)}=${pick(unusualValues)}`).join('&'),
  'an unusual filter': ({ pick }, known) =>
    `filter[${pick([...known, '__proto__', 'constructor', 'createdAt', 'id', ''])}][${pick(operators)}]=${pick(unusualValues)}`,
  'filters of prototypes': () =>
    'filter[__proto__][constructor]=1&filter[constructor][prototype]=1&__proto__=1&__proto__[a]=1&toString=1',
  'nested names': ({ pick }, known) => `${pick(known)}[b][c]=1&${pick(known)}[]=1&a[b][c][d][]=2`,
  'one name 900 times': ({ pick }, known) => `${pick(known)}=1&`.repeat(900),
  'one name with many values': ({ pick }, known) => {
    const name = pick(known)
    return unusualValues
      .slice(0, 16)
      .map((value) => `${name}=${value}`)
      .join('&')
  },
  '8 kB of one value': ({ pick }, known) => `${pick(known)}=${long}`,
  '8 kB of one name': () => `${long}=1`,
  '8 kB of words': ({ pick }, known) => `${pick(known)}=${'a+'.repeat(4000)}`,
  '200 letters with many accents': () => `search=${'e%CC%81'.repeat(200)}`,
  '100 words': () =>
    `search=${Array.from({ length: 100 }, (_, at) => (at % 26).toString(36)).join('+')}`,
  'broken encodings': () => 'search=%E0%A4%A&limit=%&%zz=%zz&%=&=%ff&after=%u0041',
  'no names': () => '&&&===&?&#',
  'many names': () => Array.from({ length: 900 }, (_, at) => `n${at}=1`).join('&'),
}

const unusualHeaders: Record<string, (random: Random) => Record<string, string | string[]>> = {
  'an unusual key': ({ pick }) => ({
    'idempotency-key': pick([
      '',
      ' ',
      'x'.repeat(300),
      'x'.repeat(7000),
      '__proto__',
      '\x80\xff',
      '{"a":1}',
      'a b',
      'constructor',
      '"',
      "'; drop table sizes; --",
      '%00',
      '0',
    ]),
  }),
  'two keys': () => ({ 'idempotency-key': ['a', 'b'] }),
  'an unusual version': ({ pick }) => ({
    'if-match': pick([
      '',
      '*',
      '"1", "2"',
      'W/"1"',
      '"NaN"',
      '1e400',
      '-1',
      '"-0"',
      '0',
      '9'.repeat(400),
      '__proto__',
      '"\xff"',
      '"',
      'x'.repeat(7000),
      '1.5',
      '"9007199254740993"',
    ]),
  }),
  'unusual languages': ({ pick }) => ({
    'accept-language': pick(['*', 'x'.repeat(7000), 'en;q=NaN', ',,,;;;', 'a-'.repeat(3000)]),
    accept: pick(['', '*', 'a/b;q=x', 'text/html', ',/'.repeat(3000)]),
  }),
  'unusual cookies': ({ pick }) => ({
    cookie: pick([
      '__proto__=1',
      '=;=;',
      'a=%',
      'apiToken=%zz; userId=__proto__',
      'a=b;'.repeat(1700),
    ]),
  }),
  'unusual addresses': ({ pick }) => ({
    'x-forwarded-for': pick([
      'unknown',
      '::',
      '999.1.1.1',
      '1.2.3.4, __proto__',
      `${'1.2.3.4, '.repeat(700)}x`,
      ',',
      'fe80::1%eth0',
      '\xff',
      '127.0.0.1:80',
      '[::1]',
      "1'; --",
    ]),
    'x-forwarded-host': pick(['', 'a b', '[', 'x'.repeat(3000)]),
    'x-forwarded-proto': pick(['', 'javascript', 'https, http']),
  }),
  'an unusual session': ({ pick }) => ({
    authorization: pick([
      '',
      'Bearer',
      'Bearer ',
      'Bearer \xff',
      'Bearer __proto__',
      'Basic Og==',
      'bearer  x y',
      `Bearer ${'x'.repeat(7000)}`,
      'Bearer a.b.c',
      'Bearer null',
      'Bearer %00',
    ]),
  }),
  'an unusual request ID': ({ pick }) => ({
    'x-request-id': pick(['', '\xff', 'x'.repeat(7000), '__proto__', 'a\tb', "'"]),
    'last-event-id': pick([
      '',
      'NaN',
      '-1',
      '1e400',
      '9'.repeat(400),
      '\xff',
      '__proto__',
      '1:2:3',
    ]),
    'user-agent': pick(['', '\xff', 'x'.repeat(7000)]),
    host: pick(['__proto__', 'x'.repeat(300), '[::1]', 'localhost:99999']),
  }),
  'all of them': ({ pick }) => ({
    'idempotency-key': pick(['\xff', 'k']),
    'if-match': pick(['"x"', '1']),
    'x-forwarded-for': 'x',
    cookie: '__proto__=1',
    'last-event-id': 'x',
    range: 'bytes=0-1e400',
    'if-none-match': '*',
    'if-modified-since': 'x',
    'transfer-encodings': 'x',
  }),
}

/** Returns the field names in a body's schema, including those of nested records. */
export function getFieldNames(schema: unknown): KnownFields {
  const names = [...new Set(collectNames(schema))]
  return names.length > 0 ? names : ['name']
}

function collectNames(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const { properties, items } = flattenSchema(schema as JsonSchema)
  return [
    ...Object.entries(properties ?? {}).flatMap(([name, nested]) => [
      name,
      ...collectNames(nested),
    ]),
    ...collectNames(items),
  ]
}

/** Groups calls that share code across resources, so that they can share the requests. */
const getShape = ({ method, path, kind }: Call) => `${method} ${kind} ${path.replace(/^\/\w+/, '')}`

/** Creates a function that returns the next `count` items, starting over at the end. */
function createCycle<T>(items: readonly T[]) {
  let position = 0
  return (count: number): T[] => {
    const start = position
    position += count
    return Array.from({ length: count }, (_, at) => items[(start + at) % items.length]).filter(
      (item) => item !== undefined,
    )
  }
}

/**
 * The maximum number of requests of each kind for all calls of one shape. Each call gets at least
 * one.
 */
type Limits = { bodies: number; queries: number; headers: number; ids: number }

/** Yields hostile requests for every call. A seed always yields the same ones. */
export function* createHostileCalls(
  calls: readonly Call[],
  seed: number,
  limits: Limits,
): Generator<HostileCall> {
  const random = createRandom(seed)
  const next = {
    bodies: createCycle(Object.entries(hostileJson)),
    queries: createCycle(Object.entries(unusualQueries)),
    headers: createCycle(Object.entries(unusualHeaders)),
    ids: createCycle(unusualIds),
  }
  for (const group of Map.groupBy(calls, getShape).values())
    for (const call of group) {
      const getCount = (kind: keyof Limits) => Math.max(1, Math.ceil(limits[kind] / group.length))
      const method = call.method.toUpperCase()
      const path = call.path.replaceAll(/:\w+/g, '1')
      const fields = getFieldNames(call.body)
      const create = (
        what: string,
        { body, ...request }: Partial<HostileJson>,
        to = path,
        extra: HostileCall['headers'] = {},
      ) => ({
        title: `${method} ${call.path}: ${what}`,
        method,
        path: to,
        headers: {
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...request.headers,
          ...extra,
        },
        body,
      })
      const validBody = call.body ? { body: `{${JSON.stringify(fields[0])}:"x"}` } : {}
      // Calls without a body schema get a body, too.
      if (call.method !== 'get')
        for (const [what, build] of next.bodies(call.body ? getCount('bodies') : 1)) {
          const request = build(fields)
          yield create(what, typeof request === 'string' ? { body: request } : request)
        }
      const names = [...(call.query ?? []).map(({ name }) => name), ...listNames]
      for (const [what, query] of next.queries(getCount('queries')))
        yield create(what, validBody, `${path}?${query(random, names)}`)
      for (const [what, headers] of next.headers(getCount('headers')))
        yield create(what, validBody, path, headers(random))
      if (call.path.includes(':'))
        for (const id of next.ids(getCount('ids')))
          yield create(`:id ${id.slice(0, 20)}`, validBody, call.path.replaceAll(/:\w+/g, id))
    }
}
