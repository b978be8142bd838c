import { expect, test } from 'vitest'
import { findAxeViolations } from '../support/browser/axe.ts'
import { waitForHydration, getPanel, openSignedIn, withStack } from '../support/servers/stack.ts'

const stack = withStack()

test.each([1280, 360])(
  'an organization created from a store gets the typed name and is selected, at %i px',
  async (width) => {
    await using context = await stack.visit({ viewport: { width, height: 800 } })
    const { page, faults } = await openSignedIn(context, '/stores/2?tab=general')
    const name = `Zenith Mills ${width}`
    await page.getByLabel('Notes').fill('Kept while the organization is created')
    await page.getByLabel('Organization', { exact: true }).fill(name)
    const tabOpened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'New organization...' }).click()
    const tab = await tabOpened
    await waitForHydration(tab)
    const nameInTab = getPanel(tab).getByLabel('Name', { exact: true })
    expect(await nameInTab.inputValue()).toBe(name)
    await nameInTab.fill(`${name} Ltd`)
    const tabClosed = tab.waitForEvent('close')
    await getPanel(tab).getByRole('button', { name: 'Save', exact: true }).click()
    await tabClosed

    await page.getByText(`Created ${name} Ltd and selected it.`).waitFor()
    const organization = page.getByLabel('Organization', { exact: true })
    expect(await organization.inputValue()).toBe(`${name} Ltd`)
    expect(await page.getByLabel('Notes').inputValue()).toBe(
      'Kept while the organization is created',
    )
    expect(await findAxeViolations(page, 'main')).toEqual([])
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByText(/^Saved/)
      .first()
      .waitFor()
    await page.reload()
    expect(await organization.inputValue()).toBe(`${name} Ltd`)
    expect(faults).toEqual([])
  },
)

test('the store wizard creates and selects an organization, and keeps it after a reload', async () => {
  await using context = await stack.visit()
  const { page } = await openSignedIn(context, '/stores/create')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Zenith Rewards')
  await page.getByLabel('Organization', { exact: true }).fill('Zenith Group')
  const tabOpened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'New organization...' }).click()
  const tab = await tabOpened
  await waitForHydration(tab)
  const tabClosed = tab.waitForEvent('close')
  await getPanel(tab).getByRole('button', { name: 'Save', exact: true }).click()
  await tabClosed
  await page.getByText('Created Zenith Group and selected it.').waitFor()
  expect(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue()).toBe(
    'Zenith Rewards',
  )
  await page.reload()
  const organization = page.getByLabel('Organization', { exact: true })
  await expect.poll(() => organization.inputValue()).toBe('Zenith Group')
})
