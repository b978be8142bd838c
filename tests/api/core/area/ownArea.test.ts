import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { integer, optional, text } from '#shared/engine/fields/fields.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { areas } from '#server/platform/areas/index.ts'
import { refreshAlerts } from '#server/platform/areas/alerts/refreshAlerts.ts'
import { defineArea } from '#server/platform/core/area/area.ts'
import { buildJobKinds } from '#server/platform/core/area/buildCalls.ts'
import { getChores } from '#server/platform/core/area/chores.ts'
import { registerAreas } from '#server/platform/core/area/registerAreas.ts'
import { defineJob, startJob } from '#server/platform/core/jobs/jobs.ts'
import { runJobTurn } from '#server/platform/core/jobs/runJobTurn.ts'
import type { Platform } from '#server/platform/core/platform/platform.ts'
import * as columns from '#server/platform/database/migrations/tables.ts'
import { withRecordTables } from '#server/platform/database/schema.ts'
import { insertRecords } from '#server/platform/demoData/insertRecords.ts'
import { seedEmptyDatabase } from '#server/platform/seed/seed.ts'
import { seedSizes } from '#server/platform/demoData/seedSize.ts'
import { openSession } from '#tests/api/support/calling.ts'
import type { ApiResult, Caller } from '#tests/api/support/calling.ts'
import { chooseDatabases, usePlatform } from '#tests/api/support/databases.ts'
import { createImporter } from '#tests/api/support/imports.ts'

const shelves = defineResource({
  name: 'shelves',
  path: '/shelves',
  title: { one: 'shelf', many: 'shelves' },
  about: 'Shelves hold products.',
  permission: 'Colors',
  fields: {
    name: text('Name', { max: 40 }),
    code: text('Code', { max: 12 }),
    boards: optional(integer('Boards', { min: 1, max: 9 })),
  },
  list: { columns: ['name', 'code', 'boards'], search: ['name'], sort: 'name' },
  api: { unique: [['code']], import: { key: ['code'] } },
  relations: { label: 'name' },
})

const countJob = defineJob({
  name: 'shelves.count',
  permission: 'Colors:write',
  async perform({ trx }, { targetId }) {
    await withRecordTables(trx)
      .updateTable('shelves')
      .set({ boards: 5 })
      .where('id', '=', targetId ?? 0)
      .execute()
    return { outcome: 'done' }
  },
})

/** An area that uses every kind of thing that an area can add. */
const shelvesArea = defineArea({
  name: 'shelves',
  resources: [shelves],
  hooks: {
    shelves: {
      validate: ({ name }) => (name === 'Attic' ? { name: 'We have no attic.' } : {}),
      deriveValues: ({ code }) => (typeof code === 'string' ? { code: code.toUpperCase() } : {}),
    },
  },
  calls: [
    {
      kind: 'write',
      permission: 'Colors:write',
      method: 'post',
      path: '/shelves/counts',
      summary: 'Count the boards of all shelves',
      success: { status: 202 },
      async handler(context) {
        const rows = await withRecordTables(context.trx)
          .selectFrom('shelves')
          .select(['id', 'name'])
          .execute()
        return startJob(context, {
          kind: countJob,
          title: 'Count boards',
          rows: rows.map(({ id, name }) => ({ targetId: id, label: String(name) })),
        })
      },
    },
  ],
  jobs: [countJob],
  bulkActions: {
    shelves: {
      actions: [
        {
          name: 'double',
          label: 'Double',
          title: (records) => `Double the boards of ${records}`,
          fields: {},
          requiredAction: 'write',
        },
      ],
      handlers: { double: { getChanges: ({ boards }) => ({ boards: Number(boards) * 2 }) } },
    },
  },
  chores: [
    {
      name: 'dust',
      cron: '* * * * *',
      failure: "Shelves couldn't be dusted",
      run: ({ db }) => withRecordTables(db).updateTable('shelves').set({ boards: 1 }).execute(),
    },
  ],
  webhooks: {
    shelf: {
      resource: shelves,
      async receive({ platform, body }, record) {
        if (body !== 'broken') return 'not genuine'
        await withRecordTables(platform.db)
          .updateTable('shelves')
          .set({ boards: null })
          .where('id', '=', record.id)
          .execute()
        return 'taken'
      },
    },
  },
  alerts: {
    readiness: async (trx) => {
      const rows = await withRecordTables(trx)
        .selectFrom('shelves')
        .select(['id', 'name'])
        .where('boards', 'is', null)
        .execute()
      return rows.map(({ id, name }) => ({
        subject: `shelf/${id}`,
        kind: 'readiness',
        permission: shelves.permission,
        title: `${String(name)} has no boards`,
        detail: null,
        storeIds: [],
        rank: 1,
        fix: `/shelves?edit=${id}`,
      }))
    },
  },
  seed: {
    beforeStores: async (context) => {
      await insertRecords(context, 'shelves', [{ name: 'Window', code: 'WIN', boards: 2 }])
    },
  },
})
const allAreas = [...areas, shelvesArea]

