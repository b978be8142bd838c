import { areas } from '#server/platform/areas/index.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { closeLostIntegrationTests } from '#server/platform/core/integrations/testJob.ts'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { date, optional, reference, secret, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import {
  integrationFields,
  integrationColumns,
} from '#shared/engine/integrations/integrationFields.ts'
import { checkDueIntegrations } from '#server/platform/core/integrations/checkDueIntegrations.ts'
import {
  defineIntegration,
  failStep,
  passStep,
  reportUnknownStep,
} from '#server/platform/core/integrations/integration.ts'
import type { StepResult } from '#server/platform/core/integrations/integration.ts'
import { doNothing } from '#server/platform/core/jobs/jobQueue.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import { runSteps, stepTimeouts } from '#server/platform/core/integrations/runSteps.ts'
import * as columns from '#server/platform/database/migrations/tables.ts'
import { NetworkError } from '#server/platform/core/outgoing/networkError.ts'
import { recomputeStoreStats } from '#server/platform/areas/stores/recomputeStoreStats.ts'
import { openSession, fetchToken } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'
import { allPermissions } from '#tests/api/support/permissions.ts'
import { createStore, loadStore } from '#tests/api/support/stores.ts'

/** A test integration of a store, written like any other. */
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
  list: { columns: ['name', 'state'], search: ['name'] },
  api: { extraColumns: integrationColumns },
  relations: { scope: 'storeId' },
})
const relayColumns = {
  ...columns.recordColumns,
  name: columns.text,
  host: columns.text,
  store_id: columns.optional(columns.integer),
  key: columns.secret,
  key_ends: columns.optional(columns.day),
  search_text: columns.searchText('name'),
  ...columns.integrationColumns,
}

/** The result of each step, and the input that the steps received. */
let results: Record<string, () => Promise<StepResult>>
let stepInputs: Record<string, unknown>[]
const getStep = (name: string) => results[name] ?? (async () => passStep('Fine.'))
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
      run({ record, secrets, input, state }) {
        stepInputs.push({ host: record['host'], ...secrets, ...input })
        state.opened = true
        return getStep('open')()
      },
    },
    {
      name: 'send',
      title: 'Sent',
      required: true,
      run: ({ state }) =>
        state.opened ? getStep('send')() : Promise.resolve(failStep('ORDER', 'Nothing is open.')),
    },
    { name: 'arrive', title: 'Arrived', required: false, run: () => getStep('arrive')() },
  ],
  serves: {
    kind: 'mail',
    stores: ({ storeId }) => sql`select id from stores where id = ${storeId}`,
  },
  disableImpact: {
    messages: {
      disabled: (stores) => `Mail of ${stores} waits.`,
      changed: (stores) => `Mail of ${stores} waits for a test.`,
      stillFailing: (stores) => `Mail of ${stores} still waits.`,
    },
  },
  getExpirations: ({ keyEnds }) => [
    { what: 'Key', field: 'keyEnds', at: typeof keyEnds === 'string' ? keyEnds : null },
  ],
})
const relayAreas = [{ name: 'relays', resources: [relays], integrations: [relayIntegration] }]

