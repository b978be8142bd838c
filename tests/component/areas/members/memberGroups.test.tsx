import { act, waitFor, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { RuleRows } from '#client/areas/members/RuleRows.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { formOf, saved } from '#tests/support/browser/formOf.tsx'
import { memoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { serverRendered } from '#tests/support/browser/hydrate.tsx'
import { noPage, storeRecord } from '#tests/support/servers/storePlatform.ts'

const everyone = {
  id: 8,
  ...stamp,
  name: 'Everyone',
  storeId: 2,
  description: null,
  type: 'manual',
  rules: [],
  priority: 100,
  isDefault: false,
  unit: null,
  spendLimit: null,
  spendPeriod: null,
  creditAmount: null,
  creditPeriod: null,
  creditDays: null,
  members: 3,
  labels: { storeId: 'Rewards Köln' },
}

type Moves = { emails: string[]; memberIds: number[]; action: string }

/** A group of Ana, Bo and Cem, who can be added and removed by their addresses. */
async function openMembers() {
  const platform = memoryPlatform()
  const all = ['Ana', 'Bo', 'Cem'].map((name, at) => ({
    id: at + 1,
    name,
    email: `${name.toLowerCase()}@example.com`,
  }))
  let inIt = all
  platform.replies.set('GET /memberGroups', {
    status: 200,
    body: { data: [everyone], page: noPage },
  })
  platform.replies.set('GET /memberGroups/8', { status: 200, body: everyone })
  platform.replies.set('GET /memberGroups/8/preview', () => ({
    status: 200,
    body: { count: inIt.length, sample: inIt, joining: 0, leaving: 0 },
  }))
  platform.replies.set('POST /memberGroups/8/members', ({ body, search }) => {
    const { emails, memberIds, action } = body as Moves
    const before = inIt.length
    const isNamed = (one: { email: string; id: number }) =>
      emails.includes(one.email) || memberIds.includes(one.id)
    const joining = all.filter((one) => isNamed(one) && !inIt.includes(one))
    if (action === 'add' && joining.length > 0 && search?.get('reach') !== emails.join()) {
      const worse = [{ what: 'From Day', count: joining.length, examples: ['Bo'] }]
      const reach = { token: emails.join(), reaches: joining.length, own: 0, worse }
      return { status: 409, body: { status: 409, title: 'No', code: 'unconfirmed', reach } }
    }
    inIt = all.filter((one) => (isNamed(one) ? action === 'add' : inIt.includes(one)))
    const unknown = emails.filter((email) => !all.some((one) => one.email === email))
    const moved = Math.abs(inIt.length - before)
    const already = action === 'add' ? all.filter(isNamed).length - moved : 0
    return { status: 200, body: { moved, already, held: 0, unknown, move: moved > 0 ? 5 : null } }
  })
  return renderConsole('/members/groups?members=8', { platform })
}
const inGroup = () =>
  within(screen.getByRole('list', { name: 'Members' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const addresses = () => screen.getByRole('textbox', { name: /Or enter email addresses/ })

test('who is removed from a group is counted as removed, and the panel tells who is left', async () => {
  const { user } = await openMembers()
  expect(screen.getByText('3 members are in this group.')).toBeVisible()
  await user.type(addresses(), 'ana@example.com, bo@example.com, no@example.com')
  await user.click(screen.getByRole('button', { name: 'Remove these members' }))
  expect(
    await screen.findByText(
      "Removed 2 members. Not found among this store's members: no@example.com",
    ),
  ).toBeVisible()
  expect(await screen.findByText('1 member is in this group.')).toBeVisible()
  expect(inGroup()).toEqual(['Cemcem@example.com'])
})

test('one is taken out by the cross beside the name, whatever else is typed, and the panel stays', async () => {
  const { user, platform } = await openMembers()
  await user.type(addresses(), 'cem@example.com')
  await user.click(screen.getByRole('button', { name: 'Remove Bo' }))
  expect(await screen.findByText('2 members are in this group.')).toBeVisible()
  expect(inGroup()).toEqual(['Anaana@example.com', 'Cemcem@example.com'])
  expect(platform.writes()).toMatchObject([
    { body: { emails: [], memberIds: [2], action: 'remove' } },
  ])
})

test('Enter among the fields adds, and takes nobody out', async () => {
  const { user, platform } = await openMembers()
  await user.type(addresses(), 'ana@example.com')
  await user.type(screen.getByLabelText('Find members'), '{Enter}')
  await waitFor(() => expect(platform.writes()).toMatchObject([{ body: { action: 'add' } }]))
})

test('who is removed is told as removed, with Undo of this move', async () => {
  const { user, platform } = await openMembers()
  await user.type(addresses(), 'cem@example.com')
  await user.click(screen.getByRole('button', { name: 'Remove these members' }))
  const said = 'Removed 1 member from '
  expect(await screen.findByText(said, { exact: false, trim: false })).toHaveTextContent(
    `${said}Everyone`,
  )
  const told = 'Moved 1 member back into Everyone. 2 members changed since, and stay.'
  const body = { moved: 1, stays: 2, told }
  platform.replies.set('POST /memberGroups/8/undo/5', { status: 200, body })
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(screen.getByText(/back into/)).toHaveTextContent(told))
})

test('who would be moved is told first; once others are typed it is told anew', async () => {
  const { user, platform } = await openMembers()
  const press = (name: string) => user.click(screen.getByRole('button', { name }))
  await press('Remove Bo')
  await press('Remove Cem')
  await screen.findByText('1 member is in this group.')
  await user.type(addresses(), 'bo@example.com')
  await press('Add members')
  const question = await screen.findByRole('alert')
  expect(question).toHaveTextContent('This moves 1 member. A member can be in only one group.')
  expect(question).toHaveTextContent('From Day: 1 member (Bo)')
  expect(inGroup()).toEqual(['Anaana@example.com'])
  await user.type(addresses(), ', cem@example.com')
  expect(screen.queryByRole('alert')).toBeNull()
  await press('Add members')
  await screen.findByText(/^This moves 2 members/)
  await press('Move 2 members')
  const said = await screen.findByText('Moved 2 members to', { exact: false })
  expect(said).toHaveTextContent('Moved 2 members to Everyone')
  expect(platform.writes().at(-1)).toMatchObject({
    body: { emails: ['bo@example.com', 'cem@example.com'], action: 'add' },
  })
})

test('where nobody would be moved it is said why', async () => {
  const { user } = await openMembers()
  await user.type(addresses(), 'cem@example.com, no@example.com')
  await user.click(screen.getByRole('button', { name: 'Add members' }))
  const why =
    "No members were moved. Already in this group: 1. Not found among this store's members: no@example.com"
  expect(await screen.findByText(why)).toBeVisible()
})

test('the panel names the store of the group, and leads to all of its members', async () => {
  await openMembers()
  expect(screen.getByRole('dialog', { name: /^Members of Everyone \(Rewards Köln/ })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show all 3 members' })).toHaveAttribute(
    'href',
    '/stores/2?tab=members&filter[groupId][eq]=8',
  )
})

const control = (name: string) => screen.getByLabelText(name)
const choices = (name: string) =>
  within(control(name))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

/** The form of a group by rule, and the rules of what it then sends. */
async function openRules(rules: string[] = []) {
  const platform = memoryPlatform()
  const group = { ...everyone, type: 'rule', rules }
  const listed = { status: 200, body: { data: [group], page: noPage } }
  platform.replies.set('GET /memberGroups', listed)
  platform.replies.set('GET /memberGroups/8', { status: 200, body: group })
  platform.replies.set('PATCH /memberGroups/8', { status: 200, body: { ...group, version: 2 } })
  const console = await renderConsole('/members/groups?edit=8', { platform })
  const save = () => console.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...console, platform, save }
}

test('rules stand there for groups by rule alone', async () => {
  const platform = memoryPlatform()
  platform.replies.set('GET /memberGroups', { status: 200, body: { data: [], page: noPage } })
  const { user } = await renderConsole('/members/groups?create', { platform })
  const section = () => screen.getByText('Matching rules').closest('fieldset')
  expect(section()).toHaveAttribute('data-aside')
  const form = within(screen.getByRole('dialog'))
  await user.selectOptions(form.getByRole('combobox', { name: 'Type' }), 'Rule-based')
  expect(section()).not.toHaveAttribute('data-aside')
  expect(screen.getByRole('group', { name: 'Rules' })).toHaveAccessibleDescription(
    'A member must match all rules.',
  )
})

test('how a limit counts and when credits are given is asked once there are such', async () => {
  const { user } = await openRules(['name is Ann'])
  const form = within(screen.getByRole('dialog'))
  const isAside = (name: string) =>
    form.getByLabelText(name).closest('fieldset')?.hasAttribute('data-aside')
  expect([isAside('Limit period'), isAside('Credit period')]).toEqual([true, true])
  await user.type(form.getByLabelText('Spend limit'), '5')
  expect([isAside('Limit period'), isAside('Credit period')]).toEqual([false, true])
  await user.clear(form.getByLabelText('Spend limit'))
  await user.type(form.getByLabelText('Credits per period'), '5')
  expect([isAside('Limit period'), isAside('Credit period')]).toEqual([true, false])
})

test('a rule is a field, an operator that it has, and a value of its kind; what fits another field stays', async () => {
  const { user, platform, save } = await openRules()
  expect(choices('Rule 1: operator')).toHaveLength(6)
  await user.selectOptions(control('Rule 1: field'), 'Name')
  expect(choices('Rule 1: operator')).toEqual(['is', 'contains', 'starts with', 'ends with'])
  await user.selectOptions(control('Rule 1: operator'), 'ends with')
  await user.type(control('Rule 1: value'), 'Lee, Ann')
  await user.selectOptions(control('Rule 1: field'), 'Email')
  expect(control('Rule 1: operator')).toHaveValue('ends with')
  expect(control('Rule 1: value')).toHaveValue('Lee, Ann')

  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  expect(control('Rule 2: field')).toHaveFocus()
  await user.selectOptions(control('Rule 2: field'), 'Active')
  expect(choices('Rule 2: operator')).toEqual(['is'])
  expect(choices('Rule 2: value')).toEqual(['yes', 'no'])
  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  await user.selectOptions(control('Rule 3: field'), 'Joined')
  expect(choices('Rule 3: operator')).toEqual(['before', 'after'])
  expect(control('Rule 3: value')).toHaveAttribute('type', 'date')
  await user.type(control('Rule 3: value'), '2026-01-31')
  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  await save()
  const rules = ['email ends with Lee, Ann', 'active is yes', 'joined before 2026-01-31']
  await waitFor(() => expect(platform.writes()).toMatchObject([{ body: { rules } }]))
})

test('a rule that is taken away leaves the focus with the next, and the last an empty row', async () => {
  const { user } = await openRules(['name is Ann', 'joined after 2026-01-31', 'active is no'])
  const unsaved = () => screen.queryByText('Unsaved:', { exact: false })?.parentElement
  expect(unsaved()).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Remove rule 2' }))
  expect(control('Rule 2: field')).toHaveFocus()
  expect(control('Rule 2: field')).toHaveValue('active')
  expect(control('Rule 2: value')).toHaveValue('no')
  expect(unsaved()).toHaveTextContent('Rules')
  await user.click(screen.getByRole('button', { name: 'Remove rule 2' }))
  expect(control('Rule 1: field')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Remove rule 1' }))
  expect(control('Rule 1: field')).toHaveFocus()
  expect(control('Rule 1: field')).toHaveValue('')
  expect(control('Rule 1: value')).toHaveValue('')
  expect(await screen.findByText('Add at least one rule.')).toBeVisible()
  expect(control('Rule 1: field')).toHaveAccessibleDescription('Add at least one rule.')
})

test('a rule is found fault with once it is left, beneath its row, and the focus goes there', async () => {
  const { user, platform, save } = await openRules(['name is Ann'])
  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  await user.selectOptions(control('Rule 2: field'), 'Joined')
  expect(screen.queryByText(/Enter a date/)).toBeNull()
  await user.click(control('Name'))
  expect(await screen.findByText(/Enter a date/)).toBeVisible()
  await save()
  await waitFor(() => expect(control('Rule 2: value')).toHaveFocus())
  expect(control('Rule 2: value')).toBeInvalid()
  expect(control('Rule 2: value')).toHaveAccessibleDescription(/Enter a date/)
  expect(control('Rule 1: value')).not.toBeInvalid()

  await user.selectOptions(control('Rule 2: field'), 'Name')
  await user.type(control('Rule 2: value'), 'Ann')
  await save()
  await waitFor(() =>
    expect(control('Rule 2: value')).toHaveAccessibleDescription(/the same entry twice/),
  )
  await user.type(control('Rule 2: value'), 'a')
  await user.keyboard('{Enter}')
  const rules = ['name is Ann', 'name is Anna']
  await waitFor(() => expect(platform.writes()).toMatchObject([{ body: { rules } }]))
})

test('a day is asked for whole once it is left, and not while a part of it is typed', async () => {
  const { user } = await openRules(['joined after 2026-01-31'])
  const day = control('Rule 1: value')
  const box = { badInput: true } // As a browser says of a part of a day, whose value is none.
  Object.defineProperty(day, 'validity', { value: box })
  await user.clear(day)
  await user.type(day, '{Backspace}')
  expect(day).not.toBeInvalid()
  expect(screen.queryByText(/^Finish this day|^Enter a date/)).toBeNull()
  await user.click(control('Name'))
  await waitFor(() => expect(day).toHaveAccessibleDescription(/^Enter a complete, valid date/))
  await user.type(day, '1')
  expect(day).not.toBeInvalid()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(day).toHaveAccessibleDescription(/^Enter a complete, valid date/))
  expect(day).toHaveFocus()
  box.badInput = false
  await user.clear(day)
  await user.click(control('Name'))
  await waitFor(() => expect(day).toHaveAccessibleDescription(/^Enter a date/))
})

test('without a script it is said how a day and a yes are written', async () => {
  const { rules } = memberGroups.fields
  const input = { id: 'rules', name: 'rules', value: [], error: undefined, errors: {} }
  const { place, hydrate } = serverRendered(<RuleRows {...input}>{rules.label}</RuleRows>)
  const group = within(place).getByRole('group', { name: 'Rules' })
  expect(group).toHaveAccessibleDescription(
    /Enter dates as YYYY-MM-DD, such as 2026-01-31\. For Active, enter yes or no/,
  )
  expect(await hydrate()).toEqual([])
  expect(group).toHaveAccessibleDescription('A member must match all rules.')
})

const preview = { count: 4, sample: [], joining: 0, leaving: 0 }
const lookAt = () => screen.getByRole('button', { name: 'Preview rules' })
const found = () => screen.queryByText(/^The rules match/)

test('a preview goes when the rules, the store or the priority become others, and stays for all else', async () => {
  const { user, platform } = await openRules(['name is Ann', 'active is yes'])
  platform.replies.set('GET /memberGroupPreview', { status: 200, body: preview })
  const looked = async () => {
    await user.click(lookAt())
    await waitFor(() => expect(found()).toBeVisible())
  }
  await looked()
  await user.type(control('Name'), ' and more')
  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  expect(found()).toBeVisible()
  await user.type(control('Rule 1: value'), 'a')
  expect(found()).toBeNull()
  await looked()
  await user.click(screen.getByRole('button', { name: 'Remove rule 2' }))
  await waitFor(() => expect(found()).toBeNull())
  await looked()
  await user.type(control('Priority'), '0')
  expect(found()).toBeNull()
  await looked()
  await user.type(within(screen.getByRole('dialog')).getByLabelText('Store'), 'x')
  expect(found()).toBeNull()
})

test('a preview that an answer told, as without a script, goes when what it is of is discarded', async () => {
  const { user, platform } = await openRules(['name is Ann'])
  platform.replies.set('GET /memberGroupPreview', { status: 200, body: preview })
  await user.type(control('Rule 1: value'), 'a')
  act(() => (lookAt() as HTMLButtonElement).form?.requestSubmit(lookAt()))
  const asked = () => platform.requests.some(({ path }) => path === '/memberGroupPreview')
  await waitFor(() => expect(asked() && screen.getByRole('button', { name: 'Save' })).toBeEnabled())
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(control('Rule 1: value')).toHaveValue('Ann'))
  expect(found()).toBeNull()
})

test('without a script Discard leads to the page anew', () => {
  const discard = { act: () => undefined, to: '/members/groups?edit=8' }
  const { html } = serverRendered(<FormFooter discard={discard}>Save</FormFooter>)
  const page = new DOMParser().parseFromString(html, 'text/html') // Which runs no script.
  const [...ways] = page.querySelectorAll('a')
  expect(ways.map((way) => [way.textContent, way.getAttribute('href')])).toEqual([
    ['Discard', discard.to],
  ])
})

test('discarded, the form leaves the focus on the button that saves, not on the one that previews', async () => {
  const { user } = await openRules(['name is Ann'])
  await user.type(control('Name'), ' and more')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus())
})

test('a preview leaves it to the row to say what is wrong with it', async () => {
  const { user } = await openRules(['name is Ann'])
  const mend = 'Fix the highlighted rules first.'
  await user.clear(control('Rule 1: value'))
  await user.click(lookAt())
  expect(await screen.findByText(mend)).toBeVisible()
  expect(control('Rule 1: value')).toHaveAccessibleDescription('Enter some text.')
  expect(screen.queryByText(/Enter a rule like/)).toBeNull()
  await user.type(control('Rule 1: value'), 'Ann')
  expect(screen.queryByText(mend)).toBeNull()
})

test('a rule that is wrong in a list of texts is named, and mended in an input of its own', async () => {
  const { rules } = memberGroups.fields
  const of = ['active is yes', 'email like x', 'joined after 2026-02-30']
  const { user, sent } = formOf({ rules }, saved({ rules: [] }))
  const typed = screen.getByLabelText('Rules')
  for (const rule of of) await user.type(typed, `${rule}{Enter}`)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  const second = await screen.findByLabelText('Rule 2')
  await waitFor(() => expect(second).toHaveFocus())
  expect(second).toHaveValue('email like x')
  expect(second).toBeInvalid()
  expect(second).toHaveAccessibleDescription(/Rule 2: Enter a rule like/)
  expect(screen.queryByLabelText('Rule 1')).toBeNull()
  await user.clear(second)
  await user.type(second, 'email contains x{Enter}')
  expect(screen.queryByLabelText('Rule 2')).toBeNull()
  expect(screen.getByText('email contains x')).toBeVisible()

  const third = screen.getByLabelText('Rule 3')
  expect(third).toHaveAccessibleDescription(/Rule 3: Enter a valid date./)
  await user.clear(third)
  await user.tab()
  expect(screen.queryByLabelText('Rule 3')).toBeNull()
  expect(typed).not.toBeInvalid()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.getAll('rules')).toEqual(['active is yes', 'email contains x', ''])
})

describe('what a second operator has to approve is said before it is saved', () => {
  const program = { unit: 'points', creditAmount: 50, creditPeriod: 'month', programApproved: null }
  const openGroup = async (panel: string, values: object) => {
    const platform = memoryPlatform()
    const group = { ...everyone, ...program, ...values }
    const page = { data: [group], page: noPage }
    platform.replies.set('GET /memberGroups', { status: 200, body: page })
    platform.replies.set('GET /memberGroups/8', { status: 200, body: group })
    const koeln = storeRecord({ id: 2, name: 'Rewards Köln', type: 'points' })
    platform.replies.set('GET /stores/2', { status: 200, body: koeln })
    platform.replies.set('GET /stores', { status: 200, body: { data: [koeln], page: noPage } })
    const use = { limit: 100, used: 0 }
    const body = { unit: 'points', store: use, member: null }
    platform.replies.set('GET /creditAllowance', { status: 200, body })
    platform.replies.set('GET /memberGroups/8/duplicatePreview', ({ search }) => ({
      status: 200,
      body: { waiting: 1, notes: [`The copy in ${search?.get('storeIds')} needs approval.`] },
    }))
    const { user } = await renderConsole(`/members/groups?${panel}`, { platform })
    return { user, panel: within(screen.getByRole('dialog')) }
  }
  const needed = 'A second operator must approve this amount before the ledger changes.'

  test('by the form of a group, from what its members would get in a period', async () => {
    const { user, panel } = await openGroup('edit=8', {})
    expect(
      panel.getByText('The 3 members in this group get a total of 150 points per period.'),
    ).toBeVisible()
    expect(panel.getByText(needed)).toBeVisible()
    await user.clear(panel.getByLabelText(/^Credits per period/))
    await user.type(panel.getByLabelText(/^Credits per period/), '33')
    expect(
      panel.getByText('The 3 members in this group get a total of 99 points per period.'),
    ).toBeVisible()
    expect(panel.queryByText(needed)).toBeNull()
  })

  test('by the form of a new group, of which the store is given, without a script too', async () => {
    const { panel } = await openGroup('create&begin[storeId]=2', {})
    const left = /^In this store, you have 100 points left of your 24-hour limit \(100 points\)/
    expect(panel.getByText(left)).toBeVisible()
  })

  test('by the form that duplicates a group, for the stores that are chosen', async () => {
    const { user, panel } = await openGroup('duplicate=8', {
      type: 'rule',
      rules: ['active is yes'],
    })
    expect(panel.getByText(/a second operator must approve them/)).toBeVisible()
    await user.click(panel.getByRole('textbox', { name: /^Stores/ }))
    await user.type(await panel.findByRole('combobox', { name: /^Stores/ }), 'Rewards')
    await user.click(await screen.findByRole('option', { name: /Rewards/ }))
    expect(await panel.findByText('The copy in 2 needs approval.')).toBeVisible()
  })

  test('by no form that duplicates a group without credits', async () => {
    const { panel } = await openGroup('duplicate=8', { creditAmount: null })
    expect(panel.queryByText(/second operator/)).toBeNull()
  })
})