const createShelvesTable = ({ db }: Pick<Platform, 'db'>) =>
  columns.createTable(db, 'shelves', {
    ...columns.recordColumns,
    name: columns.text,
    code: columns.unique(columns.text),
    boards: columns.optional(columns.integer),
    search_text: columns.searchText('name'),
  })

describe.each(chooseDatabases('PGlite'))('An area of its own on $name', (database) => {
  const platform = usePlatform(database, { areas: [shelvesArea] })
  let call: Caller
  let shelf: ApiResult['body']
  const runJob = async (started: ApiResult) => {
    expect(started.status).toBe(202)
    const { platform: running } = platform()
    const { beforeCommit } = running
    const runner = { platform: running, kinds: buildJobKinds(allAreas), beforeCommit }
    await runJobTurn({ ...runner, isTurnOver: () => false }, started.body.id)
  }
  const loadShelf = async () => (await call('GET', `/shelves/${shelf.id}`)).body

  beforeAll(async () => {
    registerAreas(allAreas)
    await createShelvesTable(platform().platform)
    call = await openSession(platform())
    const created = await call('POST', '/shelves', {
      body: { name: 'Hall', code: 'hall', boards: 3 },
    })
    expect(created.status).toBe(201)
    shelf = created.body
  })
  afterAll(() => registerAreas(areas))

  test('its records are written by its hooks, listed, and found', async () => {
    expect(shelf).toMatchObject({ name: 'Hall', code: 'hall', boards: 3 })
    const change = { body: { code: 'hall2' }, ifMatch: shelf.version }
    const { body: changed } = await call('PATCH', `/shelves/${shelf.id}`, change)
    expect(changed).toMatchObject({ code: 'HALL2' })
    const rejected = await call('POST', '/shelves', {
      body: { name: 'Attic', code: 'A', boards: 1 },
    })
    expect(rejected).toMatchObject({ status: 422, body: { fields: { name: 'We have no attic.' } } })
    const { body } = await call('GET', '/shelves?search=hall&sort=-name')
    expect(body.data).toMatchObject([{ id: shelf.id, code: 'HALL2' }])
  })

  test('its call starts its job', async () => {
    await runJob(await call('POST', '/shelves/counts'))
    expect(await loadShelf()).toMatchObject({ boards: 5 })
  })

  test('its bulk action is planned and run', async () => {
    const { body: plan } = await call('POST', '/shelves/bulk/plan', {
      body: { action: 'double', values: {}, ids: [shelf.id] },
    })
    expect(plan.first).toMatchObject([{ before: { boards: 5 }, after: { boards: 10 } }])
    await runJob(await call('POST', '/shelves/bulk', { body: { plan: plan.id } }))
    expect(await loadShelf()).toMatchObject({ boards: 10 })
  })

  test('its records are imported and exported', async () => {
    const imports = await createImporter(platform())
    const opened = await imports.openFile('shelves', 'Name,Code,Boards\nStudy,study,4')
    const { id, mapping } = opened.body
    await runJob(await call('POST', `/shelves/imports/${id}/check`, { body: { mapping } }))
    await runJob(await call('POST', `/shelves/imports/${id}/run`, { body: {} }))
    const { body } = await call('GET', '/shelves/export')
    expect(body).toContain('Study,study,4')
  })

  test('its chore runs with the others', async () => {
    await getChores(allAreas)
      .find(({ name }) => name === 'dust')
      ?.run(platform().platform)
    expect(await loadShelf()).toMatchObject({ boards: 1 })
  })

  test('its webhook is received, and its alert appears until it is fixed', async () => {
    const send = (body: string) =>
      fetch(`${platform().url}/webhooks/shelf/${shelf.id}`, { method: 'POST', body })
    expect((await send('forged')).status).toBe(400)
    expect((await send('broken')).status).toBe(200)
    const loadTitles = async () => {
      await refreshAlerts(platform().platform)
      const { body } = await call('GET', '/attentionItems?filter[kind][eq]=readiness')
      return body.data.map(({ title }: { title: string }) => title)
    }
    expect(await loadTitles()).toContain('Hall has no boards')
    const { version } = await loadShelf()
    await call('PATCH', `/shelves/${shelf.id}`, { body: { boards: 2 }, ifMatch: version })
    expect(await loadTitles()).not.toContain('Hall has no boards')
  })

  test('the OpenAPI document describes its calls', async () => {
    const { body } = await call('GET', '/openapi.json')
    expect(Object.keys(body.paths)).toEqual(
      expect.arrayContaining(['/shelves', '/shelves/{id}', '/shelves/counts', '/shelves/bulk']),
    )
  })
})

describe.each(chooseDatabases('PGlite'))('The seed of an area on $name', (database) => {
  const platform = usePlatform(database, { areas: [shelvesArea] })

  test('adds its demo records to a new platform', async () => {
    const { platform: running, operator } = platform()
    await createShelvesTable(running)
    await seedEmptyDatabase(running, operator.email, seedSizes.small, allAreas)
    const call = await openSession(platform())
    const { body } = await call('GET', '/shelves')
    expect(body.data).toMatchObject([{ name: 'Window', code: 'WIN', boards: 2 }])
  })
})
