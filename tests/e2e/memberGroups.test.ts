import { expect, test } from 'vitest'
import { hydrated, panelOf, signedInAt, signInBy, withStack } from '#tests/support/stack.ts'

const stack = withStack()

test('a group by rule is looked at before it is saved, and made; so is a manual one', async () => {
  await using context = await stack.visit()
  const { page, faults } = await signedInAt(context, '/members/groups?create')
  const of = async (path: string) =>
    (await (await context.request.get(`/api${path}`)).json()).data[0]
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
  await form.getByText(`${member.name} · ${member.email}`).waitFor()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Created Journey by rule').waitFor()

  await page.goto('/members/groups?create')
  await hydrated(page)
  await chooseStore()
  await form.getByLabel('Name', { exact: true }).fill('Journey by hand')
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Created Journey by hand').waitFor()
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
