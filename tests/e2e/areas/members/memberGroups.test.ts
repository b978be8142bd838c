import { expect, test } from 'vitest'
import { findAxeViolations } from '#tests/support/browser/axe.ts'
import {
  waitForHydration,
  getPanel,
  openSignedIn,
  signInByApi,
  withStack,
} from '#tests/support/servers/stack.ts'

const stack = withStack()

test("a group's rules are previewed before it is saved, and a manual group takes members and leaves them to another group", async () => {
  await using context = await stack.visit()
  const { page, faults } = await openSignedIn(context, '/members/groups?create')
  const loadAll = async (path: string) =>
    (await (await context.request.get(`/api${path}`)).json()).data
  const findFirst = async (path: string) => (await loadAll(path))[0]
  const store = await findFirst('/stores?sort=-members&limit=25')
  const member = await findFirst(`/members?filter[storeId][eq]=${store.id}&sort=name&limit=25`)
  const form = getPanel(page)
  const chooseStore = async () => {
    await form.getByLabel('Store', { exact: true }).fill(store.name)
    await form
      .getByRole('option', { name: new RegExp(store.code) })
      .first()
      .click()
  }

  await chooseStore()
  await form.getByLabel('Name', { exact: true }).fill('Journey by rule')
  await form.getByLabel('Type').selectOption('Rule-based')
  await form.getByRole('button', { name: 'Preview rules' }).click()
  await form.getByText('Add at least one rule.').waitFor()
  await form.getByLabel('Rule 1: field').selectOption('Email')
  await form.getByLabel('Rule 1: value').fill(member.email)
  await form.getByRole('button', { name: 'Add rule' }).click()
  await form.getByLabel('Rule 2: field').selectOption('Joined')
  await form.getByLabel('Rule 2: operator').selectOption('after')
  await form.getByLabel('Rule 2: value').fill('2001-01-31')
  await form.getByRole('button', { name: 'Preview rules' }).click()
  await form.getByText(/The rules match 1 member/).waitFor()
  await form
    .getByRole('listitem')
    .filter({ hasText: `${member.name}${member.email}` })
    .waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Created Journey by rule').waitFor()
  expect((await findFirst('/memberGroups?search=Journey by rule')).rules).toEqual([
    `email is ${member.email}`,
    'joined after 2001-01-31',
  ])

  await page.goto('/members/groups?create')
  await waitForHydration(page)
  await chooseStore()
  await form.getByLabel('Name', { exact: true }).fill('Journey by hand')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Created Journey by hand').waitFor()

  const openAction = async (name: string, action: string) => {
    await page.goto('/members/groups?search=Journey')
    await waitForHydration(page)
    await page.getByLabel(`More actions for ${name}`).click()
    await page.locator('tbody').getByRole('link', { name: action, exact: true }).click()
    await form.waitFor()
  }
  const [, second, third] = await loadAll(
    `/members?filter[storeId][eq]=${store.id}&sort=name&limit=25`,
  )
  await openAction('Journey by hand', 'Members')
  await form.getByLabel('Find members').fill(second.email)
  await form.getByRole('option', { name: new RegExp(second.email) }).click()
  await form.getByLabel('Or enter email addresses').fill(`${third.email}, nobody@nowhere.example`)
  await form.getByRole('button', { name: 'Add members' }).click()
  await form
    .getByText('No member of this store has this email address: nobody@nowhere.example')
    .waitFor()
  expect(await findAxeViolations(page, 'dialog')).toEqual([])
  await form.getByRole('button', { name: 'Move 2 members' }).click()
  await page.getByText('Moved 2 members to Journey by hand').waitFor()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page
    .getByText('Moved 2 members from Journey by hand back to their previous groups.')
    .waitFor()
  await openAction('Journey by hand', 'Members')
  await form.getByLabel('Or enter email addresses').fill(`${second.email}, ${third.email}`)
  await form.getByRole('button', { name: 'Add members' }).click()
  await form.getByRole('button', { name: 'Move 2 members' }).click()
  await page.getByText('Moved 2 members to Journey by hand').waitFor()

  const others = await loadAll(
    `/memberGroups?filter[storeId][eq]=${store.id}&filter[type][eq]=manual`,
  )
  const targetGroup = others.find(({ name }: { name: string }) => name !== 'Journey by hand')
  await openAction('Journey by hand', 'Delete...')
  await form.getByText('2 members are in this group.').waitFor()
  await form.getByLabel('Move members to').selectOption(targetGroup.name)
  await form.getByRole('button', { name: 'Delete', exact: true }).click()
  const loadGroupId = async () =>
    (await loadAll(`/members?filter[email][eq]=${second.email}`))[0]?.groupId
  await expect.poll(loadGroupId).toBe(targetGroup.id)
  expect(faults).toEqual([])
})

