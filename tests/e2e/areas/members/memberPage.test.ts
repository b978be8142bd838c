import type { BrowserContext, Page } from 'playwright'
import { expect, test } from 'vitest'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import { getPanel, openSignedIn, withStack } from '#tests/support/servers/stack.ts'

const stack = withStack()
const screenshotFolder = process.env['SCREENSHOTS']

/** Finds an active member of an active store with members, and that store. */
async function findMember(context: BrowserContext) {
  const findFirst = async (path: string) =>
    (await (await context.request.get(`/api${path}`)).json()).data[0]
  const store = await findFirst('/stores?filter[status][eq]=active&sort=-members&limit=25')
  const member = await findFirst(
    `/members?filter[storeId][eq]=${store.id}&filter[active][eq]=1&sort=name&limit=25`,
  )
  return { store, member }
}

/** Opens a member's page from the palette, in two clicks. */
async function openFromPalette(page: Page, { name, email }: { name: string; email: string }) {
  await page.getByRole('link', { name: 'Search or jump to...' }).click()
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill(email)
  await page
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name }).waitFor()
}

test("a member who can't sign in is found in the palette and helped within six clicks", async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/dashboard')
  const { member } = await findMember(context)
  const suspend = await context.request.post(`/api/members/${member.id}/suspension`, {
    data: { reason: 'Left the company' },
    headers: { 'If-Match': String(member.version), 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(suspend.status()).toBe(200)

  // 1: the palette. 2: the member. 3: the question. 4: the fix. 5: reactivate.
  await openFromPalette(page, member)
  await page.getByRole('link', { name: 'Check sign-in' }).click()
  await getPanel(page)
    .getByText(/^The member has been suspended since .*: Left the company$/)
    .first()
    .waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await getPanel(page).getByRole('link', { name: 'Reactivate the member' }).click()
  await getPanel(page).getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText(`Changed the status of ${member.name}`).waitFor()
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('link', { name: 'Check sign-in' }).click()
  await getPanel(page).getByText('The member is active.').waitFor()
  expect(faults).toEqual([])
})

test('a member whose credits were deducted by mistake gets them back within six clicks', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/dashboard')
  const { store, member } = await findMember(context)
  const unit = store.type === 'points' ? 'points' : store.defaultCurrency
  for (const [type, amount, reason] of [
    ['issue', 500, 'A birthday'],
    ['debit', 500, 'Deducted by mistake'],
  ]) {
    const request = await context.request.post('/api/creditRequests', {
      data: {
        storeId: store.id,
        memberId: member.id,
        unit,
        type,
        amount,
        reason,
        expiresOn: null,
        reference: null,
      },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(request.status()).toBe(201)
  }

  // 1: the palette. 2: the member. 3: the question. 4: the ledger. 5: the entry. 6: reverse it.
  await openFromPalette(page, member)
  await page.getByRole('link', { name: 'Are credits missing?' }).click()
  await getPanel(page).getByText('Debited credits').waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    if (screenshotFolder) await page.screenshot({ path: `${screenshotFolder}/credits${width}.png` })
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await getPanel(page).getByRole('link', { name: 'View ledger entries' }).click()
  const entry = page.getByRole('row', { name: /Deducted by mistake/ })
  await entry.getByRole('link', { name: /Reverse/ }).click()
  await getPanel(page).getByLabel('Reason').fill('The deduction was a mistake')
  await getPanel(page)
    .getByRole('button', { name: /^Reverse/ })
    .click()
  await page.getByRole('row', { name: /The deduction was a mistake/ }).waitFor()
  expect(faults).toEqual([])
})
