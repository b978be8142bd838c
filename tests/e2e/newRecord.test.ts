import { expect, test } from 'vitest'
import { axeFaults } from '../support/browser/axe.ts'
import { hydrated, panelOf, signedInAt, withStack } from '../support/servers/stack.ts'

const stack = withStack()

test.each([1280, 360])(
  'an organization that a store lacks is created with the typed name, and comes back selected, at %i px',
  async (width) => {
    await using context = await stack.visit({ viewport: { width, height: 800 } })
    const { page, faults } = await signedInAt(context, '/stores/2?tab=general')
    const name = `Zenith Mills ${width}`
    await page.getByLabel('Notes').fill('Kept while the organization is created')
    await page.getByLabel('Organization', { exact: true }).fill(name)
    const opened = context.waitForEvent('page')
    await page.getByRole('link', { name: 'New organization...' }).click()
    const tab = await opened
    await hydrated(tab)
    const nameInTab = panelOf(tab).getByLabel('Name', { exact: true })
    expect(await nameInTab.inputValue()).toBe(name)
    await nameInTab.fill(`${name} Ltd`)
    const closed = tab.waitForEvent('close')
    await panelOf(tab).getByRole('button', { name: 'Save', exact: true }).click()
    await closed

    await page.getByText(`Created ${name} Ltd and selected it.`).waitFor()
    const organization = page.getByLabel('Organization', { exact: true })
    expect(await organization.inputValue()).toBe(`${name} Ltd`)
    expect(await page.getByLabel('Notes').inputValue()).toBe(
      'Kept while the organization is created',
    )
    expect(await axeFaults(page, 'main')).toEqual([])
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

test('the store wizard gets its new organization too', async () => {
  await using context = await stack.visit()
  const { page } = await signedInAt(context, '/stores/create')
  await page.getByLabel('Name', { exact: true }).fill('Zenith Rewards')
  await page.getByLabel('Organization', { exact: true }).fill('Zenith Group')
  const opened = context.waitForEvent('page')
  await page.getByRole('link', { name: 'New organization...' }).click()
  const tab = await opened
  await hydrated(tab)
  const closed = tab.waitForEvent('close')
  await panelOf(tab).getByRole('button', { name: 'Save', exact: true }).click()
  await closed
  await page.getByText('Created Zenith Group and selected it.').waitFor()
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Zenith Rewards')
  await page.reload()
  const organization = page.getByLabel('Organization', { exact: true })
  await expect.poll(() => organization.inputValue()).toBe('Zenith Group')
})
