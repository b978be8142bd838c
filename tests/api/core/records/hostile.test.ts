import { flattenSchema } from '#tests/support/flattenSchema.ts'
import type { JsonSchema } from '#tests/support/flattenSchema.ts'
import { areas } from '#server/platform/areas/index.ts'
import { buildCalls } from '#server/platform/core/area/buildCalls.ts'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fieldKinds } from '#shared/engine/fields/kinds.ts'
import type { Call } from '#server/platform/core/http/call.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { databases, getShare, usePlatform } from '#tests/api/support/databases.ts'

/** Each run sends a few new requests to each call; raise this number to search longer. */
const runsPerCall = 6

/** Texts that have broken programs: too long, not characters, not dates or numbers, code words. */
const unusualTexts = [
  ['', ' ', '0', '-1', '1', '2147483647', '2147483648', '9'.repeat(12), '9'.repeat(400)],
  ['1e9', '-0', 'NaN', '0.1', '1.000001', '-999999999999.999999', 'null', 'true', '[]', '{}'],
  ['2026-02-31', '0000-01-01', '0001-01-01', '9999-12-31', '9999-12-31T23:59:59.999-14:00'],
  ['2026-02-31T00:00:00.000Z', '2026-01-01T24:00:00Z', '0001-01-01T00:00:00+14:00'],
  ['__proto__', 'constructor', 'toString', 'id', '-id', '%', '_', '\\', "'", '"', '$1', '--'],
  ['\0', 'a\0b', '\ud800', '\uffff', '\u202e', 'ﷺ'.repeat(40), '👕'.repeat(200), '\n', '\r\n'],
  ['x'.repeat(200), 'x'.repeat(5000), '%00', '%zz', '/', '..', '?', '#'],
].flat()
const unusualText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.constantFrom(...unusualTexts),
)

/** Cursors with real sort orders, so the platform reads their content. */
const cursor = fc
  .tuple(
    fc.constantFrom('createdAt', 'name', 'time', '-time'),
    fc.constantFrom('next', 'previous'),
    fc.oneof(unusualText, fc.jsonValue()),
    fc.oneof(fc.constant(1), fc.integer(), unusualText),
  )
  .map((parts) => ({
    sort: parts[0],
    after: Buffer.from(JSON.stringify(parts)).toString('base64url'),
  }))

const getPropertyNames = (schema: JsonSchema = {}): string[] =>
  Object.keys(flattenSchema(schema).properties ?? {})

/** Builds requests with the call's own parameter names in the wrong places and unusual values. */
function buildRequest(call: Call) {
  const known = [...(call.query ?? []).map(({ name }) => name), 'search', 'sort', 'limit', 'after']
  const ops = [...new Set(Object.values(fieldKinds).flatMap(({ filters }) => Object.keys(filters)))]
  const propertyNames = getPropertyNames(call.body as JsonSchema | undefined)
  const filter = fc
    .tuple(
      fc.constantFrom('createdAt', 'updatedAt', 'name', 'id', ...propertyNames),
      fc.constantFrom(...ops),
    )
    .map(([field, op]) => `filter[${field}][${op}]`)
  const query = fc.array(
    fc.tuple(fc.oneof(fc.constantFrom(...known), filter, unusualText), unusualText),
    {
      maxLength: 3,
    },
  )
  const value = fc.oneof(
    unusualText,
    fc.jsonValue({ maxDepth: 2 }),
    fc.array(unusualText, { maxLength: 3 }),
  )
  const object = fc
    .array(fc.tuple(fc.oneof(fc.constantFrom('id', ...propertyNames), unusualText), value), {
      maxLength: 6,
    })
    .map((entries) => Object.fromEntries(entries))
  const header = fc.option(
    fc.oneof(
      fc.constantFrom('1', '"1"', 'W/"1"', '*', '0', '999999999', '9'.repeat(50)),
      fc.string({ unit: 'grapheme-ascii', maxLength: 9 }),
    ),
    { nil: undefined },
  )
  return fc.record({
    path: fc
      .array(fc.oneof({ weight: 3, arbitrary: fc.constant('1') }, unusualText), {
        minLength: 3,
        maxLength: 3,
      })
      .map((ids) => {
        let index = 0
        return call.path.replaceAll(/:\w+/g, () =>
          encodeURIComponent((ids[index++] ?? '').toWellFormed()),
        )
      }),
    query: fc
      .oneof(
        query,
        cursor.map(({ after }) => [['after', after]]),
        cursor.map(Object.entries),
      )
      .map((pairs) => new URLSearchParams(pairs as [string, string][]).toString()),
    body: fc.oneof(
      object,
      fc.array(object, { maxLength: 2 }),
      fc.record({
        records: fc.array(object, { maxLength: 3 }),
        ids: fc.array(fc.oneof(fc.integer(), unusualText)),
      }),
      value,
    ),
    ifMatch: header,
    key: header,
    requestId: header,
  })
}

describe.each(databases)('Hostile requests on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let callSignedIn: Caller | undefined
  const calls = buildCalls(areas).filter(({ path }) => path !== '/auth/logout')

  test.each(
    getShare(database, calls).map((call) => [`${call.method} ${call.path}`, call] as const),
  )('%s answers no hostile request with a 500', async (_name, call) => {
    await fc.assert(
      fc.asyncProperty(
        buildRequest(call),
        async ({ path, query, body, ifMatch, key, requestId }) => {
          callSignedIn ??= await openSession(platform())
          const { status } = await callSignedIn(call.method, `${path}${query && `?${query}`}`, {
            closesStream: true,
            ...(call.body ? { body: JSON.stringify(body) } : {}),
            ...(ifMatch === undefined ? {} : { ifMatch }),
            ...(key === undefined ? {} : { key }),
            ...(requestId === undefined ? {} : { headers: { 'x-request-id': requestId } }),
          })
          expect(status).toBeLessThan(500)
          // The request may have ended its own session.
          if (status === 401) callSignedIn = undefined
        },
      ),
      { numRuns: runsPerCall },
    )
  })
})
