import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createHostileRequests } from '../support/attacks/hostileBodies.ts'
import { measureSlowness } from '../support/machineSpeed.ts'
import { startWatchedConsole } from '../support/servers/watchedConsole.ts'
import type { Visitor } from '../support/servers/watchedConsole.ts'

const maxMemory = 256_000_000
/** On a machine of usual speed. */
const maxDelayMs = 200
const everyone: Visitor[] = ['signed out', 'made-up cookie', 'signed in']
const form = 'application/x-www-form-urlencoded'

let watched: Awaited<ReturnType<typeof startWatchedConsole>>
beforeAll(async () => {
  watched = await startWatchedConsole()
}, 300_000)
afterAll(() => watched?.stop())
afterEach(async () => {
  const health = await watched.health()
  expect(watched.isAlive(), watched.getOutput()).toBe(true)
  expect(health.count).toBeGreaterThan(0)
  expect(health.failed).toBe(0)
  expect(health.worst).toBeLessThan(maxDelayMs * measureSlowness())
  expect(await watched.peakMemory()).toBeLessThan(maxMemory)
})

const encode = encodeURIComponent
const buildFields = (count: number, one: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => one(at)).join('&')

/** The worst bodies found so far. Each of them once ended the console or blocked it for seconds. */
const worstBodies: [string, string, string][] = [
  ['8,000 empty fields', '/sizes', 'a=&'.repeat(8000)],
  ['8,000 empty fields on a panel', '/sizes?create', `intent=create&${'a=&'.repeat(8000)}`],
  [
    '480,000 pasted lines',
    '/sizes?paste',
    `intent=paste&writeKey=k&lines=${'a\n'.repeat(480_000)}`,
  ],
  ['90,000 values of one real field', '/sizes?create', `intent=create&${'name=S&'.repeat(90_000)}`],
  [
    '20,000 repeated records',
    '/members/groups?members=1',
    `intent=move&id=1&${'memberIds=1&memberIds.label=A&'.repeat(20_000)}`,
  ],
  [
    '1,400 repeated records and 120,000 names',
    '/members/groups?members=1',
    `intent=move&id=1&${'memberIds=1&memberIds.label=A&'.repeat(1400)}memberIds.text=${'A\n'.repeat(120_000)}`,
  ],
  [
    '140,000 pasted lines, below the limit of forms',
    '/sizes?paste',
    `intent=paste&writeKey=k&lines=${'a\n'.repeat(140_000)}`,
  ],
  [
    '290,000 commas in a pasted line',
    '/sizes?paste',
    `intent=paste&writeKey=k&lines=${','.repeat(290_000)}`,
  ],
  [
    '290,000 characters that HTML escapes',
    '/sizes?create',
    `intent=create&name=${'<'.repeat(290_000)}`,
  ],
  [
    '100,000 different field names',
    '/sizes?create',
    `intent=create&${buildFields(100_000, (at) => `f${at}=`)}`,
  ],
  [
    'spaces after two braces',
    '/frames/giftCardTemplates/new/mail',
    `mailText=${encode('{{')}${'+'.repeat(60_000)}`,
  ],
]

describe('The worst bodies', () => {
  test.each(worstBodies)('%s leave the console healthy', async (_what, path, body) => {
    for (const who of everyone) {
      const status = await watched.send({ path, type: form, body }, who)
      const expected =
        who === 'signed in' ? [200, 303, 404, 413, 422] : path.startsWith('/frames') ? [401] : [303]
      expect(expected, `${who}: ${status}`).toContain(status)
    }
  })

  test('7,000 large made-up cookies leave the console healthy', async () => {
    let left = 7000
    const signOutAll = async () => {
      while (left > 0) await watched.signOut(`t${(left -= 1)}`)
    }
    await Promise.all(Array.from({ length: 8 }, signOutAll))
  })
})

/** Checks for an answer. A 500, or a connection error because the body was cut off, is none. */
const isAnswer = (status: number | string) => typeof status === 'number' && status !== 500

describe('2,100 hostile bodies', () => {
  test.each(everyone)(
    '%s: every page, call, and frame answers, and the console stays healthy',
    { timeout: 120_000 },
    async (who) => {
      const requests = createHostileRequests(34)
      const faults: string[] = []
      let left = 700
      const sendAll = async () => {
        while (left > 0 && watched.isAlive()) {
          left -= 1
          const { value } = requests.next()
          if (!value) return
          const status = await watched.send(value, who)
          if (!isAnswer(status)) faults.push(`${value.path} ${value.kind}: ${status}`)
        }
      }
      await Promise.all(Array.from({ length: 4 }, sendAll))
      expect(faults).toEqual([])
    },
  )
})
