import { expect, test } from 'vitest'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import { getPanel, openSignedIn, withStack } from '#tests/support/servers/stack.ts'

const stack = withStack()

test("a member who can't sign in is found in the palette and helped within six clicks", async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/dashboard')
  const findFirst = async (path: string) =>
    (await (await context.request.get(`/api${path}`)).json()).data[0]
  const store = await findFirst('/stores?filter[status][eq]=active&sort=-members&limit=25')
  const member = await findFirst(
    `/members?filter[storeId][eq]=${store.id}&filter[active][eq]=1&sort=name&limit=25`,
  )
  const suspend = await context.request.post(`/api/members/${member.id}/suspension`, {
    data: { reason: 'Left the company' },
    headers: { 'If-Match': String(member.version), 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(suspend.status()).toBe(200)

  // 1: the palette. 2: the member. 3: the question. 4: the fix. 5: reactivate.
  await page.getByRole('link', { name: 'Search or jump to...' }).click()
  await page.getByRole('combobox', { name: 'Search or jump to' }).fill(member.email)
  await page
    .getByRole('option', { name: new RegExp(member.name) })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: member.name }).waitFor()
  await page.getByRole('link', { name: "Why can't they sign in?" }).click()
  await getPanel(page)
    .getByText(/^The member has been suspended since .*: Left the company$/)
    .first()
    .waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await getPanel(page).getByRole('link', { name: 'Reactivate the member' }).click()
  await getPanel(page).getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText(`Changed the status of ${member.name}`).waitFor()
  expect(await findAxeViolations(page)).toEqual([])

  await page.getByRole('link', { name: "Why can't they sign in?" }).click()
  await getPanel(page).getByText('The member is active.').waitFor()
  expect(faults).toEqual([])
})
