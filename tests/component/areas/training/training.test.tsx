import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const buildContent = (more: object) => ({
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
  const platform = createMemoryPlatform()
  const record = buildContent(more)
  platform.replies.set('GET /trainingCategories/1', {
    status: 200,
    body: { id: 1, ...stamp, title: 'Welcome' },
  })
  platform.replies.set('GET /trainingContent', { status: 200, body: { data: [record] } })
  platform.replies.set('GET /trainingContent/5', { status: 200, body: record })
  const view = await renderConsole(`/training/1/content?${search}`, { platform })
  const panel = within(await screen.findByRole('dialog', { name: /Gloves/ }))
  return { ...view, platform, panel }
}

describe('screens.md, Training content: preview as a member', () => {
  test('an article renders Markdown, escapes markup, and removes script links', async () => {
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
    ['an article of only markup', { body: '*a_ '.repeat(1001) }, /too many lines/],
    ['an article nested too deeply', { body: `a\n${'>'.repeat(5000)}b` }, /too deep/],
    ['an invalid URL', { type: 'link', url: 'https://a[b' }, /opens https:\/\/a\[b/],
  ])("%s doesn't break the page", async (_what, more, text) => {
    const { panel } = await openContent('preview=5', more)
    expect(panel.getByText(text)).toBeVisible()
  })

  test('a quiz needs all answers, is scored, and can be retaken', async () => {
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

  test('a quiz submitted in the URL without JavaScript is scored on the server', async () => {
    const questions = 'How?\n* So\n- Not so'
    const { panel } = await openContent('preview=5&answer[0]=0&handedIn=1', {
      type: 'quiz',
      questions,
      passMark: 60,
    })
    expect(panel.getByRole('status')).toHaveTextContent('Passed with 100%.')
  })

  test('an invalid quiz lists its errors by line', async () => {
    const { panel } = await openContent('preview=5', { type: 'quiz', questions: 'How?\n- So' })
    expect(panel.getByText('Line 1: Add at least two answers to this question.')).toBeVisible()
  })
})

describe('screens.md, Training content: publishing', () => {
  test('missing content is reported, and nothing is lost', async () => {
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

  test('published content is archived with a reason and can be undone', async () => {
    const { panel, user, platform } = await openContent('archive=5', {})
    const archived = buildContent({ status: 'archived', version: 2 })
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

  test('the form of existing content has no status, and its header offers the changes', async () => {
    const { panel } = await openContent('edit=5', {})
    expect(panel.queryByLabelText(/^Status/)).toBeNull()
    expect(panel.getByText('Archive...')).toBeInTheDocument()
    expect(panel.getByText('Revert to draft...')).toBeInTheDocument()
    expect(panel.queryByText('Publish...')).toBeNull()
  })
})

describe('Sections for some record types', () => {
  test('a form shows the sections of its type, and those with an error', async () => {
    const { panel, user } = await openContent('edit=5', {})
    const isAside = (name: string) =>
      panel.getByRole('group', { name }).getAttribute('data-aside') === 'true'
    expect(isAside('Article')).toBe(false)
    expect([isAside('Quiz'), isAside('Video or link'), isAside('PDF')]).toEqual([true, true, true])
    await user.type(panel.getByLabelText(/^Passing score/), '200')
    await user.selectOptions(panel.getByLabelText(/^Type/), 'link')
    expect([isAside('Article'), isAside('Video or link')]).toEqual([true, false])
    await user.click(panel.getByRole('button', { name: 'Save' }))
    expect(isAside('Quiz')).toBe(false)
  })
})

test('a category without stores or groups shows that it applies to all', async () => {
  const platform = createMemoryPlatform()
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

test('the tabs of a category show their counts', async () => {
  const platform = createMemoryPlatform()
  const body = { id: 1, ...stamp, title: 'Welcome' }
  platform.replies.set('GET /trainingCategories/1', { status: 200, body })
  const buildCount = (total: number) => ({ total, totalIsCapped: false })
  platform.replies.set('GET /trainingContent', ({ search }) => {
    const isCountRequest =
      search?.get('counts') === 'status' && search.get('filter[categoryId][eq]')
    const counts = isCountRequest
      ? { counts: { draft: buildCount(2), published: buildCount(1) } }
      : {}
    return { status: 200, body: { data: [buildContent({})], ...counts } }
  })
  await renderConsole('/training/1/content', { platform })
  const tabs = within(screen.getByRole('navigation', { name: 'Views' }))
  expect(tabs.getAllByRole('link').map((tab) => tab.textContent)).toEqual(
    expect.arrayContaining(['All 3', 'Draft 2', 'Published 1']),
  )
})
