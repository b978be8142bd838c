import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { Menu, MenuButton, MenuLink, MenuList } from '#client/ui/dialogs/Menu.tsx'
import { TextInput } from '#client/ui/inputs/TextInput.tsx'
import { serverRendered } from '#tests/support/browser/hydrate.tsx'

const acted = vi.fn<() => void>()
const menu = (
  <Menu label="More actions for Acme" face="..." look="icon">
    <MenuList>
      <MenuLink to="/stores/1">Open</MenuLink>
      <MenuButton disabled>Not now</MenuButton>
      <MenuButton onClick={acted}>Suspend</MenuButton>
    </MenuList>
  </Menu>
)
const button = () => screen.getByLabelText('More actions for Acme')
const entry = (name: string) => screen.getByText(name)

const renderMenu = () =>
  render(
    <MemoryRouter>
      {menu}
      <button>Elsewhere</button>
    </MemoryRouter>,
  )

test('opens and closes by its button, also before and without its script', async () => {
  serverRendered(menu)
  expect(entry('Open')).not.toBeVisible()
  await userEvent.click(button())
  expect(entry('Open')).toBeVisible()
  await userEvent.click(button())
  expect(entry('Open')).not.toBeVisible()
})

test('choosing acts, closes it and gives the focus back', async () => {
  renderMenu()
  await userEvent.click(button())
  await userEvent.click(entry('Suspend'))
  expect(acted).toHaveBeenCalledTimes(1)
  expect(entry('Suspend')).not.toBeVisible()
  expect(button()).toHaveFocus()
})

test('Escape closes it, gives the focus back and goes no further; closed, it is not for the menu', async () => {
  const prevented: boolean[] = []
  const listen = (event: KeyboardEvent) => prevented.push(event.defaultPrevented)
  renderMenu()
  await userEvent.click(button())
  await userEvent.tab()
  document.addEventListener('keydown', listen)
  await userEvent.keyboard('{Escape}')
  expect(entry('Open')).not.toBeVisible()
  expect(button()).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  document.removeEventListener('keydown', listen)
  expect(prevented).toEqual([true, false])
})

test('closes when the operator turns elsewhere, by pointer or by key', async () => {
  renderMenu()
  await userEvent.click(button())
  await userEvent.click(screen.getByText('Elsewhere'))
  expect(entry('Open')).not.toBeVisible()
  await userEvent.click(button())
  await userEvent.tab()
  await userEvent.tab()
  expect(entry('Open')).toBeVisible()
  await userEvent.tab()
  expect(screen.getByText('Elsewhere')).toHaveFocus()
  expect(entry('Open')).not.toBeVisible()
})

test('the arrows go from entry to entry and around, past what is disabled', async () => {
  renderMenu()
  await userEvent.click(button())
  const visited: (string | null | undefined)[] = []
  for (const key of ['{ArrowDown}', '{ArrowDown}', '{ArrowDown}', '{ArrowUp}']) {
    await userEvent.keyboard(key)
    visited.push(document.activeElement?.textContent)
  }
  expect(visited).toEqual(['Open', 'Suspend', 'Open', 'Suspend'])
})

test('a field in it keeps its keys, and typing in it closes nothing', async () => {
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