describe.each(chooseDatabases('PGlite'))('Integrations on $name', (database) => {
  const platform = usePlatform(database, { seed: true, areas: relayAreas })
  const db = () => platform().platform.db
  let call: Caller
  let store: number
  beforeAll(async () => {
    await columns.createTable(db(), 'relays', relayColumns)
    call = await openSession(platform())
    store = (await createStore(call)).id
  })
  beforeEach(() => {
    results = {}
    stepInputs = []
    platform().advance(61_000) // Only ten tests a minute are allowed.
  })

  let relayCount = 0
  const createRelay = async (more = {}) => {
    const body = {
      name: `Relay ${++relayCount}`,
      host: 'one.example',
      storeId: store,
      key: null,
      keyEnds: null,
    }
    return (await call('POST', '/relays', { body: { ...body, ...more } })).body
  }
  const loadRelay = async (id: number) => (await call('GET', `/relays/${id}`)).body
  const loadHistory = async (id: number) => (await call('GET', `/relays/${id}/tests`)).body.data
  const start = (id: number, body: object = { to: 'me' }) =>
    call('POST', `/relays/${id}/test`, { body })
  const run = (job: number) =>
    runJobTurn(
      {
        platform: platform().platform,
        kinds: buildJobKinds([...areas, ...relayAreas]),
        beforeCommit: recomputeStoreStats,
        isTurnOver: () => false,
      },
      job,
    )
  const runTest = async (id: number) => {
    const { body } = await start(id)
    await run(body.job)
    return (await loadHistory(id))[0]
  }
  const changeState = (id: number, event: string, more = {}) =>
    call('POST', `/relays/${id}/state`, { body: { event, ...more } })
  const disable = async (id: number) => {
    const unconfirmed = await changeState(id, 'disable')
    expect(unconfirmed).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    const path = `/relays/${id}/state?reach=${unconfirmed.body.reach.token}`
    return call('POST', path, { body: { event: 'disable' } })
  }
  const updateRelay = async (id: number, body: object) =>
    call('PATCH', `/relays/${id}`, { body, ifMatch: (await loadRelay(id)).version })
  const createActiveRelay = async () => {
    const { id } = await createRelay()
    await runTest(id)
    expect((await changeState(id, 'activate')).status).toBe(200)
    return id as number
  }
  const runChecks = async () => {
    platform().advance(15 * 60_000 + 1000)
    await checkDueIntegrations(platform().platform, [relayIntegration])
  }
  const loadMailState = async () => (await loadStore(call, store)).mailState

  describe('A test without a result ends and can be repeated:', () => {
    const buildInterrupted = (sentence: string) => ({
      what: 'test',
      outcome: 'unknown',
      endedAt: expect.any(String),
      sentence,
    })

    test('canceled before it starts', async () => {
      const { id } = await createRelay()
      const { body } = await start(id)
      await call('POST', `/jobs/${body.job}/cancel`)
      await run(body.job)
      expect((await loadHistory(id))[0]).toMatchObject({
        ...buildInterrupted('The test was canceled.'),
        steps: [],
      })
      expect(await runTest(id)).toMatchObject({ outcome: 'passed' })
    })

    test('canceled between two steps; finished steps are kept', async () => {
      const { id } = await createRelay()
      const { body } = await start(id)
      results['send'] = async () => {
        await call('POST', `/jobs/${body.job}/cancel`)
        await run(body.job)
        return passStep('Sent.')
      }
      await run(body.job)
      const [test] = await loadHistory(id)
      expect(test).toMatchObject(buildInterrupted('The test was canceled.'))
      expect(test.steps.map((one: { outcome: string }) => one.outcome)).toEqual([
        'passed',
        null,
        null,
      ])
    })

    test('canceled and retried: it runs again and reports its steps', async () => {
      const { id } = await createRelay()
      const { body } = await start(id)
      await call('POST', `/jobs/${body.job}/cancel`)
      await run(body.job)
      expect((await call('POST', `/jobs/${body.job}/retry`)).status).toBe(200)
      results['send'] = async () => {
        expect((await loadHistory(id))[0]).toMatchObject({
          outcome: 'running',
          endedAt: null,
          sentence: null,
        })
        return passStep('Sent.')
      }
      await run(body.job)
      expect((await loadHistory(id))[0]).toMatchObject({ outcome: 'passed', sentence: null })
    })

    test('not finished within an hour', async () => {
      const { id } = await createRelay()
      await start(id)
      const { platform: running } = platform()
      await closeLostIntegrationTests(running)
      expect((await loadHistory(id))[0]).toMatchObject({ outcome: 'running' })
      const getLater = () => new Date(running.now().getTime() + 61 * 60_000)
      await closeLostIntegrationTests({ ...running, now: getLater })
      expect((await loadHistory(id))[0]).toMatchObject(
        buildInterrupted("The test didn't finish. Test again."),
      )
    })

    test('its account is suspended', async () => {
      const { id } = await createRelay()
      const account = await platform().addAccount(allPermissions)
      const callAsAccount = await openSession(platform(), account)
      const { body } = await callAsAccount('POST', `/relays/${id}/test`, { body: { to: 'me' } })
      const suspend = (status: 'suspended' | 'active') =>
        db().updateTable('users').set({ status }).where('id', '=', account.id).execute()
      await suspend('suspended')
      await run(body.job)
      expect((await loadHistory(id))[0]).toMatchObject(
        buildInterrupted(`${account.email}'s account is suspended.`),
      )
    })

    test('canceling enqueues the job, which closes the test', async () => {
      const { id } = await createRelay()
      const { body } = await start(id)
      const enqueuedJobs: number[] = []
      platform().platform.enqueueJob = async (job) => void enqueuedJobs.push(job)
      await call('POST', `/jobs/${body.job}/cancel`)
      platform().platform.enqueueJob = doNothing
      expect(enqueuedJobs).toEqual([body.job])
    })
  })

  test('can be activated only after its current settings pass a test', async () => {
    const { id, state } = await createRelay({ key: 'top secret words' })
    expect(state).toBe('draft')
    expect(await changeState(id, 'activate')).toMatchObject({
      status: 409,
      body: { code: 'wrong_state' },
    })
    results['send'] = async () => failStep('EAUTH', 'The key is wrong.', 'key')
    const failedTest = await runTest(id)
    const loadNewestJob = async () => (await call('GET', '/jobs?limit=1')).body.data[0]
    expect(await loadNewestJob()).toMatchObject({ rowSentence: 'The key is wrong.', isBad: true })
    expect(failedTest).toMatchObject({
      outcome: 'failed',
      sentence: 'The key is wrong.',
      version: 1,
    })
    expect(failedTest.steps.map((one: { outcome: string }) => one.outcome)).toEqual([
      'passed',
      'failed',
      'skipped',
    ])
    expect(failedTest.steps[1]).toMatchObject({ code: 'EAUTH', field: 'key' })
    expect((await changeState(id, 'activate')).status).toBe(409)
    results = {}
    expect(await runTest(id)).toMatchObject({ outcome: 'passed', sentence: null })
    expect(await loadNewestJob()).toMatchObject({ isBad: false })
    expect(stepInputs).toContainEqual({ host: 'one.example', key: 'top secret words', to: 'me' })
    expect(await loadRelay(id)).toMatchObject({ state: 'verified', lastOutcome: 'passed' })
    expect((await changeState(id, 'activate')).body).toMatchObject({ state: 'active' })
    expect(await loadMailState()).toBe('active')
  })

  test('a test with activate activates a passed integration unless steps are unknown', async () => {
    const testAndActivate = async (id: number) => {
      const { status, body } = await start(id, { to: 'me', activate: true })
      expect(status).toBe(202)
      await run(body.job)
      return (await loadRelay(id)).state
    }
    const { id } = await createRelay()
    results['send'] = async () => failStep('EAUTH', 'The key is wrong.', 'key')
    expect(await testAndActivate(id)).toBe('draft')
    results = { arrive: async () => reportUnknownStep('Only the reader knows.') }
    expect(await testAndActivate(id)).toBe('verified')
    results = {}
    expect(await testAndActivate(id)).toBe('active')
    expect((await loadHistory(id))[0]).toMatchObject({ what: 'activated', outcome: 'passed' })
    expect(await loadMailState()).toBe('active')
    expect((await start(id, { to: 'me', activate: 'yes' })).status).toBe(400)
  })

  test('a change of tested settings needs a new test, and no other change does', async () => {
    const id = await createActiveRelay()
    expect((await updateRelay(id, { name: 'Another name' })).body.state).toBe('active')
    expect((await updateRelay(id, { host: 'two.example' })).body).toMatchObject({
      state: 'draft',
      settingsVersion: 2,
    })
    expect(await loadMailState()).toBe('draft')
    expect((await changeState(id, 'activate')).status).toBe(409)
    expect((await runTest(id)).version).toBe(2)
    expect((await updateRelay(id, { key: 'another secret' })).body.state).toBe('draft')
  })

  test('a test of settings that changed in the meantime proves nothing', async () => {
    const { id } = await createRelay()
    const { body } = await start(id)
    results['send'] = async () => {
      await updateRelay(id, { host: 'meanwhile.example' })
      return passStep('Fine.')
    }
    await run(body.job)
    expect(await loadRelay(id)).toMatchObject({ state: 'draft', lastOutcome: null })
    expect(
      (await loadHistory(id)).find(({ what }: { what: string }) => what === 'test').version,
    ).toBe(1)
  })

  test('activating with unknown optional steps needs a confirmation; unknown required steps block it', async () => {
    const { id } = await createRelay()
    results['arrive'] = async () => reportUnknownStep('Only the reader knows.')
    expect(await runTest(id)).toMatchObject({ outcome: 'passed' })
    const unconfirmed = await changeState(id, 'activate')
    expect(unconfirmed).toMatchObject({ status: 409, body: { code: 'unconfirmed' } })
    expect(unconfirmed.body.detail).toContain('Arrived')
    expect((await changeState(id, 'activate', { despite: ['arrive'] })).status).toBe(200)
    const { id: other } = await createRelay()
    results['send'] = async () => reportUnknownStep('Nobody knows.')
    expect(await runTest(other)).toMatchObject({ outcome: 'unknown', sentence: 'Nobody knows.' })
    expect((await changeState(other, 'activate', { despite: ['send'] })).status).toBe(409)
  })

  test("three failed checks degrade it and a passed one reactivates it, with entries in the store's log", async () => {
    const id = await createActiveRelay()
    results['open'] = () => Promise.reject(new NetworkError('ECONNREFUSED', 'Nothing listens.'))
    await runChecks()
    await runChecks()
    expect((await loadRelay(id)).state).toBe('active')
    await checkDueIntegrations(platform().platform, [relayIntegration]) // Checks run only every 15 minutes.
    expect((await loadRelay(id)).state).toBe('active')
    await runChecks()
    expect(await loadRelay(id)).toMatchObject({ state: 'degraded', problem: 'Nothing listens.' })
    expect(await loadMailState()).toBe('degraded')
    const mail = (await call('GET', `/stores/${store}/integrations`)).body.data[0]
    expect(mail).toMatchObject({ kind: 'mail', state: 'degraded', message: 'Nothing listens.' })
    await runChecks()
    await runChecks()
    results = {}
    await runChecks()
    // Repeated results of checks are listed once.
    expect(
      (await loadHistory(id))
        .slice(0, 4)
        .map(({ what, outcome }: Record<string, unknown>) => [what, outcome]),
    ).toEqual([
      ['recovered', 'passed'],
      ['check', 'passed'],
      ['degraded', 'failed'],
      ['check', 'failed'],
    ])
    expect(await loadRelay(id)).toMatchObject({ state: 'active', problem: null, failures: 0 })
    const { body } = await call(
      'GET',
      `/logEntries?filter[storeId][eq]=${store}&filter[stream][eq]=integrations`,
    )
    const relayEntries = body.data.filter(({ targetId }: { targetId: number }) => targetId === id)
    const events = relayEntries.map(({ event }: { event: string }) => event)
    expect(events.slice(0, 2)).toEqual(['relays.recovered', 'relays.degraded'])
    // Checks run only passive steps, which neither send nor change anything.
    expect(
      (await loadHistory(id)).find(({ what }: { what: string }) => what === 'check').steps,
    ).toHaveLength(1)
    await disable(id)
    expect(await loadMailState()).toBe('disabled')
    expect((await changeState(id, 'activate')).body.state).toBe('active')
  })

  test("an integration with an undecryptable secret doesn't block other checks and is logged", async () => {
    const [broken, other] = [await createActiveRelay(), await createActiveRelay()]
    await sql`update relays set key_sealed = 'nothing that anybody sealed' where id = ${broken}`.execute(
      db(),
    )
    results['open'] = () => Promise.reject(new NetworkError('ECONNREFUSED', 'Nothing listens.'))
    await runChecks()
    const loadChecks = async (id: number) =>
      (await loadHistory(id)).filter(({ what }: { what: string }) => what === 'check')
    expect(await loadChecks(other)).toMatchObject([{ outcome: 'failed' }])
    expect(await loadChecks(broken)).toEqual([])
    const warnings = platform().log.filter(
      ({ integration, id }) => integration === 'relays' && id === broken,
    )
    expect(warnings).toMatchObject([{ level: 40, err: expect.anything() }])
    for (const id of [broken, other]) await disable(id)
  })

  test('rejects reactivating an outdated version', async () => {
    const id = await createActiveRelay()
    const { version } = (await disable(id)).body
    await updateRelay(id, { name: `Other ${id}` })
    const body = { event: 'activate' }
    const activate = (ifMatch: number) => call('POST', `/relays/${id}/state`, { body, ifMatch })
    expect(await activate(version)).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect((await activate((await loadRelay(id)).version)).body.state).toBe('active')
    await disable(id)
  })

  test('can be deleted only when it is disabled', async () => {
    const id = await createActiveRelay()
    expect((await call('DELETE', `/relays/${id}`)).body.detail).toContain('before you delete it')
    await disable(id)
    expect((await call('DELETE', `/relays/${id}`)).status).toBe(204)
  })

  test('lists expirations to accounts that can see the integration', async () => {
    const soon = new Date(platform().platform.now().getTime() + 5 * 86_400_000)
      .toISOString()
      .slice(0, 10)
    const { id, name } = await createRelay({ keyEnds: soon })
    const response = await call('GET', '/integrations/expiries?days=10')
    expect(response.body.data).toEqual([
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
    const other = await createStore(call)
    const callAsLimited = await openSession(
      platform(),
      await platform().addAccount(allPermissions, [other.id]),
    )
    expect((await callAsLimited('GET', '/integrations/expiries?days=10')).body.data).toEqual([])
    expect((await callAsLimited('GET', `/relays/${id}/tests`)).status).toBe(404)
    await call('DELETE', `/relays/${id}`)
    expect((await call('GET', '/integrations/expiries?days=10')).body.data).toEqual([])
  })

  test('an operator can run ten tests a minute, and none without the required input', async () => {
    const { id } = await createRelay()
    expect((await start(id, {})).body.fields).toEqual({ to: 'To is a required field' })
    const answers = []
    for (let at = 0; at < 11; at++) answers.push((await start(id)).status)
    expect(answers).toEqual([...Array.from({ length: 10 }, () => 202), 429])
  })

  test('the event stream reports steps as they end', async () => {
    const { id } = await createRelay()
    const { body } = await start(id)
    const token = await fetchToken(platform(), platform().operator)
    const response = await fetch(`${platform().url}/relays/${id}/tests/events`, {
      headers: { Authorization: `Bearer ${token}` },
    })
    const streamText = response.text()
    await run(body.job)
    const text = await streamText
    expect(text).toContain('event: end')
    expect(text).toContain('"outcome":"passed"')
  })

  test('a step times out after 5 s and a whole test after 20 s', async () => {
    expect(stepTimeouts).toEqual({ stepMs: 5000, wholeMs: 20_000 })
    results['send'] = () => new Promise(() => {})
    const record = await createRelay()
    const runFailedStep = async (limits: typeof stepTimeouts) => {
      const steps = await runSteps(relayIntegration, {
        platform: platform().platform,
        record,
        secrets: {},
        input: {},
        passiveOnly: false,
        findUserActionStep: () => undefined,
        onProgress: async () => {},
        timeouts: limits,
      })
      expect(steps.map(({ outcome }) => outcome)).toEqual(['passed', 'failed', 'skipped'])
      return steps[1]
    }
    expect(await runFailedStep({ stepMs: 50, wholeMs: 600_000 })).toMatchObject({
      code: 'ETIMEDOUT',
      sentence: 'No response within 5 seconds. A firewall may be blocking the connection.',
    })
    expect(await runFailedStep({ stepMs: 600_000, wholeMs: 50 })).toMatchObject({
      code: 'TIMEOUT',
      sentence: "The test didn't finish within 20 seconds. Test again.",
    })
  })

  test("an internal error isn't revealed", async () => {
    const { id } = await createRelay()
    results['send'] = () => Promise.reject(new Error('password=hunter2'))
    const { sentence, steps } = await runTest(id)
    expect(sentence).toBe('Something went wrong on our side. Test again.')
    expect(JSON.stringify(steps)).not.toContain('hunter2')
  })
})
