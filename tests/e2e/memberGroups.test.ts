import { expect, test } from 'vitest'
import { axeFaults } from '#tests/support/axe.ts'
import { hydrated, panelOf, signedInAt, signInBy, withStack } from '#tests/support/stack.ts'

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
  await form.getByLabel('Type').selectOption('By rule')
  await form.getByRole('button', { name: 'Preview the rules' }).click()
  await form.getByText('A group by rule needs a rule').waitFor()
  await form.getByLabel('Rules').fill(`email is ${member.email}`)
  await form.getByRole('button', { name: 'Preview the rules' }).click()
  await form.getByText(/Its rules find one member/).waitFor()
  await form
    .getByRole('listitem')
    .filter({ hasText: `${member.name}${member.email}` })
    .waitFor()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Created Journey by rule').waitFor()

  await page.goto('/members/groups?create')
  await hydrated(page)
  await chooseStore()
  await form.getByLabel('Name', { exact: true }).fill('Journey by hand')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Created Journey by hand').waitFor()

  const panelFor = async (name: string, what: string) => {
    await page.goto('/members/groups?search=Journey')
    await hydrated(page)
    await page.getByLabel(`More for ${name}`).click()
    await page.locator('tbody').getByRole('link', { name: what, exact: true }).click()
    await form.waitFor()
  }
  const [, second, third] = await all(`/members?filter[storeId][eq]=${store.id}&sort=name&limit=25`)
  await panelFor('Journey by hand', 'Members')
  await form.getByLabel('Find members').fill(second.email)
  await form.getByRole('option', { name: new RegExp(second.email) }).click()
  await form.getByLabel('Or e-mail addresses').fill(`${third.email}, nobody@nowhere.example`)
  await form.getByRole('button', { name: 'Add members' }).click()
  await form.getByText('2 were added. Nobody in this store has: nobody@nowhere.example').waitFor()
  expect(await axeFaults(page, 'dialog')).toEqual([])

  const others = await all(`/memberGroups?filter[storeId][eq]=${store.id}&filter[type][eq]=manual`)
  const goal = others.find(({ name }: { name: string }) => name !== 'Journey by hand')
  await panelFor('Journey by hand', 'Delete')
  await form.getByText('2 members are in it.').waitFor()
  await form.getByLabel('Its members go to').selectOption(goal.name)
  await form.getByRole('button', { name: 'Delete', exact: true }).click()
  const groupOfMoved = async () =>
    (await all(`/members?filter[email][eq]=${second.email}`))[0]?.groupId
  await expect.poll(groupOfMoved).toBe(goal.id)
  expect(faults).toEqual([])
})

test('rules are looked at without JavaScript too, and nothing typed is lost', async () => {
  await using context = await stack.visit({ javaScriptEnabled: false })
  await signInBy(context)
  const page = await context.newPage()
  const { data } = await (await context.request.get('/api/stores?sort=-members&limit=25')).json()
  await page.goto('/members/groups?create')
  const form = panelOf(page)
  await form.getByLabel('Name', { exact: true }).fill('Half typed')
  await form.getByLabel('Rules').fill('active is yes')
  await form.getByLabel('Store', { exact: true }).fill(data[0].name)
  await form.getByRole('button', { name: 'Preview the rules' }).click()
  await form.getByText(/^Its rules find/).waitFor()
  expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Half typed')
  expect(await form.getByLabel('Rules').inputValue()).toBe('active is yes')
})
