import { expect, test } from 'vitest'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import { getPanel, openSignedIn, withStack } from '#tests/support/servers/stack.ts'

const stack = withStack()

test('an operator finds an order that was charged twice by the email of its member', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/dashboard')
  const load = async (path: string) => (await context.request.get(`/api${path}`)).json()
  const [order] = (await load('/orders?filter[issue][eq]=chargedTwice')).data
  const { email } = await load(`/members/${order.memberId}`)

  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill(email)
  await page
    .getByRole('group', { name: 'Orders' })
    .getByRole('option', { name: new RegExp(`^${order.number} `) })
    .first()
    .click()
  await page.waitForURL(new RegExp(`order=${order.id}`))
  const panel = getPanel(page)
  const charges = panel
    .getByRole('listitem')
    .filter({ hasText: 'Paid' })
    .filter({ hasText: '••••' })
  await charges.first().waitFor()
  expect(await charges.count()).toBe(2)
  expect(await panel.getByText('Charged twice', { exact: true }).isVisible()).toBe(true)
  expect(await findAxeViolations(page, 'dialog')).toEqual([])

  await page.goto('/paymentAttempt?orders&filter[issue][eq]=chargedTwice')
  await page.locator('[data-row]').filter({ hasText: order.number }).waitFor()
  await page.goto('/paymentAttempt?disputes')
  await page.locator('[data-row] a').first().click()
  await panel.getByText('Response needed').or(panel.getByText('Won')).first().waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await panel.getByRole('link', { name: /^Open order #/ }).click()
  await panel.getByRole('heading', { name: 'Disputes' }).waitFor()
  expect(faults).toEqual([])
})
