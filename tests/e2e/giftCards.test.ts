import { afterAll, expect, test } from 'vitest'
import { startRuna } from '#scripts/standIns/runa.ts'
import { axeFaults } from '#tests/support/axe.ts'
import { messageOf, signedInAt, withStack } from '#tests/support/stack.ts'

const runa = await startRuna()
afterAll(() => runa.stop())
const stack = withStack({}, { RUNA_ENDPOINT: runa.url, OUTBOUND_ALLOW: '127.0.0.0/8' })

test('an account at Runa is set up, tested, its balance read and all of it frozen', async () => {
  await using context = await stack.visit()
  const { page, faults } = await signedInAt(context, '/giftCardSetup?environment=sandbox')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
  await page.getByLabel('API key').first().fill('wgkeyofthelivesidelivelive')
  await page.getByLabel('Name').first().fill('Playground')
  await press('Save')
  await messageOf(page, /^(Saved|Created)/).waitFor()
  await press('Test')
  await page.getByText('Keys of sandbox begin with XX; this one is for live.').first().waitFor()

  await page.getByLabel('API key').first().fill(runa.state.apiKey)
  await press('Save')
  await press('Test')
  await page.getByText('There are products to order.').waitFor()
  await press('Refresh balance')
  const balances = page.getByRole('region', { name: 'Balance' }).first()
  await balances.getByRole('row', { name: /JPY\s*45,000/ }).waitFor()
  await press('Activate')
  await messageOf(page, /^Activated/).waitFor()

  await press('Freeze all')
  await page.getByText('Reason: Say why, so that others know').first().waitFor()
  await page.getByLabel('Reason').fill('Stolen codes')
  await press('Freeze all')
  await page.getByText('Frozen: nothing is sent. Stolen codes').waitFor()
  expect(await axeFaults(page)).toEqual([])
  await press('Lift the freeze')
  await page.getByRole('button', { name: 'Freeze all', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Live' }).click()
  await page.getByText('api.runa.io').waitFor()
  expect(faults).toEqual([])
})
