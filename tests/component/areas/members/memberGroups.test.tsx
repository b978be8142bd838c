import { act, waitFor, screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memberGroups } from '#shared/areas/members/memberGroups.ts'
import { RuleRows } from '#client/areas/members/RuleRows.tsx'
import { FormFooter } from '#client/form/FormFooter.tsx'
import { renderForm, buildRecord } from '#tests/support/browser/renderForm.tsx'
import { createMemoryPlatform, stamp } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { renderOnServer } from '#tests/support/browser/hydrate.tsx'
import { emptyPage, buildStore } from '#tests/support/servers/storePlatform.ts'

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

type MoveBody = { emails: string[]; memberIds: number[]; action: string }

/** Opens the members panel of a group with Ana, Bo, and Cem, and simulates moves by email or ID. */
async function openMembers() {
  const platform = createMemoryPlatform()
  const all = ['Ana', 'Bo', 'Cem'].map((name, at) => ({
    id: at + 1,
    name,
    email: `${name.toLowerCase()}@example.com`,
  }))
  let groupMembers = all
  platform.replies.set('GET /memberGroups', {
    status: 200,
    body: { data: [everyone], page: emptyPage },
  })
  platform.replies.set('GET /memberGroups/8', { status: 200, body: everyone })
  platform.replies.set('GET /memberGroups/8/preview', () => ({
    status: 200,
    body: { count: groupMembers.length, sample: groupMembers, joining: 0, leaving: 0 },
  }))
  platform.replies.set('POST /memberGroups/8/members', ({ body, search }) => {
    const { emails, memberIds, action } = body as MoveBody
    const before = groupMembers.length
    const isNamed = (one: { email: string; id: number }) =>
      emails.includes(one.email) || memberIds.includes(one.id)
    const joining = all.filter((one) => isNamed(one) && !groupMembers.includes(one))
    if (action === 'add' && joining.length > 0 && search?.get('reach') !== emails.join()) {
      const worse = [{ what: 'From Day', count: joining.length, examples: ['Bo'] }]
      const reach = { token: emails.join(), reaches: joining.length, own: 0, worse }
      return { status: 409, body: { status: 409, title: 'No', code: 'unconfirmed', reach } }
    }
    groupMembers = all.filter((one) =>
      isNamed(one) ? action === 'add' : groupMembers.includes(one),
    )
    const unknown = emails.filter((email) => !all.some((one) => one.email === email))
    const moved = Math.abs(groupMembers.length - before)
    const already = action === 'add' ? all.filter(isNamed).length - moved : 0
    return { status: 200, body: { moved, already, held: 0, unknown, move: moved > 0 ? 5 : null } }
  })
  return renderConsole('/members/groups?members=8', { platform })
}
const getGroupMembers = () =>
  within(screen.getByRole('list', { name: 'Members' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)
const getEmailsInput = () => screen.getByRole('textbox', { name: /Or enter email addresses/ })

test('removing members by email counts them and lists who remains', async () => {
  const { user } = await openMembers()
  expect(screen.getByText('3 members are in this group.')).toBeVisible()
  await user.type(getEmailsInput(), 'ana@example.com, bo@example.com, no@example.com')
  await user.click(screen.getByRole('button', { name: 'Remove these members' }))
  expect(
    await screen.findByText(
      "Removed 2 members. Not found among this store's members: no@example.com",
    ),
  ).toBeVisible()
  expect(await screen.findByText('1 member is in this group.')).toBeVisible()
  expect(getGroupMembers()).toEqual(['Cemcem@example.com'])
})

test('the button beside a name removes only that member and keeps the panel open', async () => {
  const { user, platform } = await openMembers()
  await user.type(getEmailsInput(), 'cem@example.com')
  await user.click(screen.getByRole('button', { name: 'Remove Bo' }))
  expect(await screen.findByText('2 members are in this group.')).toBeVisible()
  expect(getGroupMembers()).toEqual(['Anaana@example.com', 'Cemcem@example.com'])
  expect(platform.writes()).toMatchObject([
    { body: { emails: [], memberIds: [2], action: 'remove' } },
  ])
})

test('Enter in a field adds members and never removes them', async () => {
  const { user, platform } = await openMembers()
  await user.type(getEmailsInput(), 'ana@example.com')
  await user.type(screen.getByLabelText('Find members'), '{Enter}')
  await waitFor(() => expect(platform.writes()).toMatchObject([{ body: { action: 'add' } }]))
})

test('removing members shows a message whose Undo reverts the move', async () => {
  const { user, platform } = await openMembers()
  await user.type(getEmailsInput(), 'cem@example.com')
  await user.click(screen.getByRole('button', { name: 'Remove these members' }))
  const prefix = 'Removed 1 member from '
  expect(await screen.findByText(prefix, { exact: false, trim: false })).toHaveTextContent(
    `${prefix}Everyone`,
  )
  const undoMessage = 'Moved 1 member back into Everyone. 2 members changed since, and stay.'
  const body = { moved: 1, stays: 2, told: undoMessage }
  platform.replies.set('POST /memberGroups/8/undo/5', { status: 200, body })
  await user.click(screen.getByRole('button', { name: /^Undo/ }))
  await waitFor(() => expect(screen.getByText(/back into/)).toHaveTextContent(undoMessage))
})

test('moves from other groups are listed for confirmation, and again after the emails change', async () => {
  const { user, platform } = await openMembers()
  const pressButton = (name: string) => user.click(screen.getByRole('button', { name }))
  await pressButton('Remove Bo')
  await pressButton('Remove Cem')
  await screen.findByText('1 member is in this group.')
  await user.type(getEmailsInput(), 'bo@example.com')
  await pressButton('Add members')
  const question = await screen.findByRole('alert')
  expect(question).toHaveTextContent('This moves 1 member. A member can be in only one group.')
  expect(question).toHaveTextContent('From Day: 1 member (Bo)')
  expect(getGroupMembers()).toEqual(['Anaana@example.com'])
  await user.type(getEmailsInput(), ', cem@example.com')
  expect(screen.queryByRole('alert')).toBeNull()
  await pressButton('Add members')
  await screen.findByText(/^This moves 2 members/)
  await pressButton('Move 2 members')
  const message = await screen.findByText('Moved 2 members to', { exact: false })
  expect(message).toHaveTextContent('Moved 2 members to Everyone')
  expect(platform.writes().at(-1)).toMatchObject({
    body: { emails: ['bo@example.com', 'cem@example.com'], action: 'add' },
  })
})

test('a move that changes nothing explains why', async () => {
  const { user } = await openMembers()
  await user.type(getEmailsInput(), 'cem@example.com, no@example.com')
  await user.click(screen.getByRole('button', { name: 'Add members' }))
  const explanation =
    "No members were moved. Already in this group: 1. Not found among this store's members: no@example.com"
  expect(await screen.findByText(explanation)).toBeVisible()
})

test("the panel names the group's store and links to all of its members", async () => {
  await openMembers()
  expect(screen.getByRole('dialog', { name: /^Members of Everyone \(Rewards Köln/ })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show all 3 members' })).toHaveAttribute(
    'href',
    '/stores/2?tab=members&filter[groupId][eq]=8',
  )
})

/** Column headings have the same names. */
const getControl = (name: string) =>
  screen.getByLabelText(name, { selector: 'input, select, textarea' })
const getOptionTexts = (name: string) =>
  within(getControl(name))
    .getAllByRole('option')
    .map(({ textContent }) => textContent)

/** Opens the edit form of a rule-based group. */
async function openRules(rules: string[] = []) {
  const platform = createMemoryPlatform()
  const group = { ...everyone, type: 'rule', rules }
  const list = { status: 200, body: { data: [group], page: emptyPage } }
  platform.replies.set('GET /memberGroups', list)
  platform.replies.set('GET /memberGroups/8', { status: 200, body: group })
  platform.replies.set('PATCH /memberGroups/8', { status: 200, body: { ...group, version: 2 } })
  const console = await renderConsole('/members/groups?edit=8', { platform })
  const save = () => console.user.click(screen.getByRole('button', { name: 'Save' }))
  return { ...console, platform, save }
}

test('matching rules show only for rule-based groups', async () => {
  const platform = createMemoryPlatform()
  platform.replies.set('GET /memberGroups', { status: 200, body: { data: [], page: emptyPage } })
  const { user } = await renderConsole('/members/groups?create', { platform })
  const getSection = () => screen.getByText('Matching rules').closest('fieldset')
  expect(getSection()).toHaveAttribute('data-aside')
  const form = within(screen.getByRole('dialog'))
  await user.selectOptions(form.getByRole('combobox', { name: 'Type' }), 'Rule-based')
  expect(getSection()).not.toHaveAttribute('data-aside')
  expect(screen.getByRole('group', { name: 'Rules' })).toHaveAccessibleDescription(
    'A member must match all rules.',
  )
})

test('the limit and credit periods show only once there is a limit or an amount', async () => {
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

test('a rule offers operators and values of its field, and keeps what fits another field', async () => {
  const { user, platform, save } = await openRules()
  expect(getOptionTexts('Rule 1: operator')).toHaveLength(6)
  await user.selectOptions(getControl('Rule 1: field'), 'Name')
  expect(getOptionTexts('Rule 1: operator')).toEqual(['is', 'contains', 'starts with', 'ends with'])
  await user.selectOptions(getControl('Rule 1: operator'), 'ends with')
  await user.type(getControl('Rule 1: value'), 'Lee, Ann')
  await user.selectOptions(getControl('Rule 1: field'), 'Email')
  expect(getControl('Rule 1: operator')).toHaveValue('ends with')
  expect(getControl('Rule 1: value')).toHaveValue('Lee, Ann')

  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  expect(getControl('Rule 2: field')).toHaveFocus()
  await user.selectOptions(getControl('Rule 2: field'), 'Active')
  expect(getOptionTexts('Rule 2: operator')).toEqual(['is'])
  expect(getOptionTexts('Rule 2: value')).toEqual(['yes', 'no'])
  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  await user.selectOptions(getControl('Rule 3: field'), 'Joined')
  expect(getOptionTexts('Rule 3: operator')).toEqual(['before', 'after'])
  expect(getControl('Rule 3: value')).toHaveAttribute('type', 'date')
  await user.type(getControl('Rule 3: value'), '2026-01-31')
  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  await save()
  const rules = ['email ends with Lee, Ann', 'active is yes', 'joined before 2026-01-31']
  await waitFor(() => expect(platform.writes()).toMatchObject([{ body: { rules } }]))
})

test('removing a rule moves the focus to the next, and removing the last leaves an empty row', async () => {
  const { user } = await openRules(['name is Ann', 'joined after 2026-01-31', 'active is no'])
  const getUnsavedNote = () => screen.queryByText('Unsaved:', { exact: false })?.parentElement
  expect(getUnsavedNote()).toBeUndefined()
  await user.click(screen.getByRole('button', { name: 'Remove rule 2' }))
  expect(getControl('Rule 2: field')).toHaveFocus()
  expect(getControl('Rule 2: field')).toHaveValue('active')
  expect(getControl('Rule 2: value')).toHaveValue('no')
  expect(getUnsavedNote()).toHaveTextContent('Rules')
  await user.click(screen.getByRole('button', { name: 'Remove rule 2' }))
  expect(getControl('Rule 1: field')).toHaveFocus()
  await user.click(screen.getByRole('button', { name: 'Remove rule 1' }))
  expect(getControl('Rule 1: field')).toHaveFocus()
  expect(getControl('Rule 1: field')).toHaveValue('')
  expect(getControl('Rule 1: value')).toHaveValue('')
  expect(await screen.findByText('Add at least one rule.')).toBeVisible()
  expect(getControl('Rule 1: field')).toHaveAccessibleDescription('Add at least one rule.')
})

test('a rule is validated on blur, and saving moves the focus to the invalid input', async () => {
  const { user, platform, save } = await openRules(['name is Ann'])
  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  await user.selectOptions(getControl('Rule 2: field'), 'Joined')
  expect(screen.queryByText(/Enter a date/)).toBeNull()
  await user.click(getControl('Name'))
  expect(await screen.findByText(/Enter a date/)).toBeVisible()
  await save()
  await waitFor(() => expect(getControl('Rule 2: value')).toHaveFocus())
  expect(getControl('Rule 2: value')).toBeInvalid()
  expect(getControl('Rule 2: value')).toHaveAccessibleDescription(/Enter a date/)
  expect(getControl('Rule 1: value')).not.toBeInvalid()

  await user.selectOptions(getControl('Rule 2: field'), 'Name')
  await user.type(getControl('Rule 2: value'), 'Ann')
  await save()
  await waitFor(() =>
    expect(getControl('Rule 2: value')).toHaveAccessibleDescription(/the same entry twice/),
  )
  await user.type(getControl('Rule 2: value'), 'a')
  await user.keyboard('{Enter}')
  const rules = ['name is Ann', 'name is Anna']
  await waitFor(() => expect(platform.writes()).toMatchObject([{ body: { rules } }]))
})

test('a date is validated on blur, not while it is partly typed', async () => {
  const { user } = await openRules(['joined after 2026-01-31'])
  const day = getControl('Rule 1: value')
  const box = { badInput: true } // Browsers report a partly typed date like this, with an empty value.
  Object.defineProperty(day, 'validity', { value: box })
  await user.clear(day)
  await user.type(day, '{Backspace}')
  expect(day).not.toBeInvalid()
  expect(screen.queryByText(/^Finish this day|^Enter a date/)).toBeNull()
  await user.click(getControl('Name'))
  await waitFor(() => expect(day).toHaveAccessibleDescription(/^Enter a complete, valid date/))
  await user.type(day, '1')
  expect(day).not.toBeInvalid()
  await user.keyboard('{Enter}')
  await waitFor(() => expect(day).toHaveAccessibleDescription(/^Enter a complete, valid date/))
  expect(day).toHaveFocus()
  box.badInput = false
  await user.clear(day)
  await user.click(getControl('Name'))
  await waitFor(() => expect(day).toHaveAccessibleDescription(/^Enter a date/))
})

test('without JavaScript, the form explains how to enter dates and yes or no', async () => {
  const { rules } = memberGroups.fields
  const input = { id: 'rules', name: 'rules', value: [], error: undefined, errors: {} }
  const { place, hydrate } = renderOnServer(<RuleRows {...input}>{rules.label}</RuleRows>)
  const group = within(place).getByRole('group', { name: 'Rules' })
  expect(group).toHaveAccessibleDescription(
    /Enter dates as YYYY-MM-DD, such as 2026-01-31\. For Active, enter yes or no/,
  )
  expect(await hydrate()).toEqual([])
  expect(group).toHaveAccessibleDescription('A member must match all rules.')
})

const preview = { count: 4, sample: [], joining: 0, leaving: 0 }
const getPreviewButton = () => screen.getByRole('button', { name: 'Preview rules' })
const getPreviewText = () => screen.queryByText(/^The rules match/)

test('a preview is cleared when the rules, store, or priority change, and stays otherwise', async () => {
  const { user, platform } = await openRules(['name is Ann', 'active is yes'])
  platform.replies.set('GET /memberGroupPreview', { status: 200, body: preview })
  const showPreview = async () => {
    await user.click(getPreviewButton())
    await waitFor(() => expect(getPreviewText()).toBeVisible())
  }
  await showPreview()
  await user.type(getControl('Name'), ' and more')
  await user.click(screen.getByRole('button', { name: 'Add rule' }))
  expect(getPreviewText()).toBeVisible()
  await user.type(getControl('Rule 1: value'), 'a')
  expect(getPreviewText()).toBeNull()
  await showPreview()
  await user.click(screen.getByRole('button', { name: 'Remove rule 2' }))
  await waitFor(() => expect(getPreviewText()).toBeNull())
  await showPreview()
  await user.type(getControl('Priority'), '0')
  expect(getPreviewText()).toBeNull()
  await showPreview()
  await user.type(within(screen.getByRole('dialog')).getByLabelText('Store'), 'x')
  expect(getPreviewText()).toBeNull()
})

test('a preview from a submitted form is cleared when its changes are discarded', async () => {
  const { user, platform } = await openRules(['name is Ann'])
  platform.replies.set('GET /memberGroupPreview', { status: 200, body: preview })
  await user.type(getControl('Rule 1: value'), 'a')
  act(() => (getPreviewButton() as HTMLButtonElement).form?.requestSubmit(getPreviewButton()))
  const isPreviewRequested = () =>
    platform.requests.some(({ path }) => path === '/memberGroupPreview')
  await waitFor(() =>
    expect(isPreviewRequested() && screen.getByRole('button', { name: 'Save' })).toBeEnabled(),
  )
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(getControl('Rule 1: value')).toHaveValue('Ann'))
  expect(getPreviewText()).toBeNull()
})

test('without JavaScript, Discard is a link to the page', () => {
  const discard = { act: () => undefined, to: '/members/groups?edit=8' }
  const { html } = renderOnServer(<FormFooter discard={discard}>Save</FormFooter>)
  const page = new DOMParser().parseFromString(html, 'text/html') // DOMParser runs no scripts.
  const [...links] = page.querySelectorAll('a')
  expect(links.map((way) => [way.textContent, way.getAttribute('href')])).toEqual([
    ['Discard', discard.to],
  ])
})

test('discarding moves the focus to Save, not to Preview rules', async () => {
  const { user } = await openRules(['name is Ann'])
  await user.type(getControl('Name'), ' and more')
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus())
})

test("a preview of invalid rules refers to the row's own error", async () => {
  const { user } = await openRules(['name is Ann'])
  const fixFirst = 'Fix the highlighted rules first.'
  await user.clear(getControl('Rule 1: value'))
  await user.click(getPreviewButton())
  expect(await screen.findByText(fixFirst)).toBeVisible()
  expect(getControl('Rule 1: value')).toHaveAccessibleDescription('Enter some text.')
  expect(screen.queryByText(/Enter a rule like/)).toBeNull()
  await user.type(getControl('Rule 1: value'), 'Ann')
  expect(screen.queryByText(fixFirst)).toBeNull()
})

test('an invalid rule in a list of texts is named and fixed in its own input', async () => {
  const { rules } = memberGroups.fields
  const invalidRules = ['active is yes', 'email like x', 'joined after 2026-02-30']
  const { user, sent } = renderForm({ rules }, buildRecord({ rules: [] }))
  const rulesInput = screen.getByLabelText('Rules')
  for (const rule of invalidRules) await user.type(rulesInput, `${rule}{Enter}`)
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
  expect(rulesInput).not.toBeInvalid()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.getAll('rules')).toEqual(['active is yes', 'email contains x', ''])
})

describe('Approval notes of member groups', () => {
  const program = { unit: 'points', creditAmount: 50, creditPeriod: 'month', programApproved: null }
  const openGroup = async (panel: string, values: object) => {
    const platform = createMemoryPlatform()
    const group = { ...everyone, ...program, ...values }
    const page = { data: [group], page: emptyPage }
    platform.replies.set('GET /memberGroups', { status: 200, body: page })
    platform.replies.set('GET /memberGroups/8', { status: 200, body: group })
    const koeln = buildStore({ id: 2, name: 'Rewards Köln', type: 'points' })
    platform.replies.set('GET /stores/2', { status: 200, body: koeln })
    platform.replies.set('GET /stores', { status: 200, body: { data: [koeln], page: emptyPage } })
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
  const approvalNote = 'A second operator must approve this amount before the ledger changes.'

  test('the edit form says when the credits per period need approval', async () => {
    const { user, panel } = await openGroup('edit=8', {})
    expect(
      panel.getByText('The 3 members in this group get a total of 150 points per period.'),
    ).toBeVisible()
    expect(panel.getByText(approvalNote)).toBeVisible()
    await user.clear(panel.getByLabelText(/^Credits per period/))
    await user.type(panel.getByLabelText(/^Credits per period/), '33')
    expect(
      panel.getByText('The 3 members in this group get a total of 99 points per period.'),
    ).toBeVisible()
    expect(panel.queryByText(approvalNote)).toBeNull()
  })

  test('the form of a new group with a prefilled store shows the limit on the first render', async () => {
    const { panel } = await openGroup('create&begin[storeId]=2', {})
    const remainingNote = /^You can enter another 100 points in this store without approval/
    expect(panel.getByText(remainingNote)).toBeVisible()
  })

  test('the duplicate form shows the approval note for the selected stores', async () => {
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

  test('the duplicate form of a group without credits mentions no approval', async () => {
    const { panel } = await openGroup('duplicate=8', { creditAmount: null })
    expect(panel.queryByText(/second operator/)).toBeNull()
  })
})
