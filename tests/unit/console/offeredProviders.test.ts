import { pino } from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createProviderList } from '#server/console/signIn/offeredProviders.ts'
import { readSettings } from '#server/console/settings.ts'
import { UpstreamError } from '#server/console/proxy/upstreamError.ts'
import type { UpstreamAnswer } from '#server/console/proxy/upstream.ts'

const okta = { id: 5, name: 'Okta' }
const listOkta = async (): Promise<UpstreamAnswer> => ({
  status: 200,
  headers: {},
  body: Buffer.from(JSON.stringify({ data: [okta] })),
})
const answerStatus = (status: number) => async (): Promise<UpstreamAnswer> => ({
  status,
  headers: {},
  body: Buffer.from(''),
})
const timeOut = (): Promise<UpstreamAnswer> => Promise.reject(new UpstreamError('timeout'))

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

function createList(send: () => Promise<UpstreamAnswer>) {
  const upstream = { send: vi.fn(send), stream: vi.fn(), close: vi.fn() }
  const log = pino({ enabled: false })
  const getProviders = createProviderList({ upstream, settings: readSettings({}), log })
  return { upstream, getProviders: () => getProviders('request-1') }
}

test('sign-in providers are loaded once in 5 seconds', async () => {
  const { upstream, getProviders } = createList(listOkta)
  expect([await getProviders(), await getProviders()]).toEqual([[okta], [okta]])
  expect(upstream.send).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(5000)
  await getProviders()
  expect(upstream.send).toHaveBeenCalledTimes(2)
})

test.each([
  ['does not respond', timeOut],
  ['fails', answerStatus(503)],
])('while the platform %s, its last sign-in providers are offered', async (_case, fail) => {
  const { upstream, getProviders } = createList(listOkta)
  await getProviders()
  upstream.send.mockImplementation(fail)
  vi.advanceTimersByTime(5000)
  expect(await getProviders()).toEqual([okta])
})

test('after a failure, the list is loaded again a second later', async () => {
  const { upstream, getProviders } = createList(timeOut)
  expect(await getProviders()).toEqual([])
  upstream.send.mockImplementation(listOkta)
  expect(await getProviders()).toEqual([])
  vi.advanceTimersByTime(1000)
  expect(await getProviders()).toEqual([okta])
})

test('a platform without the call offers none', async () => {
  const { upstream, getProviders } = createList(listOkta)
  await getProviders()
  upstream.send.mockImplementation(answerStatus(404))
  vi.advanceTimersByTime(5000)
  expect(await getProviders()).toEqual([])
})
