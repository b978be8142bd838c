import { closeLostTests } from '#server/platform/core/integrations/testJob.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { date, optional, reference, secret, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import {
  integrationFields,
  integrationColumns,
} from '#shared/engine/integrations/integrationFields.ts'
import { resources } from '#shared/areas/index.ts'
import { checkIntegrations } from '#server/platform/core/integrations/checkIntegrations.ts'
import {
  defineIntegration,
  failStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { buildJobKinds } from '#server/platform/areas/index.ts'
import { doNothing } from '#server/platform/core/jobs/jobQueue.ts'
import { runJob } from '#server/platform/core/jobs/runJob.ts'
import { runSteps, stepTimeouts } from '#server/platform/core/integrations/runSteps.ts'
import { addIntegrationTable } from '#server/platform/database/migrations/060_integrations.ts'
import { interruptedTests } from '#server/platform/database/migrations/136_leftTests.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { signedIn, tokenOf } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'
import { everyRight } from '#tests/api/support/rights.ts'
import { newStore, storeNow } from '#tests/api/support/stores.ts'

/** An integration of a store, as whoever adds one writes it. */
const relays = defineResource({
  name: 'relays',
  title: { one: 'relay', many: 'relays' },
  about: 'Relays.',
  permission: 'storesRead',
  fields: {
    name: text('Name', { max: 40 }),
    storeId: optional(reference('Store', 'stores')),
    host: text('Host', { max: 80 }),
    key: optional(secret('Key', { max: 80 })),
    keyEnds: optional(date('Key ends')),
  },
  derived: { ...integrationFields },
  extraColumns: integrationColumns,
  scope: 'storeId',
  columns: ['name', 'state'],
  search: ['name'],
})
const table = addIntegrationTable('relays', {
  text: ['name', 'host'],
  reference: ['storeId?'],
  secret: ['key'],
  date: ['keyEnds?'],
  search: ['name'],
})

/** What each step comes to, and what it was given. */
let results: Record<string, () => Promise<StepResult>>
let given: Record<string, unknown>[]
const step = (name: string) => results[name] ?? (async () => passStep('Fine.'))
const relayIntegration = defineIntegration<{ opened?: true }>({
  resource: relays,
  settings: ['host', 'key'],
  testInputs: { to: text('To', { max: 40 }) },
  createState: () => ({}),
  steps: [
    {
      name: 'open',
      title: 'Opened',
      required: true,
      passive: true,
      run({ record, secrets, input, state: found }) {
        given.push({ host: record['host'], ...secrets, ...input })
        found.opened = true
        return step('open')()
      },
    },
    {
      name: 'send',
      title: 'Sent',
      required: true,
      run: ({ state: found }) =>
        found.opened ? step('send')() : Promise.resolve(failStep('ORDER', 'Nothing is open.')),
    },
    { name: 'arrive', title: 'Arrived', required: false, run: () => step('arrive')() },
  ],
  serves: {
    kind: 'mail',
    stores: ({ storeId }) => sql`select id from stores where id = ${storeId}`,
  },
  disableImpact: { what: 'Mail waits' },
  getExpirations: ({ keyEnds }) => [
    { what: 'Key', field: 'keyEnds', at: typeof keyEnds === 'string' ? keyEnds : null },
  ],
})
const definitions = [...resources, relays]
const integrations = [relayIntegration]

describe.each(usually('PGlite'))('the life of an integration on $name', (database) => {
  const platform = usePlatform(database, { seed: true, definitions, integrations })
  const db = () => platform().platform.db
  let call: Caller
  let store: number
  beforeAll(async () => {
    await table.up(db() as never)
    call = await signedIn(platform())
    store = (await newStore(call)).id
  })
  beforeEach(() => {
    results = {}
    given = []
    platform().advance(61_000) // Ten tests a minute.
  })

  let made = 0
  const add = async (more = {}) => {
    const body = {
      name: `Relay ${++made}`,
      host: 'one.example',
      storeId: store,
      key: null,
      keyEnds: null,
    }
    return (await call('POST', '/relays', { body: { ...body, ...more } })).body
  }
  const now = async (id: number) => (await call('GET', `/relays/${id}`)).body
  const history = async (id: number) => (await call('GET', `/relays/${id}/tests`)).body.data
  const start = (id: number, body: object = { to: 'me' }) =>
    call('POST', `/relays/${id}/test`, { body })
  const run = (job: number) =>
    runJob(
      {
        platform: platform().platform,
        kinds: buildJobKinds(definitions, integrations),
        beforeCommit: recomputeStoreStats,
        isTurnOver: () => false,
      },
      job,
    )
  const tested = async (id: number) => {
    const { body } = await start(id)
    await run(body.job)
    return (await history(id))[0]
  }
  const turn = (id: number, event: string, more = {}) =>
    call('POST', `/relays/${id}/state`, { body: { event, ...more } })
  const disable = async (id: number) => {
    const asked = await turn(id, 'disable')
    expect(asked).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    const path = `/relays/${id}/state?reach=${asked.body.reach.token}`
    return call('POST', path, { body: { event: 'disable' } })
  }
  const change = async (id: number, body: object) =>
    call('PATCH', `/relays/${id}`, { body, ifMatch: (await now(id)).version })
  const active = async () => {
    const { id } = await add()
    await tested(id)
    expect((await turn(id, 'activate')).status).toBe(200)
    return id as number
  }
  const check = async () => {
    platform().advance(15 * 60_000 + 1000)
    await checkIntegrations(platform().platform, integrations)
  }
  const mailState = async () => (await storeNow(call, store)).mailState

  describe('a test that came to no result has ended, and another one can be made:', () => {
    const left = (sentence: string) => ({
      what: 'test',
      outcome: 'unknown',
      endedAt: expect.any(String),
      sentence,
    })

    test('cancelled before it began', async () => {
      const { id } = await add()
      const { body } = await start(id)
      await call('POST', `/jobs/${body.job}/cancel`)
      await run(body.job)
      expect((await history(id))[0]).toMatchObject({
        ...left('The test was canceled.'),
        steps: [],
      })
      expect(await tested(id)).toMatchObject({ outcome: 'passed' })
    })

    test('cancelled between two steps; it keeps what was tried', async () => {
      const { id } = await add()
      const { body } = await start(id)
      results['send'] = async () => {
        await call('POST', `/jobs/${body.job}/cancel`)
        await run(body.job)
        return passStep('Sent.')
      }
      await run(body.job)
      const [test] = await history(id)
      expect(test).toMatchObject(left('The test was canceled.'))
      expect(test.steps.map((one: { outcome: string }) => one.outcome)).toEqual([
        'passed',
        null,
        null,
      ])
    })

    test('cancelled, and tried again: it is under way while its steps are made, and tells what they come to', async () => {
      const { id } = await add()
      const { body } = await start(id)
      await call('POST', `/jobs/${body.job}/cancel`)
      await run(body.job)
      expect((await call('POST', `/jobs/${body.job}/retry`)).status).toBe(200)
      results['send'] = async () => {
        expect((await history(id))[0]).toMatchObject({
          outcome: 'running',
          endedAt: null,
          sentence: null,
        })
        return passStep('Sent.')
      }
      await run(body.job)
      expect((await history(id))[0]).toMatchObject({ outcome: 'passed', sentence: null })
    })

    test('an hour long nobody ended it', async () => {
      const { id } = await add()
      await start(id)
      const { platform: running } = platform()
      await closeLostTests(running)
      expect((await history(id))[0]).toMatchObject({ outcome: 'running' })
      const later = () => new Date(running.now().getTime() + 61 * 60_000)
      await closeLostTests({ ...running, now: later })
      expect((await history(id))[0]).toMatchObject(left("The test didn't finish. Test again."))
    })

    test('its account was suspended', async () => {
      const { id } = await add()
      const account = await platform().addAccount(everyRight)
      const theirs = await signedIn(platform(), account)
      const { body } = await theirs('POST', `/relays/${id}/test`, { body: { to: 'me' } })
      const suspend = (status: 'suspended' | 'active') =>
        db().updateTable('users').set({ status }).where('id', '=', account.id).execute()
      await suspend('suspended')
      await run(body.job)
      expect((await history(id))[0]).toMatchObject(left(`${account.email}'s account is suspended.`))
    })

    test('its job had ended before such were ended with it', async () => {
      const [stuck, waiting] = [await add(), await add()]
      const { body } = await start(stuck.id)
      await call('POST', `/jobs/${body.job}/cancel`)
      await start(waiting.id)
      await interruptedTests.up(db() as never)
      expect((await history(stuck.id))[0]).toMatchObject(left('The test was cancelled.'))
      expect((await history(waiting.id))[0]).toMatchObject({ outcome: 'running', endedAt: null })
    })

    test('cancelling has somebody see to it', async () => {
      const { id } = await add()
      const { body } = await start(id)
      const kicked: number[] = []
      platform().platform.enqueueJob = async (job) => void kicked.push(job)
      await call('POST', `/jobs/${body.job}/cancel`)
      platform().platform.enqueueJob = doNothing
      expect(kicked).toEqual([body.job])
    })
  })

  test('is active only after a test of its present settings passed', async () => {
    const { id, state } = await add({ key: 'top secret words' })
    expect(state).toBe('draft')
    expect(await turn(id, 'activate')).toMatchObject({ status: 409, body: { code: 'wrong_state' } })
    results['send'] = async () => failStep('EAUTH', 'The key is wrong.', 'key')
    const refused = await tested(id)
    const newest = async () => (await call('GET', '/jobs?limit=1')).body.data[0]
    expect(await newest()).toMatchObject({ rowSentence: 'The key is wrong.', isBad: true })
    expect(refused).toMatchObject({ outcome: 'failed', sentence: 'The key is wrong.', version: 1 })
    expect(refused.steps.map((one: { outcome: string }) => one.outcome)).toEqual([
      'passed',
      'failed',
      'skipped',
    ])
    expect(refused.steps[1]).toMatchObject({ code: 'EAUTH', field: 'key' })
    expect((await turn(id, 'activate')).status).toBe(409)
    results = {}
    expect(await tested(id)).toMatchObject({ outcome: 'passed', sentence: null })
    expect(await newest()).toMatchObject({ isBad: false })
    expect(given).toContainEqual({ host: 'one.example', key: 'top secret words', to: 'me' })
    expect(await now(id)).toMatchObject({ state: 'verified', lastOutcome: 'passed' })
    expect((await turn(id, 'activate')).body).toMatchObject({ state: 'active' })
    expect(await mailState()).toBe('active')
  })

  test('a test activates what passed where that was asked for, but not with steps that nobody knows', async () => {
    const startFor = async (id: number) => {
      const { status, body } = await start(id, { to: 'me', activate: true })
      expect(status).toBe(202)
      await run(body.job)
      return (await now(id)).state
    }
    const { id } = await add()
    results['send'] = async () => failStep('EAUTH', 'The key is wrong.', 'key')
    expect(await startFor(id)).toBe('draft')
    results = { arrive: async () => reportUnknownStep('Only the reader knows.') }
    expect(await startFor(id)).toBe('verified')
    results = {}
    expect(await startFor(id)).toBe('active')
    expect((await history(id))[0]).toMatchObject({ what: 'activated', outcome: 'passed' })
    expect(await mailState()).toBe('active')
    expect((await start(id, { to: 'me', activate: 'yes' })).status).toBe(400)
  })

  test('a change of what a test proves asks for a new one, and no other change does', async () => {
    const id = await active()
    expect((await change(id, { name: 'Another name' })).body.state).toBe('active')
    expect((await change(id, { host: 'two.example' })).body).toMatchObject({
      state: 'draft',
      settingsVersion: 2,
    })
    expect(await mailState()).toBe('draft')
    expect((await turn(id, 'activate')).status).toBe(409)
    expect((await tested(id)).version).toBe(2)
    expect((await change(id, { key: 'another secret' })).body.state).toBe('draft')
  })

  test('a test of settings that were changed meanwhile proves nothing', async () => {
    const { id } = await add()
    const { body } = await start(id)
    results['send'] = async () => {
      await change(id, { host: 'meanwhile.example' })
      return passStep('Fine.')
    }
    await run(body.job)
    expect(await now(id)).toMatchObject({ state: 'draft', lastOutcome: null })
    expect((await history(id)).find(({ what }: { what: string }) => what === 'test').version).toBe(
      1,
    )
  })

  test('asks once about optional steps that are unknown, which never count as passed', async () => {
    const { id } = await add()
    results['arrive'] = async () => reportUnknownStep('Only the reader knows.')
    expect(await tested(id)).toMatchObject({ outcome: 'passed' })
    const asked = await turn(id, 'activate')
    expect(asked).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    expect(asked.body.detail).toContain('Arrived')
    expect((await turn(id, 'activate', { despite: ['arrive'] })).status).toBe(200)
    const { id: other } = await add()
    results['send'] = async () => reportUnknownStep('Nobody knows.')
    expect(await tested(other)).toMatchObject({ outcome: 'unknown', sentence: 'Nobody knows.' })
    expect((await turn(other, 'activate', { despite: ['send'] })).status).toBe(409)
  })

  test('three failed checks make it degraded and one that passes active again, in the log of its store', async () => {
    const id = await active()
    results['open'] = () => Promise.reject(new NetworkError('ECONNREFUSED', 'Nothing listens.'))
    await check()
    await check()
    expect((await now(id)).state).toBe('active')
    await checkIntegrations(platform().platform, integrations) // Not before 15 minutes are over.
    expect((await now(id)).state).toBe('active')
    await check()
    expect(await now(id)).toMatchObject({ state: 'degraded', problem: 'Nothing listens.' })
    expect(await mailState()).toBe('degraded')
    const mail = (await call('GET', `/stores/${store}/integrations`)).body.data[0]
    expect(mail).toMatchObject({ kind: 'mail', state: 'degraded', message: 'Nothing listens.' })
    await check()
    await check()
    results = {}
    await check()
    // What every check found until then is told once.
    expect(
      (await history(id))
        .slice(0, 4)
        .map(({ what, outcome }: Record<string, unknown>) => [what, outcome]),
    ).toEqual([
      ['recovered', 'passed'],
      ['check', 'passed'],
      ['degraded', 'failed'],
      ['check', 'failed'],
    ])
    expect(await now(id)).toMatchObject({ state: 'active', problem: null, failures: 0 })
    const { body } = await call(
      'GET',
      `/logEntries?filter[storeId][eq]=${store}&filter[stream][eq]=integrations`,
    )
    const own = body.data.filter(({ targetId }: { targetId: number }) => targetId === id)
    const events = own.map(({ event }: { event: string }) => event)
    expect(events.slice(0, 2)).toEqual(['relays.recovered', 'relays.degraded'])
    // Checks neither send nor change anything.
    expect(
      (await history(id)).find(({ what }: { what: string }) => what === 'check').steps,
    ).toHaveLength(1)
    await disable(id)
    expect(await mailState()).toBe('disabled')
    expect((await turn(id, 'activate')).body.state).toBe('active')
  })

  test('whose secret cannot be opened keeps no other from its checks, and the log names it', async () => {
    const [broken, other] = [await active(), await active()]
    await sql`update relays set key_sealed = 'nothing that anybody sealed' where id = ${broken}`.execute(
      db(),
    )
    results['open'] = () => Promise.reject(new NetworkError('ECONNREFUSED', 'Nothing listens.'))
    await check()
    const checks = async (id: number) =>
      (await history(id)).filter(({ what }: { what: string }) => what === 'check')
    expect(await checks(other)).toMatchObject([{ outcome: 'failed' }])
    expect(await checks(broken)).toEqual([])
    const named = platform().log.filter(
      ({ integration, id }) => integration === 'relays' && id === broken,
    )
    expect(named).toMatchObject([{ level: 40, err: expect.anything() }])
    for (const id of [broken, other]) await disable(id)
  })

  test('is not activated again as a version that it no longer is', async () => {
    const id = await active()
    const { version } = (await disable(id)).body
    await change(id, { name: `Other ${id}` })
    const body = { event: 'activate' }
    const again = (ifMatch: number) => call('POST', `/relays/${id}/state`, { body, ifMatch })
    expect(await again(version)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await again((await now(id)).version)).body.state).toBe('active')
    await disable(id)
  })

  test('is deleted only when it is not in use, and expires no more then', async () => {
    const id = await active()
    expect((await call('DELETE', `/relays/${id}`)).body.detail).toContain('Disable it first')
    await disable(id)
    expect((await call('DELETE', `/relays/${id}`)).status).toBe(204)
  })

  test('tells what expires, to those who may see it', async () => {
    const soon = new Date(platform().platform.now().getTime() + 5 * 86_400_000)
      .toISOString()
      .slice(0, 10)
    const { id, name } = await add({ keyEnds: soon })
    const found = await call('GET', '/integrations/expiries?days=10')
    expect(found.body.data).toEqual([
      {
        resource: 'relays',
        id,
        label: name,
        storeId: store,
        what: 'Key',
        at: `${soon}T00:00:00.000Z`,
      },
    ])
    expect((await call('GET', '/integrations/expiries?days=2')).body.data).toEqual([])
    expect((await call('GET', '/integrations/expiries?days=x')).status).toBe(400)
    const other = await newStore(call)
    const limited = await signedIn(platform(), await platform().addAccount(everyRight, [other.id]))
    expect((await limited('GET', '/integrations/expiries?days=10')).body.data).toEqual([])
    expect((await limited('GET', `/relays/${id}/tests`)).status).toBe(404)
    await call('DELETE', `/relays/${id}`)
    expect((await call('GET', '/integrations/expiries?days=10')).body.data).toEqual([])
  })

  test('is tested ten times a minute by one operator, and never without what the test asks for', async () => {
    const { id } = await add()
    expect((await start(id, {})).body.fields).toEqual({ to: 'To is a required field' })
    const answers = []
    for (let at = 0; at < 11; at++) answers.push((await start(id)).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 202), 429])
  })

  test('steps are told as they end', async () => {
    const { id } = await add()
    const { body } = await start(id)
    const token = await tokenOf(platform(), platform().operator)
    const response = await fetch(`${platform().url}/relays/${id}/tests/events`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const told = response.text()
    await run(body.job)
    const text = await told
    expect(text).toContain('event: end')
    expect(text).toContain('"outcome":"passed"')
  })

  test('a step takes 5 s and all of them 20 s at most, whatever they wait for', async () => {
    expect(stepTimeouts).toEqual({ stepMs: 5000, wholeMs: 20_000 })
    results['send'] = () => new Promise(() => {})
    const record = await add()
    const failedStep = async (limits: typeof stepTimeouts) => {
      const steps = await runSteps(relayIntegration, {
        platform: platform().platform,
        record,
        secrets: {},
        input: {},
        passiveOnly: false,
        findProvenStep: () => undefined,
        onProgress: async () => {},
        timeouts: limits,
      })
      expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'skipped'])
      return steps[1]
    }
    expect(await failedStep({ stepMs: 50, wholeMs: 600_000 })).toMatchObject({
      code: 'ETIMEDOUT',
      sentence: 'No response within 5 seconds. A firewall may be blocking the connection.',
    })
    expect(await failedStep({ stepMs: 600_000, wholeMs: 50 })).toMatchObject({
      code: 'TIMEOUT',
      sentence: "The test didn't finish within 20 seconds. Test again.",
    })
  })

  test('what went wrong inside is not told', async () => {
    const { id } = await add()
    results['send'] = () => Promise.reject(new Error('password=hunter2'))
    const { sentence, steps } = await tested(id)
    expect(sentence).toBe('Something went wrong on our side. Test again.')
    expect(JSON.stringify(steps)).not.toContain('hunter2')
  })
})
