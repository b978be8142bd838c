import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { getRolloutBucket } from '#shared/areas/themes/rollout.ts'
import { themes } from '#shared/areas/themes/themes.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { fetchToken, openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { insertFailedPayments } from '#tests/api/support/orders.ts'
import { runSchedules, scheduleAction } from '#tests/api/support/schedules.ts'
import { createStore, insertStoreDefaults } from '#tests/api/support/stores.ts'
import { buildPackage, rollOut, uploadPackage } from '#tests/api/support/themePackages.ts'

const hourMs = 3_600_000

describe.each(chooseDatabases('PostgreSQL'))(
  'Scheduled stages of rollouts on $name',
  (database) => {
    const platform = usePlatform(database)
    const db = () => platform().platform.db
    let call: Caller
    let themeCount = 0
    let version: number
    let storeIds: number[]
    beforeAll(() => insertStoreDefaults(platform()))
    beforeEach(async () => {
      call = await openSession(platform())
      themeCount += 1
      const name = `Tide${themeCount}`
      const body = {
        ...getInitialValues(themes),
        name,
        code: name.toLowerCase(),
        status: 'published',
      }
      const themeId = (await call('POST', '/themes', { body })).body.id
      const token = await fetchToken(platform(), platform().operator)
      const upload = await uploadPackage(platform(), token, await buildPackage(name, '1.0.0'))
      const values = { themeId, semver: '1.0.0', package: upload.body.id, changelog: 'New' }
      version = (await call('POST', '/themeVersions', { body: values })).body.id
      storeIds = []
      for (let index = 0; index < 40; index += 1)
        storeIds.push((await createStore(call, { themeId, name: `${name} ${index}` })).id)
    })

    const advance = async (hours: number) => {
      platform().advance(hours * hourMs)
      call = await openSession(platform())
      await runSchedules(platform())
    }
    const findStoresInShare = (share: number) =>
      storeIds.filter((id) => getRolloutBucket(id, version) < share)
    const findRunning = async () => {
      const { rows } = await sql<{ id: number }>`
      select store_id as id from store_theme_versions where version_id = ${version} order by 1`.execute(
        db(),
      )
      return rows.map(({ id }) => id)
    }
    const step = async (event: string, guard: object = {}) => {
      const answer = await rollOut(call, version, event, guard)
      expect(answer).toMatchObject({ status: 200 })
      await runSchedules(platform())
    }
    const schedule = (action: string, more: object = {}) =>
      scheduleAction(platform(), call, { resource: 'themeVersions', action, ids: [version] }, more)
    const loadVersion = async () => (await call('GET', `/themeVersions/${version}`)).body
    const loadChange = async (id: number) => (await call('GET', `/scheduledChanges/${id}`)).body
    const loadAlerts = async (subject: string) => {
      await refreshAlerts(platform().platform)
      const { rows } = await sql<{ title: string; detail: string; fix: string }>`
      select title, detail, fix from attention_items
      where subject = ${subject} and state = 'open'`.execute(db())
      return rows
    }

    test('the next stage starts at the start, and its end rolls back that stage', async () => {
      await step('start')
      const { body } = await schedule('widen')
      const [id] = body.ids
      expect(await loadChange(id)).toMatchObject({
        state: 'scheduled',
        title: `Roll out Tide${themeCount} 1.0.0 to the next stage`,
        storeIds: findStoresInShare(25),
      })
      expect(await loadVersion()).toMatchObject({ rollout: 'few' })
      await advance(2)
      expect(await loadVersion()).toMatchObject({ rollout: 'some' })
      expect(await findRunning()).toEqual(findStoresInShare(25))
      await advance(4)
      expect(await loadVersion()).toMatchObject({ rollout: 'few' })
      expect(await findRunning()).toEqual(findStoresInShare(5))
      expect(await loadChange(id)).toMatchObject({ state: 'done', problem: null })
    })

    test('the end of the first stage rolls the version back', async () => {
      await schedule('start')
      await advance(2)
      expect(await findRunning()).toEqual(findStoresInShare(5))
      await advance(4)
      expect(await loadVersion()).toMatchObject({ rollout: 'rolledBack' })
      expect(await findRunning()).toEqual([])
    })

    test('the end of a stage is reported if the rollout went on', async () => {
      await step('start')
      const { body } = await schedule('widen')
      await advance(2)
      await step('widen')
      await advance(4)
      expect(await loadVersion()).toMatchObject({ rollout: 'all' })
      expect(await loadChange(body.ids[0])).toMatchObject({
        state: 'done',
        problem: "1 record couldn't be restored.",
      })
    })

    test('a stage that is no longer next is left out, and reported', async () => {
      await step('start')
      const { body } = await schedule('widen')
      await step('pause')
      await advance(2)
      expect(await loadVersion()).toMatchObject({ rollout: 'fewPaused' })
      expect(await loadChange(body.ids[0])).toMatchObject({ state: 'failed' })
      const { body: plan } = await call('POST', '/plans', {
        body: { resource: 'themeVersions', action: 'widen', ids: [version] },
      })
      expect(plan.refused[0].sentence).toContain('while the rollout status is "5%, paused"')
    })

    test('the guard of a scheduled stage pauses the rollout, and ending the stage rolls it back', async () => {
      await step('start')
      const { body } = await schedule('widen', { guard: 'failedPayments', guardPercent: 50 })
      const [id] = body.ids
      await advance(2)
      await insertFailedPayments(platform(), findStoresInShare(25)[0] ?? 0, 6)
      await advance(0.25)
      expect(await loadVersion()).toMatchObject({ rollout: 'somePaused' })
      expect(await loadChange(id)).toMatchObject({
        state: 'inEffect',
        guardTrippedAt: expect.any(String),
      })
      expect(await loadAlerts(`scheduledChange/${id}`)).toHaveLength(1)
      expect(await loadAlerts(`rollout/${version}`)).toEqual([])
      const { version: changeVersion } = await loadChange(id)
      const ended = await call('POST', `/scheduledChanges/${id}/action`, {
        body: { action: 'end' },
        ifMatch: changeVersion,
      })
      expect(ended.status).toBe(200)
      await runSchedules(platform())
      expect(await loadVersion()).toMatchObject({ rollout: 'few' })
      expect(await findRunning()).toEqual(findStoresInShare(5))
    })

    test('a rollout that names a guard is paused with an alert, until it is rolled back', async () => {
      const guard = { guard: 'failedPayments', guardPercent: 50 }
      expect(await rollOut(call, version, 'start', { ...guard, guardPercent: null })).toMatchObject(
        { status: 422, body: { fields: { guardPercent: expect.any(String) } } },
      )
      await step('start', guard)
      const [inStage = 0] = findStoresInShare(5)
      const outside = storeIds.find((one) => getRolloutBucket(one, version) >= 25) ?? 0
      await insertFailedPayments(platform(), outside, 9)
      await insertFailedPayments(platform(), inStage, 4)
      await advance(0.2)
      expect(await loadVersion()).toMatchObject({ rollout: 'few' })
      await insertFailedPayments(platform(), inStage, 2)
      await advance(0.1)
      expect(await loadVersion()).toMatchObject({ rollout: 'fewPaused', updatedBy: 'platform' })
      const rise = 'Failed payments: 6 in 18 minutes, usually 0.'
      expect((await call('GET', `/themeVersions/${version}/rollout`)).body.guard).toEqual({
        name: 'failedPayments',
        percent: 50,
        rise,
      })
      expect(await loadAlerts(`rollout/${version}`)).toEqual([
        {
          title: `Rollout paused by its guard: Tide${themeCount} 1.0.0`,
          detail: `${rise} Roll the version back, or resume the rollout.`,
          fix: `/themes?versions&rollout=${version}`,
        },
      ])
      // A resumed rollout is watched anew.
      await step('goOn')
      expect(await loadAlerts(`rollout/${version}`)).toEqual([])
      await advance(0.1)
      expect(await loadVersion()).toMatchObject({ rollout: 'few' })
      await insertFailedPayments(platform(), inStage, 6)
      await advance(0.2)
      expect(await loadVersion()).toMatchObject({ rollout: 'fewPaused' })
      await step('rollBack')
      expect(await findRunning()).toEqual([])
      expect(await loadAlerts(`rollout/${version}`)).toEqual([])
    })

    test('the last stage is watched for a day', async () => {
      await step('start', { guard: 'failedPayments', guardPercent: 0 })
      await step('widen')
      await step('widen')
      await advance(25)
      await insertFailedPayments(platform(), storeIds[0] ?? 0, 9)
      await advance(0.2)
      expect(await loadVersion()).toMatchObject({ rollout: 'all' })
    })
  },
)
