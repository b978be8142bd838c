import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  getPanel,
  openPage,
  openSignedIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()
const screenshotFolder = process.env['SCREENSHOTS']

/** Finds an email to a member with a saved text. */
async function findEmailWithText(context: BrowserContext) {
  const load = async (path: string) => (await context.request.get(`/api${path}`)).json()
  const { data } = await load('/mails?filter[status][eq]=sent&sort=-time&limit=100')
  for (const { id, memberId, subject } of data) {
    if (!memberId) continue
    const { state } = await load(`/mails/${id}/text`)
    if (state === 'saved')
      return { id: Number(id), memberId: Number(memberId), subject: String(subject) }
  }
  throw new Error('No email to a member has a text')
}

async function takeScreenshots(page: Page, name: string) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/${name}${width}.png` })
  }
}

test("an operator reads what a member got by email, on the member's page", async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/dashboard')
  const { memberId, subject } = await findEmailWithText(context)
  await page.goto(`/members/${memberId}?kind=emails`)
  const link = page.getByRole('link', { name: `Show email: ${subject}` }).first()
  await takeScreenshots(page, 'emails')
  await link.click()
  const panel = getPanel(page)
  await panel.getByText('[link removed]').waitFor()
  await panel
    .getByText(/^Secret links and codes are removed\. The text will be deleted on/)
    .waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await takeScreenshots(page, 'memberEmail')

  await panel.getByRole('link', { name: 'Open in the list of emails' }).click()
  await page.waitForURL(/smtpSettings/)
  await getPanel(page).getByText('[link removed]').waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await takeScreenshots(page, 'listedEmail')
  expect(faults).toEqual([])
})

test('shows the text of an email without JavaScript', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInByApi(context)
  const { page } = await openPage(context)
  const { memberId, subject } = await findEmailWithText(context)
  await page.goto(`/members/${memberId}?kind=emails`)
  await page
    .getByRole('link', { name: `Show email: ${subject}` })
    .first()
    .click()
  await page.getByText('[link removed]').waitFor()
})
