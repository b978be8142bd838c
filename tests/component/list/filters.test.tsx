import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'
import { createMemoryPlatform, buildSize } from '#tests/support/servers/memoryPlatform.ts'

const createPlatform = () =>
  createMemoryPlatform(
    ['Small', 'Medium', 'Large'].map((name, at) => buildSize(at + 1, name, name)),
  )

async function openSizes(search = '', platform = createPlatform()) {
  const view = await renderConsole(`/sizes${search}`, { platform })
  await screen.findByRole('navigation', { name: 'Pages' })
  return view
}

const findPanel = (name: string) => screen.findByRole('dialog', { name })
const getChips = () =>
  within(screen.getByRole('list', { name: 'Filters' }))
    .getAllByRole('listitem')
    .map((chip) => chip.textContent)

describe('The filter panel', () => {
  test('asks for a field, then a comparison, then values, and shows the filter as a chip', async () => {
    const { user, address } = await openSizes('?sort=-name')
    await user.click(screen.getByRole('link', { name: 'More filters' }))
    const panel = await findPanel('Add filter')
    await user.click(within(panel).getByRole('link', { name: 'Group' }))
    const form = await findPanel('Add filter')
    await user.selectOptions(
      await within(form).findByRole('combobox', { name: 'Comparison' }),
      'is none of',
    )
    await user.click(within(form).getByRole('checkbox', { name: 'Adult' }))
    await user.click(within(form).getByRole('checkbox', { name: 'Youth' }))
    await user.click(within(form).getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(address()).toBe('/sizes?filter[group][not]=adult,youth&sort=-name'))
    await waitFor(() => expect(getChips()).toEqual(['Group is none of Adult, Youth']))
  })

  test('starts with the filter whose chip was pressed, and can remove it', async () => {
    const { user, address } = await openSizes('?filter[position][between]=2,5')
    await waitFor(() => expect(getChips()).toEqual(['Position is between 2 and 5']))
    await user.click(await screen.findByTitle('Position is between 2 and 5'))
    const panel = await findPanel('Edit filter')
    expect(within(panel).getByRole('combobox', { name: 'Comparison' })).toHaveValue('between')
    const to = within(panel).getByRole('textbox', { name: 'To' })
    expect(to).toHaveValue('5')
    await user.clear(to)
    await user.type(to, '9')
    await user.click(within(panel).getByRole('button', { name: 'Apply' }))
    await waitFor(() => expect(address()).toBe('/sizes?filter[position][between]=2,9'))
    await user.click(await screen.findByTitle('Position is between 2 and 9'))
    await user.click(within(await findPanel('Edit filter')).getByRole('link', { name: 'Remove' }))
    await waitFor(() => expect(address()).toBe('/sizes'))
  })

  test('says at the input what is wrong, and keeps what was typed', async () => {
    const { user } = await openSizes('?filters&compare[column]=position')
    const panel = await findPanel('Add filter')
    await user.selectOptions(
      within(panel).getByRole('combobox', { name: 'Comparison' }),
      'is between',
    )
    await user.type(within(panel).getByRole('textbox', { name: 'From' }), '9')
    await user.type(within(panel).getByRole('textbox', { name: 'To' }), '2')
    await user.click(within(panel).getByRole('button', { name: 'Apply' }))
    expect(await screen.findByText('Enter both values, the lower one first.')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'From' })).toHaveValue('9')
    expect(screen.getByRole('combobox', { name: 'Comparison' })).toHaveValue('between')
  })

  test('adds alternatives, which one chip shows', async () => {
    const { user, address } = await openSizes('?filter[name][starts]=S')
    await user.click(await screen.findByTitle('Name starts with S'))
    const edited = await findPanel('Edit filter')
    await user.click(within(edited).getByRole('button', { name: 'Add alternative' }))
    const group = await findPanel('Alternatives')
    expect(within(group).getByRole('link', { name: 'Name starts with S' })).toBeVisible()
    await user.click(within(group).getByRole('link', { name: 'Updated' }))
    const form = await findPanel('Alternatives')
    await user.selectOptions(
      await within(form).findByRole('combobox', { name: 'Comparison' }),
      "isn't in",
    )
    await user.type(within(form).getByRole('textbox', { name: 'Number' }), '30')
    await user.click(within(form).getByRole('button', { name: 'Apply' }))
    await waitFor(() =>
      expect(address()).toBe(
        '/sizes?any[1][name][starts]=S&any[1][updatedAt][notWithin]=last-30-days',
      ),
    )
    await waitFor(() =>
      expect(getChips()).toEqual(['Name starts with S or Updated not in the last 30 days']),
    )
    await user.click(
      screen.getByRole('link', {
        name: 'Remove filter: Name starts with S or Updated not in the last 30 days',
      }),
    )
    await waitFor(() => expect(address()).toBe('/sizes'))
  })

  test('leaves the filters of the menu and the alternatives to each other', async () => {
    const { user, address } = await openSizes('?any[1][name][starts]=S&any[1][code][empty]=0')
    expect(document.querySelectorAll('input[type=hidden][name^="any["]')).toHaveLength(2)
    await user.type(screen.getByRole('searchbox'), 'm{Enter}')
    await waitFor(() =>
      expect(address()).toBe('/sizes?search=m&any[1][name][starts]=S&any[1][code][empty]=0'),
    )
  })
})

describe('Pasted values', () => {
  test('say how many were found and which not, and filter the list by the others', async () => {
    const platform = createPlatform()
    const { user, address } = await openSizes('', platform)
    await user.click(screen.getByRole('link', { name: 'Find pasted values' }))
    const panel = await findPanel('Find pasted sizes')
    await user.selectOptions(within(panel).getByRole('combobox', { name: 'Find by' }), 'ID')
    await user.type(within(panel).getByRole('textbox', { name: 'One per line' }), '1\n3, 77\nx')
    platform.sizes.splice(1, 1)
    await user.click(within(panel).getByRole('button', { name: 'Find' }))
    expect(await within(panel).findByText('2 of 4 found')).toBeVisible()
    const lookups = platform.requests.map(({ search }) => search?.get('filter[id][in]'))
    expect(lookups).toContain('1,3,77')
    expect(
      within(panel)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['77', 'x'])
    await user.click(within(panel).getByRole('link', { name: 'Show 2 sizes' }))
    await waitFor(() => expect(address()).toBe('/sizes?filter[id][in]=1,3'))
    await waitFor(() => expect(getChips()).toEqual(['sizes from a list: 2']))
  })

  test('need at least one line, and at most 1,000', async () => {
    const { user } = await openSizes('?lookup')
    const panel = await findPanel('Find pasted sizes')
    await user.click(within(panel).getByRole('button', { name: 'Find' }))
    expect(await within(panel).findByText('Paste at least one line.')).toBeVisible()
    const lines = within(panel).getByRole('textbox', { name: 'One per line' })
    await user.click(lines)
    await user.paste(Array.from({ length: 1001 }, (_, at) => at + 1).join('\n'))
    await user.click(within(panel).getByRole('button', { name: 'Find' }))
    expect(await within(panel).findByText('Paste at most 1,000 lines at a time.')).toBeVisible()
  })
})
