import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const content = (more: object) => ({
  id: 5,
  ...stamp,
  title: 'Gloves',
  categoryId: 1,
  type: 'article',
  minutes: 3,
  status: 'published',
  body: null,
  url: null,
  file: null,
  captions: null,
  questions: null,
  passMark: null,
  required: true,
  position: 1,
  ...more,
})

async function openContent(search: string, more: object) {
  const platform = memoryPlatform()
  const record = content(more)
  platform.replies.set('GET /trainingCategories/1', {
    status: 200,
    body: { id: 1, ...stamp, title: 'Welcome' },
  })
  platform.replies.set('GET /trainingContent', { status: 200, body: { data: [record] } })
  platform.replies.set('GET /trainingContent/5', { status: 200, body: record })
  const shown = await renderConsole(`/training/1/content?${search}`, { platform })
  const panel = within(await screen.findByRole('dialog', { name: /Gloves/ }))
  return { ...shown, platform, panel }
}

describe('screens.md, Training content: preview as a member', () => {
  test('an article is Markdown; markup in it is text, and what runs a script leads nowhere', async () => {
    const body =
      '# Gloves\n\n**Cut** <img src=x onerror=alert(1)> <script>alert(1)</script>\n\n[bad](javascript:alert(1)) ![a picture](https://example.com/a.png)'
    const { panel } = await openContent('preview=5', { body })
    expect(panel.getByRole('heading', { name: 'Gloves', level: 3 })).toBeVisible()
    expect(panel.getByText('Cut').tagName).toBe('STRONG')
    const article = panel.getByRole('article')
    expect(article.querySelector('script, img, [onerror]')).toBeNull()
    expect(panel.getByText('bad')).not.toHaveAttribute('href', expect.stringContaining('script'))
    expect(panel.getByRole('link', { name: 'a picture' })).toHaveAttribute(
      'href',
      'https://example.com/a.png',
    )
  })

  test.each([
    ['an article of too many lines', { body: 'a\n'.repeat(1001) }, /too many lines/],
    ['an article of nothing but markup', { body: '*a_ '.repeat(1001) }, /too many lines/],
    ['an article too deep for any reader', { body: `a\n${'>'.repeat(5000)}b` }, /too deep/],
    ['an address that is none', { type: 'link', url: 'https://a[b' }, /opens https:\/\/a\[b/],
  ])('%s leaves the page whole', async (_what, more, says) => {
    const { panel } = await openContent('preview=5', more)
    expect(panel.getByText(says)).toBeVisible()
  })

  test('a quiz is taken: every question is answered, it is marked, and taken again', async () => {
    const questions = 'How?\n* So\n- Not so\nWho?\n- You\n* All'
    const { panel, user } = await openContent('preview=5', {
      type: 'quiz',
      questions,
      passMark: 60,
    })
    await user.click(panel.getByRole('radio', { name: 'So' }))
    await user.click(panel.getByRole('button', { name: 'Submit answers' }))
    expect(panel.getByRole('status')).toHaveTextContent('Answer every question.')
    await user.click(panel.getByRole('radio', { name: 'You' }))
    await user.click(panel.getByRole('button', { name: 'Submit answers' }))
    expect(panel.getByRole('status')).toHaveTextContent(
      'Failed with 50%. The passing score is 60%.',
    )
    expect(panel.getByRole('radio', { name: /^So/ })).toBeDisabled()
    await user.click(panel.getByRole('button', { name: 'Try again' }))
    for (const answer of ['So', 'All']) await user.click(panel.getByRole('radio', { name: answer }))
    await user.click(panel.getByRole('button', { name: 'Submit answers' }))
    expect(panel.getByRole('status')).toHaveTextContent(
      'Passed with 100%. The passing score is 60%.',
    )
  })

  test('a quiz that is sent in the address, without JavaScript, is marked as the page is rendered', async () => {
    const questions = 'How?\n* So\n- Not so'
    const { panel } = await openContent('preview=5&answer[0]=0&handedIn=1', {
      type: 'quiz',
      questions,
      passMark: 60,
    })
    expect(panel.getByRole('status')).toHaveTextContent('Passed with 100%.')
  })

  test('of a quiz that cannot be taken each line that is wrong is told', async () => {
    const { panel } = await openContent('preview=5', { type: 'quiz', questions: 'How?\n- So' })
    expect(panel.getByText('Line 1: Add at least two answers to this question.')).toBeVisible()
  })
})

describe('screens.md, Training content: publishing', () => {
  test('what is missing is told, and nothing is lost', async () => {
    const { panel, user, platform } = await openContent('publish=5', { status: 'draft' })
    platform.replies.set('POST /trainingContent/5/status', {
      status: 422,
      body: {
        code: 'invalid',
        title: 'Wrong',
        status: 422,
        fields: { body: 'Add the text before you publish this article.' },
      },
    })
    await user.click(panel.getByRole('button', { name: 'Publish' }))
    expect(await panel.findByRole('alert')).toHaveTextContent(
      'Add the text before you publish this article.',
    )
    expect(platform.writes().at(-1)).toMatchObject({
      path: '/trainingContent/5/status',
      body: { status: 'published' },
      ifMatch: 1,
    })
  })

  test('what is published is archived for a reason, and its menu offers what may become of it', async () => {
    const { panel, user, platform } = await openContent('archive=5', {})
    const archived = content({ status: 'archived', version: 2 })
    platform.replies.set('POST /trainingContent/5/status', { status: 200, body: archived })
    expect(panel.getByText(/^Members will no longer see this/)).toBeVisible()
    await user.click(panel.getByRole('button', { name: 'Archive' }))
    expect(await panel.findByText('Reason is a required field')).toBeVisible()
    await user.type(panel.getByLabelText(/^Reason/), 'Out of date')
    await user.click(panel.getByRole('button', { name: 'Archive' }))
    await screen.findByText('Changed the status of')
    expect(screen.getByRole('button', { name: /^Undo/ })).toBeVisible()
    expect(platform.writes().at(-1)).toMatchObject({
      body: { status: 'archived', reason: 'Out of date' },
    })
  })

  test('the form of what is there asks for no status, and its head offers what may become of it', async () => {
    const { panel } = await openContent('edit=5', {})
    expect(panel.queryByLabelText(/^Status/)).toBeNull()
    expect(panel.getByText('Archive...')).toBeInTheDocument()
    expect(panel.getByText('Revert to draft...')).toBeInTheDocument()
    expect(panel.queryByText('Publish...')).toBeNull()
  })
})

describe('sections that are for some records alone', () => {
  test('a form shows those of its type, others when the type is changed, and one with an error', async () => {
    const { panel, user } = await openContent('edit=5', {})
    const aside = (name: string) =>
      panel.getByRole('group', { name }).getAttribute('data-aside') === 'true'
    expect(aside('Article')).toBe(false)
    expect([aside('Quiz'), aside('Video or link'), aside('PDF')]).toEqual([true, true, true])
    await user.type(panel.getByLabelText(/^Passing score/), '200')
    await user.selectOptions(panel.getByLabelText(/^Type/), 'link')
    expect([aside('Article'), aside('Video or link')]).toEqual([true, false])
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect(aside('Quiz')).toBe(false)
  })
})

test('a category for no chosen store or group says that it is for all, as its form does', async () => {
  const platform = memoryPlatform()
  const category = { id: 1, ...stamp, title: 'Welcome', status: 'published', position: 1 }
  const some = { storeIds: [3], labels: { 'storeIds.3': 'Torino' }, groupIds: [] }
  const data = [
    { ...category, storeIds: [], groupIds: [] },
    { ...category, id: 2, title: 'Safety', ...some },
  ]
  platform.replies.set('GET /trainingCategories', { status: 200, body: { data } })
  await renderConsole('/training?columns=title,storeIds,groupIds', { platform })
  const row = (name: RegExp) => screen.findByRole('row', { name })
  expect(await row(/Welcome/)).toHaveTextContent(/All stores.*All members/)
  expect(await row(/Safety/)).toHaveTextContent(/Torino.*All members/)
  expect(await row(/Safety/)).not.toHaveTextContent('All stores')
})

test('the tabs of one category say how many pieces each holds', async () => {
  const platform = memoryPlatform()
  const body = { id: 1, ...stamp, title: 'Welcome' }
  platform.replies.set('GET /trainingCategories/1', { status: 200, body })
  const of = (total: number) => ({ total, totalIsCapped: false })
  platform.replies.set('GET /trainingContent', ({ search }) => {
    const isAsked = search?.get('counts') === 'status' && search.get('filter[categoryId][eq]')
    const counts = isAsked ? { counts: { draft: of(2), published: of(1) } } : {}
    return { status: 200, body: { data: [content({})], ...counts } }
  })
  await renderConsole('/training/1/content', { platform })
  const tabs = within(screen.getByRole('navigation', { name: 'Views' }))
  expect(tabs.getAllByRole('link').map((tab) => tab.textContent)).toEqual(
    expect.arrayContaining(['All 3', 'Draft 2', 'Published 1']),
  )
})
