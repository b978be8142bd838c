import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { Menu, MenuEntryButton, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { renderOnServer } from '#tests/support/browser/hydrate.tsx'

const onClick = vi.fn<() => void>()
const menu = (
  <Menu label="More actions for Acme" face="..." look="icon">
    <MenuList>
      <MenuLink to="/stores/1">Open</MenuLink>
      <MenuEntryButton disabled>Not now</MenuEntryButton>
      <MenuEntryButton onClick={onClick}>Suspend</MenuEntryButton>
    </MenuList>
  </Menu>
)
const getButton = () => screen.getByLabelText('More actions for Acme')
const getEntry = (name: string) => screen.getByText(name)

const renderMenu = () =>
  render(
    <MemoryRouter>
      {menu}
      <button>Elsewhere</button>
    </MemoryRouter>,
  )

test('opens and closes by its button, even before hydration', async () => {
  renderOnServer(menu)
  expect(getEntry('Open')).not.toBeVisible()
  await userEvent.click(getButton())
  expect(getEntry('Open')).toBeVisible()
  await userEvent.click(getButton())
  expect(getEntry('Open')).not.toBeVisible()
})

test('choosing an entry acts, closes the menu, and returns the focus', async () => {
  renderMenu()
  await userEvent.click(getButton())
  await userEvent.click(getEntry('Suspend'))
  expect(onClick).toHaveBeenCalledTimes(1)
  expect(getEntry('Suspend')).not.toBeVisible()
  expect(getButton()).toHaveFocus()
})

test('Escape closes the menu, returns the focus, and passes on once the menu is closed', async () => {
  const prevented: boolean[] = []
  const listen = (event: KeyboardEvent) => prevented.push(event.defaultPrevented)
  renderMenu()
  await userEvent.click(getButton())
  await userEvent.tab()
  document.addEventListener('keydown', listen)
  await userEvent.keyboard('{Escape}')
  expect(getEntry('Open')).not.toBeVisible()
  expect(getButton()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  document.removeEventListener('keydown', listen)
  expect(prevented).toEqual([true, false])
})

test('clicking or tabbing elsewhere closes the menu', async () => {
  renderMenu()
  await userEvent.click(getButton())
  await userEvent.click(screen.getByText('Elsewhere'))
  expect(getEntry('Open')).not.toBeVisible()
  await userEvent.click(getButton())
  await userEvent.tab()
  await userEvent.tab()
  expect(getEntry('Open')).toBeVisible()
  await userEvent.tab()
  expect(screen.getByText('Elsewhere')).toHaveFocus()
  expect(getEntry('Open')).not.toBeVisible()
})

test('arrow keys cycle through the enabled entries', async () => {
  renderMenu()
  await userEvent.click(getButton())
  const visited: (string | null | undefined)[] = []
  for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowDown}', '{ArrowUp}']) {
    await userEvent.keyboard(key)
    visited.push(document.activeElement?.textContent)
  }
  expect(visited).toEqual(['Open', 'Suspend', 'Open', 'Suspend'])
})

test('a field in the menu keeps its keys, and typing closes nothing', async () => {
  render(
    <MemoryRouter>
      <Menu label="Filters">
        <TextInput id="name" name="name" label="Name" />
        <MenuList>
          <MenuLink to="/">Clear</MenuLink>
        </MenuList>
      </Menu>
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByText('Filters'))
  const field = screen.getByRole('textbox', { name: 'Name' })
  await userEvent.type(field, 'a{ArrowDown}b')
  expect(field).toHaveFocus()
  expect(field).toHaveValue('ab')
  expect(field).toBeVisible()
})
