import { readFile } from 'node:fs/promises'
import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import { getNotification, getPanel, openSignedIn, withStack } from '#tests/support/servers/stack.ts'

const stack = withStack()
const screenshotFolder = process.env['SCREENSHOTS']

type Member = { id: number; name: string; email: string; storeId: number }

const getJson = async (context: BrowserContext, path: string) =>
  (await context.request.get(`/api${path}`)).json()

/**
 * Finds active members who got a gift card and whose name nobody else in their store has. Gives each
 * a note, credits, and a failed sign-in.
 */
async function findMembers(context: BrowserContext, count: number): Promise<Member[]> {
  const { data: cards } = await getJson(context, '/giftCards?limit=100')
  const ids = new Set<number>(cards.flatMap((card: { memberId?: number }) => card.memberId ?? []))
  const { data } = await getJson(
    context,
    `/members?ids=${[...ids].join(',')}&filter[active][eq]=1&limit=100`,
  )
  const members: Member[] = []
  for (const member of data) {
    const { name, storeId } = member
    const query = new URLSearchParams({ search: name, 'filter[storeId][eq]': storeId })
    const { data: sameName } = await getJson(context, `/members?${query}&limit=2`)
    if (sameName.length === 1 && members.length < count) members.push(member)
  }
  expect(members).toHaveLength(count)
  for (const { id, name, email, storeId } of members) {
    const { type, defaultCurrency } = await getJson(context, `/stores/${storeId}`)
    const unit = type === 'points' ? 'points' : defaultCurrency
    const reason = `For ${name}`
    const credit = { storeId, memberId: id, unit, type: 'issue', amount: 5, reason }
    for (const [path, body] of [
      ['/comments', { resource: 'members', recordId: id, body: `${name} (${email}) called` }],
      [`/creditRequests`, { ...credit, expiresOn: null, reference: null }],
      [`/memberSignIns`, { storeId, email, method: 'sso', failure: `No account for ${email}` }],
    ] as const) {
      const options = { data: body, headers: { 'Sec-Fetch-Site': 'same-origin' } }
      expect((await context.request.post(`/api${path}`, options)).status(), path).toBeLessThan(300)
    }
  }
  return members
}

/** Expects that no page shows the member's name or email address. */
async function expectNothingPersonal(page: Page, { id, name, email, storeId }: Member) {
  const findPersonalData = async () => {
    const text = ((await page.locator('body').textContent()) ?? '').toLowerCase()
    return [name, email].filter((one) => text.includes(one.toLowerCase()))
  }
  for (const path of [
    `/members/${id}`,
    `/members/${id}?kind=changes`,
    `/members/${id}?kind=comments`,
    `/members/${id}?kind=credits`,
    `/members/${id}?kind=signIns`,
    `/members/${id}?signIn`,
    `/paymentAttempt?orders&filter[storeId][eq]=${storeId}&filter[memberId][eq]=${id}`,
    `/smtpSettings?mails&filter[storeId][eq]=${storeId}&search=erased-${id}`,
    `/wegift/templates?cards&filter[storeId][eq]=${storeId}&search=erased-${id}`,
    `/credits?filter[memberId][eq]=${id}`,
    `/stores/${storeId}/logs?search=erased`,
    `/stores/${storeId}/logs`,
  ]) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await findPersonalData(), path).toEqual([])
  }
}

/** Chooses an entry of the menu in the page's header. */
async function chooseAction(page: Page, name: string) {
  await page.getByRole('main').locator('summary', { hasText: 'Actions' }).click()
  await page.getByRole('link', { name, exact: true }).click()
}

const hasNoSidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

test('a member is exported, then erased, and no page shows who it was', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/dashboard')
  const [member] = await findMembers(context, 1)
  if (!member) throw new Error('No member')
  await page.goto(`/members/${member.id}`)
  for (const name of ['Export as JSON', 'Export as CSV']) {
    const [download] = await Promise.all([page.waitForEvent('download'), chooseAction(page, name)])
    expect(download.suggestedFilename()).toBe(
      `member-${member.id}.${name.endsWith('JSON') ? 'json' : 'csv'}`,
    )
    const text = await readFile(await download.path(), 'utf8')
    expect(text).toContain(member.email)
    expect(text).toContain(`${member.name} (${member.email}) called`)
  }

  await chooseAction(page, 'Erase...')
  const email = getPanel(page).getByLabel(`Enter ${member.email} to confirm`)
  await email.fill('someone@example.com')
  const erase = getPanel(page).getByRole('button', { name: 'Erase' })
  expect(await erase.getAttribute('aria-disabled')).toBe('true')
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await hasNoSidewaysScroll(page), `${width} px`).toBe(true)
    if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/erase${width}.png` })
  }
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await email.fill(member.email)
  await erase.click()
  await getNotification(page, /erased/i).waitFor()
  await page.getByRole('heading', { level: 1, name: 'Erased member' }).waitFor()
  expect(await findAxeViolations(page)).toEqual([])
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await hasNoSidewaysScroll(page), `${width} px`).toBe(true)
    if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/erased${width}.png` })
  }

  await expectNothingPersonal(page, member)
  await page.goto(`/dashboard?find=${encodeURIComponent(member.email)}`)
  await page.getByText(`No results for "${member.email}"`).waitFor()
  expect(faults).toEqual([])
})

test('a member is erased without JavaScript, at 360 px, after a wrong email was typed', async () => {
  await using scripted = await stack.visit()
  await openSignedIn(scripted, '/dashboard')
  const [, member] = await findMembers(scripted, 2)
  if (!member) throw new Error('No member')
  await using context = await stack.visit({
    javaScriptEnabled: false,
    storageState: await scripted.storageState(),
    viewport: { width: 360, height: 740 },
  })
  const page = await context.newPage()
  await page.goto(`/members/${member.id}`)
  await chooseAction(page, 'Erase...')
  const panel = page.locator('[data-open-panel]')
  const email = panel.getByLabel(`Enter ${member.email} to confirm`)
  await email.fill('someone@example.com')
  await panel.getByRole('button', { name: 'Erase' }).click()
  await panel.getByText("Enter the member's email.").waitFor()
  expect(await email.inputValue()).toBe('someone@example.com')
  const { erasedAt } = await getJson(context, `/members/${member.id}`)
  expect(erasedAt).toBeNull()
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/erasePlain.png` })
  await email.fill(member.email)
  await panel.getByRole('button', { name: 'Erase' }).click()
  await page.getByRole('heading', { level: 1, name: 'Erased member' }).waitFor()
  if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/erasedPlain.png` })
  await expectNothingPersonal(page, member)
})
