import { beforeAll, describe, expect, test } from 'vitest'
import { signedIn } from '#tests/api/support/calling.ts'
import type { Caller } from '#tests/api/support/calling.ts'
import { usePlatform, usually } from '#tests/api/support/databases.ts'

describe.each(usually('PGlite'))('training on $name', (database) => {
  const platform = usePlatform(database, { seed: true })
  let call: Caller
  beforeAll(async () => {
    call = await signedIn(platform())
  })
  const category = async (slug: string) =>
    (await call('GET', `/trainingCategories?filter[slug][contains]=${slug}`)).body.data[0]
  const contentOf = async ({ id }: { id: number }) =>
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

  test('a draft may be incomplete, what is published may not', async () => {
    const { id: categoryId } = await category('sustainability')
    const questions = 'Why?\n* Because\n* So that'
    const made = await call('POST', '/trainingContent', {
      body: { ...draft, title: 'Why', categoryId, questions },
    })
    expect(made.status).toBe(201)
    const { id, version } = made.body
    const publish = (more: object) =>
      call('PATCH', `/trainingContent/${id}`, {
        ifMatch: version,
        body: { status: 'published', ...more },
      })
    const refused = await publish({})
    expect(refused.status).toBe(422)
    expect((await publish({ questions: null })).body.fields).toEqual({
      questions: 'Add questions before you publish this quiz.',
      passMark: 'Add a passing score before you publish this quiz.',
    })
    expect(refused.body.fields).toEqual({
      questions: 'Line 1: Start only one answer with *.',
      passMark: 'Add a passing score before you publish this quiz.',
    })
    const whole = { questions: 'Why?\n* Because\n- So that', passMark: 100 }
    expect((await publish(whole)).body).toMatchObject({ status: 'published', version: version + 1 })
  })

  test('what is no type, and an article that nobody could show, are told at their fields', async () => {
    const { id: categoryId } = await category('sustainability')
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
  ])('a %s is not published empty', async (type, fields) => {
    const { id: categoryId } = await category('sustainability')
    const body = { ...draft, title: 'Nothing', categoryId, type, status: 'published' }
    const refused = await call('POST', '/trainingContent', { body })
    expect(refused.status).toBe(422)
    expect(refused.body.fields).toEqual(fields)
  })

  test('completion counts members who have passed all that is required, by store', async () => {
    const welcome = await category('welcome')
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

    const quiz = (await contentOf(welcome)).find(({ type }: { type: string }) => type === 'quiz')
    await call('PATCH', `/trainingContent/${quiz.id}`, {
      ifMatch: quiz.version,
      body: { required: false },
    })
    const after = (await call('GET', path)).body
    expect(after.required).toBe(2)
    expect(after.completed).toBeGreaterThan(body.completed)

    const [one] = body.stores
    await call('PATCH', `/trainingCategories/${welcome.id}`, {
      ifMatch: welcome.version,
      body: { storeIds: [one.id], dueDays: null },
    })
    const narrowed = (await call('GET', path)).body
    expect(narrowed).toMatchObject({ members: one.members, overdue: 0, more: false })
    expect(narrowed.stores).toHaveLength(1)
  })

  test('completion is that of the stores of who asks', async () => {
    const { id } = await category('safety')
    const path = `/trainingCategories/${id}/completion`
    const { stores } = (await call('GET', path)).body
    const mine = stores.slice(1, 3)
    const ids = mine.map((store: { id: number }) => store.id)
    const limited = await signedIn(platform(), await platform().addAccount(['Colors'], ids))
    const { body } = await limited('GET', path)
    expect(body.stores).toEqual(mine)
    expect(body.members).toBe(mine[0].members + mine[1].members)
  })

  test('a duplicate is a draft with all content as drafts', async () => {
    const safety = await category('safety')
    const path = `/trainingCategories/${safety.id}/duplicate`
    const made = await call('POST', path, { body: { title: 'Safety 2', slug: 'safety-two' } })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      title: 'Safety 2',
      status: 'draft',
      contents: 3,
      dueDays: 30,
    })
    const [before, after] = [await contentOf(safety), await contentOf(made.body)]
    const told = ({ title, type, position }: Record<string, unknown>) => ({ title, type, position })
    expect(after.map(told)).toEqual(before.map(told))
    expect(new Set(after.map(({ status }: { status: string }) => status))).toEqual(
      new Set(['draft']),
    )
    const taken = await call('POST', path, { body: { title: 'Safety 3', slug: 'safety-two' } })
    expect(taken.status).toBe(422)
    expect(taken.body.fields.slug).toContain('already used')
    expect((await call('POST', path, { body: {} })).status).toBe(400)
  })

  test('deleting a category with content is refused, and its uses are told', async () => {
    const { id, version } = await category('gift')
    const refused = await call('DELETE', `/trainingCategories/${id}`, { ifMatch: version })
    expect(refused.status).toBe(409)
  })
})
