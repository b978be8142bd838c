import { connect } from 'node:net'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Resource } from '#shared/engine/resource.ts'
import { openSession, createCaller } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import {
  insertReferences,
  buildSampleValues,
  fullyWritableResources,
} from '#tests/api/support/records.ts'

describe.each(chooseDatabases('PGlite'))('Request parsing on $name', (database) => {
  const platform = usePlatform(database)
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })

  test.each([
    ['GET', '/'],
    ['GET', '/nowhere'],
    ['POST', '/superAdmin/auth/google'],
    ['POST', '/catalogs'],
    ['DELETE', '/sizes'],
    ['GET', '/sizes/1/uses/2'],
  ])("%s %s isn't offered", async (method, path) => {
    const answer = await call(method, path)
    expect(answer).toMatchObject({ status: 404, body: { status: 404, code: 'not_offered' } })
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
  })

  test.each([
    ['incomplete JSON', '{"name":', 400],
    ['not an object', '"name"', 400],
    ['empty', '', 422],
    ['larger than 1 MB', JSON.stringify({ name: 'x'.repeat(1_050_000) }), 413],
    ['deeply nested', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400],
  ])('rejects a body that is %s', async (_what, body, status) => {
    const answer = await call('POST', '/sizes', { body })
    expect(answer.status).toBe(status)
    expect(JSON.stringify(answer.body)).not.toMatch(/SyntaxError|node_modules|at /)
  })

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'])(
    'rejects a body of type %s',
    async (type) => {
      const headers = { 'Content-Type': type }
      expect(await call('POST', '/sizes', { body: '{}', headers })).toMatchObject({
        status: 415,
        body: { code: 'unsupported_type' },
      })
    },
  )

  test('rejects a compressed body, which could expand', async () => {
    const headers = { 'Content-Encoding': 'gzip' }
    expect((await call('POST', '/sizes', { body: '{}', headers })).status).toBe(415)
  })

  test("a path that can't be decoded is a bad request", async () => {
    expect(await call('GET', '/sizes/%zz')).toMatchObject({ status: 400 })
  })

  test("the console's request ID appears in the answer and the log, and a malformed one doesn't", async () => {
    const known = await call('GET', '/nowhere', { headers: { 'x-request-id': 'abc-1' } })
    expect(known.body.requestId).toBe('abc-1')
    expect(platform().log.at(-1)).toMatchObject({ requestId: 'abc-1', status: 404 })
    const strange = await call('GET', '/nowhere', { headers: { 'x-request-id': 'a b\tc' } })
    expect(strange.body.requestId).toMatch(/^[\w-]{36}$/)
  })

  test('the log has the route but no query, token, or password', async () => {
    const { email, password } = platform().operator
    await createCaller(platform())('POST', '/auth/login', { body: { email, password } })
    await call('GET', '/sizes?search=very-private')
    const text = JSON.stringify(platform().log)
    expect(text).toContain('"route":"/sizes"')
    for (const secret of ['very-private', 'Bearer', password]) expect(text).not.toContain(secret)
  })

  test('a client that disconnects in the middle of a body does no harm', async () => {
    const { port, hostname } = new URL(platform().url)
    const lines = platform().log.length
    const socket = connect(Number(port), hostname)
    socket.end(
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 50\r\n\r\n{"email"',
    )
    await expect.poll(() => platform().log.length).toBeGreaterThan(lines)
    expect((await call('GET', '/sizes')).status).toBe(200)
  })

  test.each(fullyWritableResources)(
    'values of $name, however unusual, are saved or rejected',
    async (resource) => {
      const path = `/${resource.name}`
      await insertReferences(platform(), resource)
      const names = [...Object.keys(resource.fields), '__proto__', 'constructor', 'id', 'toString']
      const strange = fc.oneof(
        fc.jsonValue({ depthSize: 'small' }),
        fc.constantFrom<unknown>(
          { toString: [] },
          '\0',
          'a\0b',
          '\ud800',
          'ﷺ'.repeat(50),
          1e308,
          -1e308,
          2 ** 53,
          -0,
          1e-320,
        ),
      )
      await fc.assert(
        fc.asyncProperty(fc.array(fc.tuple(fc.constantFrom(...names), strange)), async (parts) => {
          const body = JSON.stringify(
            Object.fromEntries([...Object.entries(buildSampleValues(resource)), ...parts]),
          )
          const answer = await call('POST', path, { body })
          expect([201, 422], body).toContain(answer.status)
          if (answer.status === 201)
            expect((await call('GET', `${path}/${answer.body.id}`)).body).toEqual(answer.body)
        }),
        { numRuns: 60 },
      )
    },
  )

  test('rejects __proto__ and constructor as unknown fields', async () => {
    const [resource] = fullyWritableResources as [Resource, ...Resource[]]
    const text = JSON.stringify(buildSampleValues(resource))
    for (const name of ['__proto__', 'constructor', 'hasOwnProperty']) {
      const body = text.replace('{', `{"${name}":{"active":true},`)
      const answer = await call('POST', `/${resource.name}`, { body })
      expect(answer.status).toBe(422)
      expect(Object.getOwnPropertyNames(answer.body.fields)).toEqual([name])
    }
  })
})
