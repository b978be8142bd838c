import { expect, test } from 'vitest'
import { findPageDefects } from '#tests/support/browser/axe.ts'
import { getPanel, openSignedIn, withStack } from '#tests/support/servers/stack.ts'

const stack = withStack()
const screenshotFolder = process.env['SCREENSHOTS']

test('a rule shows the alerts that it would have sent, at every width', async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/alertChannels?rules')
  const { data } = await (await context.request.get('/api/alertRules?limit=25')).json()
  const [rule] = data
  await page.goto(`/alertChannels?rules&preview=${rule.id}`)
  await getPanel(page)
    .getByText(/^This rule would have sent \d+ alerts? in the last 30 days\.$/)
    .waitFor()
  for (const width of [1280, 360]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await findPageDefects(page, 'dialog')).toEqual([])
    if (screenshotFolder)
      await page.screenshot({ path: `${screenshotFolder}/rule-preview-${width}.png` })
  }
  expect(faults).toEqual([])
})
