import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { hold, readDocuments } from '#scripts/contracts/hold.ts'
import { startRuna } from '#scripts/standIns/runa.ts'
import type { Recorded } from '#scripts/standIns/recording.ts'

const balance = { type: 'object', required: ['balance'], properties: { balance: {} as object } }
balance.properties.balance = { type: 'string', pattern: '^[0-9]+[.][0-9]{2}$', nullable: true }
const asked = (schema: object) => ({ content: { 'application/json': { schema } } })
const runa = {
  openapi: '3.0.3',
  servers: [{ url: 'https://runa.example/v2' }],
  paths: {
    '/balance': {
      parameters: [{ name: 'X-Api-Version', in: 'header', required: true, schema: {} }],
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: {
          200: asked({ type: 'array', items: { $ref: '#/components/schemas/Balance' } }),
          401: asked({ type: 'object', required: ['type'], properties: { type: {} } }),
        },
      },
      post: {
        requestBody: asked({ $ref: '#/components/schemas/Balance' }),
        responses: { 201: {} },
      },
    },
  },
  webhooks: { changed: { post: { requestBody: asked({ $ref: '#/components/schemas/Balance' }) } } },
  components: {
    schemas: {
      Money: { type: 'object', properties: { currency: { enum: ['EUR', 'GBP', 'JPY'] } } },
      Balance: { allOf: [{ $ref: '#/components/schemas/Money' }, balance] },
    },
  },
}
const stripe = {
  resources: { account: { object: 'account', id: 'acct_1', charges: { paid: true } } },
}
const braintree = `
  type Query { viewer(first: Int!): Viewer }
  type Viewer { id: ID! status: Status }
  enum Status { ACTIVE }`

describe('the contracts of providers', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contracts-test-'))
  beforeAll(() => {
    writeFileSync(join(folder, 'runa.json'), JSON.stringify(runa))
    writeFileSync(join(folder, 'stripe-samples.json'), JSON.stringify(stripe))
    writeFileSync(join(folder, 'braintree.graphql'), braintree)
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const holding = (...passed: Recorded[]) => {
    const { held, broken, faults, unknown } = hold(readDocuments(folder), passed)
    return { held, broken, told: [...faults.keys(), ...unknown.keys()].join(' ') }
  }

  const version = { 'x-api-version': '1' }
  const call = { method: 'GET', path: '/v2/balance?limit=1', headers: version, body: '' }
  const good = { status: 200, body: [{ balance: '1.00', currency: 'EUR' }, { balance: null }] }
  const ofRuna = (more: object, answer: { status: number; body: unknown } = good): Recorded => ({
    provider: 'runa',
    call: { ...call, ...more },
    answer,
  })

  test('what is as the document says is held, request and answer', () => {
    expect(holding(ofRuna({}))).toEqual({ held: 2, broken: 0, told: '' })
  })

  const json = { ...version, 'content-type': 'application/json' }
  test.each<[string, object, { status: number; body: unknown }, string]>([
    [
      'a header that is wanted',
      { headers: {} },
      good,
      'The header parameter X-Api-Version is missing',
    ],
    ['a parameter of another kind', { path: '/balance?limit=x' }, good, 'must be integer'],
    ['a parameter that nobody knows', { path: '/balance?of=1' }, good, 'query parameter of'],
    [
      'a body that is none',
      { method: 'POST', headers: json, body: '{}' },
      good,
      "property 'balance'",
    ],
    ['a field that nobody knows', {}, { status: 200, body: [{ balance: '1.00', is: 1 }] }, '(is)'],
    ['another form', {}, { status: 200, body: [{ balance: '1.0' }] }, 'must match pattern'],
    ['a status that nobody knows', {}, { status: 202, body: [] }, 'define response 202'],
    ['an error unlike its like', {}, { status: 410, body: { error: 1 } }, "property 'type'"],
  ])('%s is told', (_, more, answer, sentence) => {
    expect(holding(ofRuna(more, answer)).told).toContain(sentence)
  })

  test('an event is held to those of the document', () => {
    const told = holding({ provider: 'runa', event: { type: 'x' } })
    expect(told).toMatchObject({ broken: 1 })
    expect(holding({ provider: 'runa', event: { balance: '2.00' } })).toMatchObject({ held: 1 })
  })

  test('what no document has is neither held nor broken', () => {
    expect(holding(ofRuna({ path: '/order' }))).toMatchObject({ held: 0, broken: 0 })
  })

  test('a sample holds by its fields and their kinds', () => {
    const answering = (body: object) =>
      holding({
        provider: 'stripe',
        call: { ...call, path: '/v1/account' },
        answer: { status: 200, body },
      })
    expect(answering(stripe.resources.account)).toMatchObject({ held: 1, broken: 0 })
    expect(answering({ object: 'account', is: 1 }).told).toContain("account.is isn't in the sample")
    expect(answering({ object: 'account', charges: { paid: 1 } }).told).toContain(
      'paid must have the type',
    )
  })

  test('a schema of GraphQL holds queries, variables and answers', () => {
    const asking = (query: string, data: object, first: unknown = 1) =>
      holding({
        provider: 'braintree',
        call: { ...call, path: '/graphql', body: JSON.stringify({ query, variables: { first } }) },
        answer: { status: 200, body: { data } },
      })
    const query = 'query ($first: Int!) { viewer(first: $first) { id name: status } }'
    const data = { viewer: { id: '1', name: 'ACTIVE' } }
    expect(asking(query, data)).toEqual({ held: 2, broken: 0, told: '' })
    expect(asking(query, data, 'x').told).toContain('Int cannot represent')
    expect(asking(query, { viewer: { id: '1', name: 'OFF' } }).told).toContain('Status')
    expect(asking(query, { viewer: { ...data.viewer, more: 1 } }).told).toContain("didn't ask for")
    expect(asking('{ viewer { id } }', data).told).toContain('first')
  })

  test('a stand-in records what it was asked and what it answered', async () => {
    const file = join(folder, 'recorded.ndjson')
    vi.stubEnv('RECORDED', file)
    const { url, state, stop } = await startRuna()
    await fetch(`${url}/balance?limit=1`, { headers: { ...version, 'x-api-key': state.apiKey } })
    stop()
    vi.unstubAllEnvs()
    const passed: Recorded = JSON.parse(readFileSync(file, 'utf8'))
    expect(holding(passed)).toEqual({ held: 2, broken: 0, told: '' })
  })
})
