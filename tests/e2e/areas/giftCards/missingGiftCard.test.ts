import type { BrowserContext, Page } from 'playwright'
import { afterAll, expect, test } from 'vitest'
import { startRuna } from '#scripts/mockProviders/runa.ts'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  getNotification,
  getPanel,
  openPage,
  openSignedIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

const runa = await startRuna()
afterAll(() => runa.stop())
const stack = withStack({}, { RUNA_ENDPOINT: runa.url, OUTBOUND_ALLOW: '127.0.0.0/8' })
const screenshotFolder = process.env['SCREENSHOTS']

type SentCard = { id: number; recipient: string; memberId: number; storeId: number }

const load = async (context: BrowserContext, path: string) =>
  (await context.request.get(`/api${path}`)).json()

/** Lists gift cards of the demo data that were sent to members. */
async function listSentCards(context: BrowserContext): Promise<SentCard[]> {
  const path = '/giftCards?filter[status][eq]=sent&sort=-sentAt&limit=100'
  const cards: SentCard[] = (await load(context, path)).data
  return cards.filter(({ memberId }) => memberId)
}

async function findSentCard(context: BrowserContext): Promise<SentCard> {
  const [card] = await listSentCards(context)
  if (!card) throw new Error('No gift card was sent to a member')
  return card
}

/** Finds a member who can be sent another gift card: an active one, in a store with gift cards. */
async function findRecipientId(context: BrowserContext): Promise<number> {
  for (const { memberId } of await listSentCards(context)) {
    const { reason } = await load(context, `/members/${memberId}/giftCardOffer`)
    if (reason === null) return memberId
  }
  throw new Error('No member can be sent a gift card')
}

async function takeScreenshots(page: Page, name: string) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/${name}${width}.png` })
  }
}

test("a gift card that didn't come is resent to a corrected address within six clicks", async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/dashboard')
  const panel = getPanel(page)
  const { recipient } = await findSentCard(context)
  const corrected = `new.${recipient}`
  let clicks = 0
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(recipient.toUpperCase())
  clicks += 1
  await page
    .getByRole('option', { name: new RegExp(`^${recipient} .* · Sent`) })
    .first()
    .click()
  await panel.getByText('Sent by Runa').waitFor()
  await takeScreenshots(page, 'giftCard')
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  clicks += 1
  await panel.getByRole('link', { name: 'Resend email...' }).click()
  await panel.getByLabel('Send to').fill(corrected)
  clicks += 1
  await panel.getByRole('button', { name: 'Resend email' }).click()
  await getNotification(page, `Resent to ${corrected}`).waitFor()
  await panel.getByText(`New address: ${corrected}`).waitFor()
  expect(clicks).toBeLessThanOrEqual(6)
  await panel.getByRole('button', { name: 'Check at Runa' }).click()
  await panel.getByText(/^Link: (opened|not opened yet)\./).waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  expect(faults).toEqual([])
})

test("a gift card's email is resent without JavaScript", async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInByApi(context)
  const { page } = await openPage(context)
  await page.setViewportSize({ width: 360, height: 740 })
  const { id, recipient } = await findSentCard(context)
  await page.goto(`/wegift/templates?cards&record=${id}`)
  const width = await page.locator('html').evaluate((element) => element.scrollWidth)
  expect(width).toBeLessThanOrEqual(360)
  await page.getByRole('link', { name: 'Resend email...' }).first().click()
  await page.getByLabel('Send to').fill(`plain.${recipient}`)
  await page.getByRole('button', { name: 'Resend email' }).click()
  await page.getByText(`New address: plain.${recipient}`).waitFor()
})

test("a member is sent a gift card from the member's page", async () => {
  await using context = await stack.visit()
  await signInByApi(context)
  const memberId = await findRecipientId(context)
  const { page, faults } = await openSignedIn(context, `/members/${memberId}`)
  const panel = getPanel(page)
  await page.getByRole('button', { name: 'Actions' }).or(page.getByText('Actions')).first().click()
  await page.getByRole('link', { name: 'Send gift card...' }).click()
  await panel.getByLabel('Amount').waitFor()
  await takeScreenshots(page, 'sendGiftCard')
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByLabel('Amount').selectOption({ index: 1 })
  await panel.getByRole('button', { name: 'Send gift card' }).click()
  await getNotification(page, /^(Running|Finished)/)
    .first()
    .waitFor()
  expect(new URL(page.url()).pathname).toBe(`/members/${memberId}`)
  expect(faults).toEqual([])
})
