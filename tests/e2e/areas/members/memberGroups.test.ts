import { expect, test } from 'vitest'
import { axeFaults } from '#tests/support/browser/axe.ts'
import { hydrated, panelOf, signedInAt, signInBy, withStack } from '#tests/support/servers/stack.ts'

const stack = withStack()

test('a group by rule is looked at before it is saved; a manual one takes members, and leaves them to another', async () => {
  await using context = await stack.visit()
  const { page, faults } = await signedInAt(context, '/members/groups?create')
  const all = async (path: string) => (await (await context.request.get(`/api${path}`)).json()).data
  const of = async (path: string) => (await all(path))[0]
  const store = await of('/stores?sort=-members&limit=25')
  const member = await of(`/members?filter[storeId][eq]=${store.id}&sort=name&limit=25`)
  const form = panelOf(page)
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
  expect(await axeFaults(page, 'dialog')).toEqual([])
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Created Journey by rule').waitFor()
  expect((await of('/memberGroups?search=Journey by rule')).rules).toEqual([
    `email is ${member.email}`,
    'joined after 2001-01-31',
  ])

  await page.goto('/members/groups?create')
  await hydrated(page)
  await chooseStore()
  await form.getByLabel('Name', { exact: true }).fill('Journey by hand')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Created Journey by hand').waitFor()

  const panelFor = async (name: string, what: string) => {
    await page.goto('/members/groups?search=Journey')
    await hydrated(page)
    await page.getByLabel(`More actions for ${name}`).click()
    await page.locator('tbody').getByRole('link', { name: what, exact: true }).click()
    await form.waitFor()
  }
  const [, second, third] = await all(`/members?filter[storeId][eq]=${store.id}&sort=name&limit=25`)
  await panelFor('Journey by hand', 'Members')
  await form.getByLabel('Find members').fill(second.email)
  await form.getByRole('option', { name: new RegExp(second.email) }).click()
  await form.getByLabel('Or enter email addresses').fill(`${third.email}, nobody@nowhere.example`)
  await form.getByRole('button', { name: 'Add members' }).click()
  await form
    .getByText('No member of this store has this email address: nobody@nowhere.example')
    .waitFor()
  expect(await axeFaults(page, 'dialog')).toEqual([])
  await form.getByRole('button', { name: 'Move 2 members' }).click()
  await page.getByText('Moved 2 members to Journey by hand').waitFor()
  await page.getByRole('button', { name: /^Undo/ }).click()
  await page
    .getByText('Moved 2 members from Journey by hand back to their previous groups.')
    .waitFor()
  await panelFor('Journey by hand', 'Members')
  await form.getByLabel('Or enter email addresses').fill(`${second.email}, ${third.email}`)
  await form.getByRole('button', { name: 'Add members' }).click()
  await form.getByRole('button', { name: 'Move 2 members' }).click()
  await page.getByText('Moved 2 members to Journey by hand').waitFor()

  const others = await all(`/memberGroups?filter[storeId][eq]=${store.id}&filter[type][eq]=manual`)
  const goal = others.find(({ name }: { name: string }) => name !== 'Journey by hand')
  await panelFor('Journey by hand', 'Delete...')
  await form.getByText('2 members are in this group.').waitFor()
  await form.getByLabel('Move members to').selectOption(goal.name)
  await form.getByRole('button', { name: 'Delete', exact: true }).click()
  const groupOfMoved = async () =>
    (await all(`/members?filter[email][eq]=${second.email}`))[0]?.groupId
  await expect.poll(groupOfMoved).toBe(goal.id)
  expect(faults).toEqual([])
})

test('without JavaScript too it is told who would be moved, and the history takes a move back', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInBy(context)
  const page = await context.newPage()
  const all = async (path: string) => (await (await context.request.get(`/api${path}`)).json()).data
  // Of another group by hand: rules hold who is in theirs.
  type Group = { id: number; storeId: number; name: string }
  const byHand: Group[] = await all('/memberGroups?filter[type][eq]=manual&sort=-members&limit=100')
  const pairs = byHand.flatMap((from) =>
    byHand
      .filter(({ id, storeId }) => id !== from.id && storeId === from.storeId)
      .map((group) => ({ from, group })),
  )
  const { from, group } = pairs[0] as (typeof pairs)[number]
  const [other] = await all(`/members?filter[groupId][eq]=${from.id}&limit=25`)
  await page.goto(`/members/groups?members=${group.id}`)
  const form = panelOf(page)
  await form.getByLabel('Or enter email addresses').fill(other.email)
  await form.getByRole('button', { name: 'Add members' }).click()
  await form.getByText('This moves 1 member.').waitFor()
  const groupOf = async () => (await all(`/members?filter[email][eq]=${other.email}`))[0].groupId
  expect(await groupOf()).toBe(other.groupId)
  await form.getByRole('button', { name: 'Move 1 member' }).click()
  await page.getByText(`Moved 1 member to ${group.name}`).waitFor()
  expect(await groupOf()).toBe(group.id)
  await page.getByRole('link', { name: /^Undo/ }).click()
  await form.getByText(/^1 member moved here from/).waitFor()
  await form.getByRole('button', { name: /^Undo/ }).first().click()
  await form.getByText(/^1 member moved back to/).waitFor()
  expect(await groupOf()).toBe(other.groupId)
})

test('rules are looked at without JavaScript too, one that does not go is refused in its row, and nothing typed is lost', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInBy(context)
  const page = await context.newPage()
  const { data } = await (await context.request.get('/api/stores?sort=-members&limit=25')).json()
  await page.goto('/members/groups?create')
  const form = panelOf(page)
  await form.getByLabel('Name', { exact: true }).fill('Half typed')
  const rule = async (number: number, ...parts: [string, string, string]) => {
    await form.getByLabel(`Rule ${number}: field`).selectOption(parts[0])
    await form.getByLabel(`Rule ${number}: operator`).selectOption(parts[1])
    await form.getByLabel(`Rule ${number}: value`).fill(parts[2])
  }
  await rule(1, 'Active', 'is', 'Yes')
  await rule(3, 'Joined', 'contains', '2001-01-31')
  await form.getByLabel('Store', { exact: true }).fill(data[0].name)
  await form.getByRole('button', { name: 'Preview rules' }).click()
  const isSaid = (name: string) => form.getByLabel(name, { exact: true }).inputValue()
  await form.getByText('Choose one of these for this field: before, after.').waitFor()
  expect(await isSaid('Rule 2: operator')).toBe('contains')
  expect(await isSaid('Rule 2: value')).toBe('2001-01-31')
  await form.getByLabel('Rule 2: operator').selectOption('after')
  await form.getByRole('button', { name: 'Preview rules' }).click()
  await form.getByText(/^The rules match/).waitFor()
  expect(await isSaid('Name')).toBe('Half typed')
  expect(await isSaid('Rule 1: value')).toBe('yes')
  expect(await isSaid('Rule 2: operator')).toBe('after')
})
