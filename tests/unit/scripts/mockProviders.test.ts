import { afterAll, beforeAll, expect, test } from 'vitest'
import { startControl } from '#scripts/mockProviders/control.ts'
import { defaultPorts, readPorts, requireFreePorts } from '#scripts/mockProviders/ports.ts'
import { serveJson } from '#scripts/mockProviders/serveJson.ts'
import { buildPlatformSettings, startAll } from '#scripts/mockProviders/startAll.ts'
import type { MockProvider } from '#scripts/mockProviders/mockProvider.ts'
import { onlineGateways } from '#shared/areas/payments/gateways.ts'
import { readSettings } from '#server/platform/settings.ts'

let mockProviders: MockProvider[]
let control: Awaited<ReturnType<typeof startControl>>
beforeAll(async () => {
  mockProviders = await startAll(['http://acme.localhost:3001/oidc/callback'], () => 0)
  control = await startControl(mockProviders)
})
afterAll(() => Promise.all([control, ...mockProviders].map(({ stop }) => stop())))

const changeSwitch = async (name: string, body: string) => {
  const answer = await fetch(`${control.url}/${name}`, { method: 'PATCH', body })
  return { status: answer.status, body: await answer.text() }
}

test('every mock provider starts with its own port and instructions', async () => {
  const all = await (await fetch(control.url)).json()
  expect(Object.keys(Object(all)).toSorted()).toEqual(
    Object.keys(defaultPorts)
      .filter((name) => name !== 'control')
      .toSorted(),
  )
  expect(new Set(Object.values(defaultPorts)).size).toBe(Object.keys(defaultPorts).length)
  for (const { instructions } of mockProviders)
    expect(instructions).toMatch(/(localhost|127\.0\.0\.1):\d+/)
})

test('the printed settings are valid for the platform, and lead to the mock providers', () => {
  const settings = readSettings(buildPlatformSettings(mockProviders, '3001'))
  expect(Object.keys(settings.endpoints)).toEqual([...onlineGateways, 'slack', 'pagerDuty'])
  expect(settings.runaEndpoint).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
})

test('a switch changes while mock providers run, and applies immediately', async () => {
  const { RUNA_ENDPOINT: runa } = buildPlatformSettings(mockProviders, '3001')
  const requestBalance = () =>
    fetch(`${runa}/balance`, { headers: { 'x-api-key': 'XXstandin0000000000000000' } })
  expect((await requestBalance()).status).toBe(200)
  expect(await changeSwitch('runa', '{"error":"rate"}')).toMatchObject({ status: 200 })
  expect((await requestBalance()).status).toBe(429)
  const oidc = mockProviders
    .find(({ name }) => name === 'oidc')
    ?.instructions.match(/http:\/\/localhost:\d+/)?.[0]
  const requestDiscovery = () => fetch(`${oidc}/.well-known/openid-configuration`)
  expect((await requestDiscovery()).status).toBe(200)
  await changeSwitch('oidc', '{"down":true}')
  expect((await requestDiscovery()).status).toBe(503)
})

test("Stripe's mock provider reports a dispute to its webhooks, once for each switch", async () => {
  const received: { signature: unknown; event: { type: string; data: { object: object } } }[] = []
  const webhook = await serveJson('webhook', ({ headers, body }) => {
    received.push({ signature: headers['stripe-signature'], event: JSON.parse(body) })
    return { body: {} }
  })
  const dispute = {
    charge: 'ch_3mockProvider',
    amount: 4500,
    currency: 'cad',
    status: 'needs_response',
  }
  const webhooks = [{ url: webhook.url, status: 'enabled', enabled_events: ['*'] }]
  await changeSwitch('stripe', JSON.stringify({ webhooks, dispute }))
  await changeSwitch('stripe', '{"declineCode":null}')
  await changeSwitch('stripe', JSON.stringify({ dispute: { ...dispute, status: 'won' } }))
  expect(received.map(({ event }) => event.type)).toEqual([
    'charge.dispute.created',
    'charge.dispute.closed',
  ])
  expect(received[0]).toMatchObject({
    signature: expect.stringMatching(/^t=\d+,v1=/),
    event: {
      data: { object: { charge: 'ch_3mockProvider', amount: 4500, status: 'needs_response' } },
    },
  })
  webhook.stop()
})

test.each([
  ['nobody', '{}', 404, 'There are'],
  ['runa', 'x', 400, 'Send JSON'],
  ['runa', '{"wrong":1}', 400, 'there are apiKey'],
])(
  'the mock provider %s rejects the switch %s with the available ones',
  async (name, body, status, sentence) => {
    const answer = await changeSwitch(name, body)
    expect(answer.status).toBe(status)
    expect(answer.body).toContain(sentence)
  },
)

test('MOCK_PROVIDER_PORTS changes the ports of the mock providers that it names', () => {
  expect(readPorts('stripe=4510, mail=2526')).toEqual({ ...defaultPorts, stripe: 4510, mail: 2526 })
  expect(readPorts(undefined)).toEqual(defaultPorts)
})

test.each([
  ['strip=4510', 'not "strip"'],
  ['stripe=many', 'not "many"'],
  ['stripe', 'not ""'],
  ['stripe=70000', 'not "70000"'],
])('MOCK_PROVIDER_PORTS=%s is rejected with a sentence', (setting, sentence) => {
  expect(() => readPorts(setting)).toThrow(sentence)
})

test('a port in use is reported with the mock provider and the setting that moves it', async () => {
  const port = Number(new URL(control.url).port)
  await expect(requireFreePorts({ stripe: port })).rejects.toThrow(
    `The mock providers can't start because port ${port} (stripe) is in use. Stop what uses it, or choose other ports: MOCK_PROVIDER_PORTS=stripe=`,
  )
})
