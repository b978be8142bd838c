import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkTraffic } from '#scripts/contracts/checkTraffic.ts'
import { readDocuments } from '#scripts/contracts/readDocuments.ts'
import { startRuna } from '#scripts/mockProviders/runa.ts'
import type { TrafficEntry } from '#scripts/mockProviders/recordTraffic.ts'

const balance = { type: 'object', required: ['balance'], properties: { balance: {} as object } }
balance.properties.balance = { type: 'string', pattern: '^[0-9]+[.][0-9]{2}$', nullable: true }
const buildContent = (schema: object) => ({ content: { 'application/json': { schema } } })
const runa = {
  openapi: '3.0.3',
  servers: [{ url: 'https://runa.example/v2' }],
  paths: {
    '/balance': {
      parameters: [{ name: 'X-Api-Version', in: 'header', required: true, schema: {} }],
      get: {
        parameters: [{ name: 'limit', in: 'query', schema: { type: 'integer' } }],
        responses: {
          200: buildContent({ type: 'array', items: { $ref: '#/components/schemas/Balance' } }),
          401: buildContent({ type: 'object', required: ['type'], properties: { type: {} } }),
        },
      },
      post: {
        requestBody: buildContent({ $ref: '#/components/schemas/Balance' }),
        responses: { 201: {} },
      },
    },
  },
  webhooks: {
    changed: { post: { requestBody: buildContent({ $ref: '#/components/schemas/Balance' }) } },
  },
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
  type Query { viewer(first: Int!): Viewer node: Node }
  interface Node { id: ID! }
  type Card implements Node { id: ID! }
  type Wallet implements Node { id: ID! }
  type Viewer { id: ID! status: Status }
  enum Status { ACTIVE }`

describe('Provider contracts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'contracts-test-'))
  beforeAll(() => {
    writeFileSync(join(folder, 'runa.json'), JSON.stringify(runa))
    writeFileSync(join(folder, 'stripe-samples.json'), JSON.stringify(stripe))
    writeFileSync(join(folder, 'braintree.graphql'), braintree)
  })
  afterAll(() => rmSync(folder, { recursive: true }))
  const check = (...recorded: TrafficEntry[]) => {
    const { validCount, brokenCount, violations, uncovered } = checkTraffic(
      readDocuments(folder),
      recorded,
    )
    return {
      validCount,
      brokenCount,
      report: [...violations.keys(), ...uncovered.keys()].join(' '),
    }
  }

  const version = { 'x-api-version': '1' }
  const call = { method: 'GET', path: '/v2/balance?limit=1', headers: version, body: '' }
  const validResponse = {
    status: 200,
    body: [{ balance: '1.00', currency: 'EUR' }, { balance: null }],
  }
  const recordRuna = (
    more: object,
    response: { status: number; body: unknown } = validResponse,
  ): TrafficEntry => ({
    provider: 'runa',
    call: { ...call, ...more },
    response,
  })

  test('a call that follows its document passes, both request and response', () => {
    expect(check(recordRuna({}))).toEqual({ validCount: 2, brokenCount: 0, report: '' })
  })

  const json = { ...version, 'content-type': 'application/json' }
  test.each<[string, object, { status: number; body: unknown }, string]>([
    [
      'a missing header',
      { headers: {} },
      validResponse,
      'The header parameter X-Api-Version is missing',
    ],
    ['a parameter of another type', { path: '/balance?limit=x' }, validResponse, 'must be integer'],
    ['an unknown parameter', { path: '/balance?of=1' }, validResponse, 'query parameter of'],
    [
      'a body without required fields',
      { method: 'POST', headers: json, body: '{}' },
      validResponse,
      "property 'balance'",
    ],
    ['an unknown field', {}, { status: 200, body: [{ balance: '1.00', is: 1 }] }, '(is)'],
    [
      'a value of another format',
      {},
      { status: 200, body: [{ balance: '1.0' }] },
      'must match pattern',
    ],
    ['an unknown status', {}, { status: 202, body: [] }, 'define response 202'],
    [
      'an error without the fields of other errors',
      {},
      { status: 410, body: { error: 1 } },
      "property 'type'",
    ],
  ])('%s is reported', (_, more, response, sentence) => {
    expect(check(recordRuna(more, response)).report).toContain(sentence)
  })

  test("an event is checked against the document's events", () => {
    const result = check({ provider: 'runa', event: { type: 'x' } })
    expect(result).toMatchObject({ brokenCount: 1 })
    expect(check({ provider: 'runa', event: { balance: '2.00' } })).toMatchObject({ validCount: 1 })
  })

  test('a call that no document has neither passes nor fails', () => {
    expect(check(recordRuna({ path: '/order' }))).toMatchObject({ validCount: 0, brokenCount: 0 })
  })

  test('a sample is compared by its fields and their types', () => {
    const checkResponse = (body: object) =>
      check({
        provider: 'stripe',
        call: { ...call, path: '/v1/account' },
        response: { status: 200, body },
      })
    expect(checkResponse(stripe.resources.account)).toMatchObject({ validCount: 1, brokenCount: 0 })
    expect(checkResponse({ object: 'account', is: 1 }).report).toContain(
      "account.is isn't in the sample",
    )
    expect(checkResponse({ object: 'account', charges: { paid: 1 } }).report).toContain(
      'paid must have the type',
    )
  })

  test('a GraphQL schema checks queries, variables, and responses', () => {
    const checkQuery = (query: string, data: object, first: unknown = 1) =>
      check({
        provider: 'braintree',
        call: { ...call, path: '/graphql', body: JSON.stringify({ query, variables: { first } }) },
        response: { status: 200, body: { data } },
      })
    const query = 'query ($first: Int!) { viewer(first: $first) { id name: status } }'
    const data = { viewer: { id: '1', name: 'ACTIVE' } }
    expect(checkQuery(query, data)).toEqual({ validCount: 2, brokenCount: 0, report: '' })
    expect(checkQuery(query, data, 'x').report).toContain('Int cannot represent')
    expect(checkQuery(query, { viewer: { id: '1', name: 'OFF' } }).report).toContain('Status')
    expect(checkQuery(query, { viewer: { ...data.viewer, more: 1 } }).report).toContain(
      "didn't ask for",
    )
    expect(checkQuery('{ viewer { id } }', data).report).toContain('first')
    const kindQuery = '{ node { kind: __typename } }'
    expect(checkQuery(kindQuery, { node: { kind: 'Wallet' } })).toMatchObject({ brokenCount: 0 })
    expect(checkQuery(kindQuery, { node: { kind: 'Cash' } }).report).toContain('Cash')
  })

  test('a mock provider records requests and responses', async () => {
    const file = join(folder, 'recorded.ndjson')
    vi.stubEnv('TRAFFIC_FILE', file)
    const { url, state, stop } = await startRuna()
    await fetch(`${url}/balance?limit=1`, { headers: { ...version, 'x-api-key': state.apiKey } })
    stop()
    vi.unstubAllEnvs()
    const recorded: TrafficEntry = JSON.parse(readFileSync(file, 'utf8'))
    expect(check(recorded)).toEqual({ validCount: 2, brokenCount: 0, report: '' })
  })

  describe('The documents of our own', () => {
    const ownDocuments = readDocuments('scripts/contracts/ownDocuments')
    const post = (
      provider: string,
      path: string,
      {
        headers = {},
        ...answer
      }: { headers?: object; body: object; status: number; answer?: unknown },
    ): TrafficEntry => ({
      provider,
      call: {
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(answer.body),
      },
      response: { status: answer.status, body: answer.answer },
    })
    const slack = (
      body: object,
      answer: object = { ok: true, channel: 'C0STANDIN', ts: '1700000000.000001' },
    ) =>
      post('slack', '/api/chat.postMessage', {
        headers: { authorization: 'Bearer xoxb-token' },
        body,
        status: 200,
        answer,
      })
    const section = (text: string) => ({ type: 'section', text: { type: 'mrkdwn', text } })

    test.each([
      [slack({ channel: 'C0STANDIN', text: 'New', blocks: [section('New')] })],
      [slack({ channel: 'C0STANDIN', text: 'New' }, { ok: false, error: 'not_in_channel' })],
    ])('accept what a provider accepts', (recorded) => {
      expect(checkTraffic(ownDocuments, [recorded])).toMatchObject({
        validCount: 2,
        brokenCount: 0,
      })
    })

    test.each([
      ['no text', slack({ channel: 'C0STANDIN' }), 'text'],
      ['a channel by name', slack({ channel: '#general', text: 'New' }), '/channel'],
      [
        'a section that is too long',
        slack({ channel: 'C0STANDIN', text: 'New', blocks: [section('x'.repeat(3001))] }),
        '/blocks/0',
      ],
      [
        'a response without ts',
        slack({ channel: 'C0STANDIN', text: 'New' }, { ok: true }),
        'channel',
      ],
      [
        'no card',
        post('teams', '/workflows/one/triggers/manual', { body: { type: 'message' }, status: 202 }),
        'attachments',
      ],
      [
        'no signature',
        post('webhook', '/', {
          body: { type: 'a.b', timestamp: '2026-01-01T00:00:00Z', data: {} },
          status: 200,
        }),
        'webhook-signature',
      ],
    ])('report %s', (_, recorded, sentence) => {
      const { brokenCount, violations } = checkTraffic(ownDocuments, [recorded])
      expect(brokenCount).toBeGreaterThan(0)
      expect([...violations.keys()].join(' ')).toContain(sentence)
    })
  })
})