test('a move of members is previewed without JavaScript and undone in the history', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInByApi(context)
  const page = await context.newPage()
  const loadAll = async (path: string) =>
    (await (await context.request.get(`/api${path}`)).json()).data
  // The member is in another manual group, since rules keep the members of their groups.
  type Group = { id: number; storeId: number; name: string }
  const manualGroups: Group[] = await loadAll(
    '/memberGroups?filter[type][eq]=manual&sort=-members&limit=100',
  )
  const pairs = manualGroups.flatMap((from) =>
    manualGroups
      .filter(({ id, storeId }) => id !== from.id && storeId === from.storeId)
      .map((group) => ({ from, group })),
  )
  const { from, group } = pairs[0] as (typeof pairs)[number]
  const [other] = await loadAll(`/members?filter[groupId][eq]=${from.id}&limit=25`)
  await page.goto(`/members/groups?members=${group.id}`)
  const form = getPanel(page)
  await form.getByLabel('Or enter email addresses').fill(other.email)
  await form.getByRole('button', { name: 'Add members' }).click()
  await form.getByText('This moves 1 member.').waitFor()
  const loadGroupId = async () =>
    (await loadAll(`/members?filter[email][eq]=${other.email}`))[0].groupId
  expect(await loadGroupId()).toBe(other.groupId)
  await form.getByRole('button', { name: 'Move 1 member' }).click()
  await page.getByText(`Moved 1 member to ${group.name}`).waitFor()
  expect(await loadGroupId()).toBe(group.id)
  await page.getByRole('link', { name: /^Undo/ }).click()
  await form.getByText(/^1 member moved here from/).waitFor()
  await form.getByRole('button', { name: /^Undo/ }).first().click()
  await form.getByText(/^1 member moved back to/).waitFor()
  expect(await loadGroupId()).toBe(other.groupId)
})

test('rules are previewed without JavaScript, one that is not valid is rejected in its row, and no input is lost', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInByApi(context)
  const page = await context.newPage()
  const { data } = await (await context.request.get('/api/stores?sort=-members&limit=25')).json()
  await page.goto('/members/groups?create')
  const form = getPanel(page)
  await form.getByLabel('Name', { exact: true }).fill('Half typed')
  const fillRule = async (number: number, ...parts: [string, string, string]) => {
    await form.getByLabel(`Rule ${number}: field`).selectOption(parts[0])
    await form.getByLabel(`Rule ${number}: operator`).selectOption(parts[1])
    await form.getByLabel(`Rule ${number}: value`).fill(parts[2])
  }
  await fillRule(1, 'Active', 'is', 'Yes')
  await fillRule(3, 'Joined', 'contains', '2001-01-31')
  await form.getByLabel('Store', { exact: true }).fill(data[0].name)
  await form.getByRole('button', { name: 'Preview rules' }).click()
  const readValue = (name: string) => form.getByLabel(name, { exact: true }).inputValue()
  await form.getByText('Choose one of these for this field: before, after.').waitFor()
  expect(await readValue('Rule 2: operator')).toBe('contains')
  expect(await readValue('Rule 2: value')).toBe('2001-01-31')
  await form.getByLabel('Rule 2: operator').selectOption('after')
  await form.getByRole('button', { name: 'Preview rules' }).click()
  await form.getByText(/^The rules match/).waitFor()
  expect(await readValue('Name')).toBe('Half typed')
  expect(await readValue('Rule 1: value')).toBe('yes')
  expect(await readValue('Rule 2: operator')).toBe('after')
})
