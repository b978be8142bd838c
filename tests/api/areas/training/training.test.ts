import { beforeAll, describe, expect, test } from 'vitest'
import { openSession } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, chooseDatabases } from '#tests/api/support/databases.ts'

describe.each(chooseDatabases('PGlite'))('Training on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  beforeAll(async () => {
    call = await openSession(platform())
  })
  const findCategory = async (slug: string) =>
    (await call('GET', `/trainingCategories?filter[slug][contains]=${slug}`)).body.data[0]
  const loadContent = async ({ id }: { id: number }) =>
    (await call('GET', `/trainingContent?filter[categoryId][eq]=${id}&sort=position`)).body.data
  const draft = {
    type: 'quiz',
    minutes: 3,
    status: 'draft',
    body: null,
    url: null,
    file: null,
    captions: null,
    questions: null,
    passMark: null,
    required: true,
    position: null,
  }

  test("a draft can be incomplete, but published content can't", async () => {
    const { id: categoryId } = await findCategory('sustainability')
    const questions = 'Why?\n* Because\n* So that'
    const response = await call('POST', '/trainingContent', {
      body: { ...draft, title: 'Why', categoryId, questions },
    })
    expect(response.status).toBe(201)
    const { id, version } = response.body
    const publish = (more: object) =>
      call('PATCH', `/trainingContent/${id}`, {
        ifMatch: version,
        body: { status: 'published', ...more },
      })
    const rejection = await publish({})
    expect(rejection.status).toBe(422)
    expect((await publish({ questions: null })).body.fields).toEqual({
      questions: 'Add questions before you publish this quiz.',
      passMark: 'Add a passing score before you publish this quiz.',
    })
    expect(rejection.body.fields).toEqual({
      questions: 'Line 1: Start only one answer with *.',
      passMark: 'Add a passing score before you publish this quiz.',
    })
    const completeQuiz = { questions: 'Why?\n* Because\n- So that', passMark: 100 }
    expect((await publish(completeQuiz)).body).toMatchObject({
      status: 'published',
      version: version + 1,
    })
  })

  test('an unknown type and an article that is nested too deeply are reported at their fields', async () => {
    const { id: categoryId } = await findCategory('sustainability')
    const records = [
      { ...draft, title: 'One', categoryId, type: 'constructor', status: 'published' },
      { ...draft, title: 'Two', categoryId, type: 'article', body: `${'- '.repeat(5000)}a` },
      {
        ...draft,
        title: 'Three',
        categoryId,
        type: 'article',
        body: `- a\n  > b\n${'-'.repeat(60)}`,
      },
    ]
    const { status, body } = await call('POST', '/trainingContent/many/check', {
      body: { records },
    })
    expect(status).toBe(200)
    expect(body.rows).toEqual([
      { index: 0, fields: { type: expect.any(String) } },
      { index: 1, fields: { body: expect.stringContaining('at most 9 levels deep') } },
    ])
  })

  test.each([
    ['video', { url: 'Add the URL before you publish this video or link.' }],
    ['link', { url: 'Add the URL before you publish this video or link.' }],
    ['pdf', { file: 'Upload the file before you publish this PDF.' }],
    ['article', { body: 'Add the text before you publish this article.' }],
  ])("an empty %s can't be published", async (type, fields) => {
    const { id: categoryId } = await findCategory('sustainability')
    const body = { ...draft, title: 'Nothing', categoryId, type, status: 'published' }
    const rejection = await call('POST', '/trainingContent', { body })
    expect(rejection.status).toBe(422)
    expect(rejection.body.fields).toEqual(fields)
  })

  test('completion counts the members of each store who passed all required content', async () => {
    const welcome = await findCategory('welcome')
    const path = `/trainingCategories/${welcome.id}/completion`
    const { body } = await call('GET', path)
    expect(body.required).toBe(3)
    expect(body.completed).toBeGreaterThan(0)
    expect(body.completed + body.overdue).toBeLessThanOrEqual(body.members)
    const sum = (name: string) =>
      body.stores.reduce(
        (total: number, row: Record<string, number>) => total + (row[name] ?? 0),
        0,
      )
    expect([sum('members'), sum('completed'), sum('overdue')]).toEqual([
      body.members,
      body.completed,
      body.overdue,
    ])

    const quiz = (await loadContent(welcome)).find(({ type }: { type: string }) => type === 'quiz')
    await call('PATCH', `/trainingContent/${quiz.id}`, {
      ifMatch: quiz.version,
      body: { required: false },
    })
    const after = (await call('GET', path)).body
    expect(after.required).toBe(2)
    expect(after.completed).toBeGreaterThan(body.completed)

    const [firstStore] = body.stores
    await call('PATCH', `/trainingCategories/${welcome.id}`, {
      ifMatch: welcome.version,
      body: { storeIds: [firstStore.id], dueDays: null },
    })
    const limitedCompletion = (await call('GET', path)).body
    expect(limitedCompletion).toMatchObject({
      members: firstStore.members,
      overdue: 0,
      more: false,
    })
    expect(limitedCompletion.stores).toHaveLength(1)
  })

  test("completion covers only the account's stores", async () => {
    const { id } = await findCategory('safety')
    const path = `/trainingCategories/${id}/completion`
    const { stores } = (await call('GET', path)).body
    const mine = stores.slice(1, 3)
    const ids = mine.map((store: { id: number }) => store.id)
    const limited = await openSession(platform(), await platform().addAccount(['Colors'], ids))
    const { body } = await limited('GET', path)
    expect(body.stores).toEqual(mine)
    expect(body.members).toBe(mine[0].members + mine[1].members)
  })

  test('a duplicate is a draft with all content as drafts', async () => {
    const safety = await findCategory('safety')
    const path = `/trainingCategories/${safety.id}/duplicate`
    const response = await call('POST', path, { body: { title: 'Safety 2', slug: 'safety-two' } })
    expect(response.status).toBe(201)
    expect(response.body).toMatchObject({
      title: 'Safety 2',
      status: 'draft',
      contents: 3,
      dueDays: 30,
    })
    const [before, after] = [await loadContent(safety), await loadContent(response.body)]
    const pickFields = ({ title, type, position }: Record<string, unknown>) => ({
      title,
      type,
      position,
    })
    expect(after.map(pickFields)).toEqual(before.map(pickFields))
    expect(new Set(after.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['draft']),
    )
    const slugTaken = await call('POST', path, { body: { title: 'Safety 3', slug: 'safety-two' } })
    expect(slugTaken.status).toBe(422)
    expect(slugTaken.body.fields.slug).toContain('already used')
    expect((await call('POST', path, { body: {} })).status).toBe(400)
  })

  test("a category with content can't be deleted", async () => {
    const { id, version } = await findCategory('gift')
    const rejection = await call('DELETE', `/trainingCategories/${id}`, { ifMatch: version })
    expect(rejection.status).toBe(409)
  })
})
