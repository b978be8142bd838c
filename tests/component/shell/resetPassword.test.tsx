import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { memoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const dialog = () => screen.getByRole('dialog', { name: 'Reset Password' })
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
const field = (label: string) => within(dialog()).getByLabelText(label)
const current = () => field('Enter Current password')
const password = () => field('Enter password')
const confirm = () => field('Enter Confirm password')
const button = (name: string) => within(dialog()).getByRole('button', { name })
const notifications = () => screen.getByRole('region', { name: 'Notifications' })

async function openModal(platform = memoryPlatform(), address = '/stickers') {
  if (!platform.replies.has('PUT /users/changePassword'))
    platform.replies.set('PUT /users/changePassword', { status: 200, body: {} })
  const shown = await renderConsole(address, { platform })
  const open = async () => {
    await shown.user.click(screen.getByLabelText(/User menu$/))
    await shown.user.click(screen.getByRole('link', { name: 'Change Password' }))
    await screen.findByRole('dialog', { name: 'Reset Password' })
  }
  await open()
  return { ...shown, open }
}

async function fill(user: Awaited<ReturnType<typeof openModal>>['user'], values: string[]) {
  for (const [at, input] of [current(), password(), confirm()].entries())
    await user.type(input, values[at] ?? '')
}

describe('spec.md section 2: the Reset Password modal', () => {
  test('has these fields and buttons, to the letter', async () => {
    await openModal()
    expect(within(dialog()).getAllByLabelText(/./, { selector: 'input' })).toEqual([
      current(),
      password(),
      confirm(),
    ])
    expect(
      within(dialog())
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Generate Password', 'Close', 'Change Password'])
    for (const input of [current(), password(), confirm()])
      expect(input).toHaveAttribute('type', 'password')
  })

  test('closes on Close, and what was typed is gone when it opens again', async () => {
    const { user, open, platform } = await openModal()
    await fill(user, ['old', 'new', 'new'])
    await user.click(button('Close'))
    await closed()
    expect(platform.writes()).toEqual([])
    await open()
    for (const input of [current(), password(), confirm()]) expect(input).toHaveValue('')
  })

  test('closes on Escape', async () => {
    const { user, platform } = await openModal()
    await user.keyboard('{Escape}')
    await closed()
    expect(platform.writes()).toEqual([])
  })

  test('closes on submit, before the answer has come', async () => {
    const platform = memoryPlatform()
    const { promise, resolve } = Promise.withResolvers<{ status: number }>()
    platform.replies.set('PUT /users/changePassword', () => promise)
    const { user } = await openModal(platform)
    await fill(user, ['old one', 'new one', 'new one'])
    await user.click(button('Change Password'))
    await closed()
    expect(notifications()).toBeEmptyDOMElement()
    resolve({ status: 200 })
    await waitFor(() => expect(notifications()).toHaveTextContent('Your password was changed.'))
  })

  test('sends the values typed, with the id of the operator', async () => {
    const { user, platform } = await openModal()
    await fill(user, [' old one ', 'new one', 'new one'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(notifications()).toHaveTextContent('Your password was changed.'))
    expect(platform.writes()).toEqual([
      expect.objectContaining({
        method: 'PUT',
        path: '/users/changePassword',
        body: {
          id: 7,
          currentPassword: ' old one ',
          new_password: 'new one',
          confirmPassword: 'new one',
        },
        idempotencyKey: expect.stringMatching(/^[0-9a-f]{32}$/),
      }),
    ])
  })

  test('opened again while a change is on its way, it waits for that one', async () => {
    const platform = memoryPlatform()
    const { promise, resolve } = Promise.withResolvers<{ status: number }>()
    platform.replies.set('PUT /users/changePassword', () => promise)
    const { user, open } = await openModal(platform)
    await fill(user, ['old', 'new', 'new'])
    await user.click(button('Change Password'))
    await open()
    expect(button('Processing')).toBeDisabled()
    resolve({ status: 200 })
    await waitFor(() => expect(button('Change Password')).toBeEnabled())
  })
})

describe('the address opens the modal', () => {
  test('on a page that begins with it, and Close, Escape and submit leave the address', async () => {
    const platform = memoryPlatform()
    platform.replies.set('PUT /users/changePassword', { status: 200, body: {} })
    const { user, router } = await renderConsole('/stickers?sort=name&password', { platform })
    const search = () => router.state.location.search
    await user.click(button('Close'))
    await closed()
    await waitFor(() => expect(search()).toBe('?sort=name'))
    for (const close of [
      () => user.keyboard('{Escape}'),
      async () => {
        await fill(user, ['old', 'new', 'new'])
        await user.keyboard('{Enter}')
      },
    ]) {
      await router.navigate('/stickers?sort=name&password')
      await screen.findByRole('dialog')
      await close()
      await closed()
      await waitFor(() => expect(search()).toBe('?sort=name'))
    }
  })

  test('Back closes it', async () => {
    const { router } = await openModal(memoryPlatform(), '/stickers?sort=name')
    expect(router.state.location.search).toBe('?sort=name&password')
    await router.navigate(-1)
    await waitFor(closed)
  })

  test('asks the platform for nothing anew, and leaves unsaved work alone', async () => {
    const { user, platform } = await renderConsole('/sizes?create')
    const name = () => screen.getByLabelText('Name', { selector: '[id=field-name]' })
    await user.type(name(), 'Half typed')
    const calls = platform.requests.length
    await user.click(screen.getByLabelText(/User menu$/))
    await user.click(screen.getByRole('link', { name: 'Change Password' }))
    await user.click(
      within(await screen.findByRole('dialog', { name: 'Reset Password' })).getByRole('button', {
        name: 'Close',
      }),
    )
    await waitFor(() =>
      expect(screen.queryByRole('dialog', { name: 'Reset Password' })).not.toBeInTheDocument(),
    )
    expect(platform.requests.length).toBe(calls)
    expect(name()).toHaveValue('Half typed')
  })
})

describe('the outcome arrives as a notification', () => {
  test.each([
    [
      'the sentence of the field that the platform refused',
      {
        status: 422,
        body: {
          status: 422,
          title: 'No',
          code: 'wrong_password',
          fields: { currentPassword: "The current password isn't correct." },
        },
      },
      "The current password isn't correct.",
    ],
    ['what is so, where nothing answers', { status: 502 }, "The platform isn't responding."],
    [
      'what is so, where a platform does not know the call',
      { status: 404 },
      "This platform doesn't support changing passwords.",
    ],
  ])('a failure says that nothing was changed, and %s', async (_, reply, sentence) => {
    const platform = memoryPlatform()
    platform.replies.set('PUT /users/changePassword', reply)
    const { user } = await openModal(platform)
    await fill(user, ['wrong', 'new', 'new'])
    await user.click(button('Change Password'))
    await waitFor(closed)
    await waitFor(() => expect(notifications()).toHaveTextContent("Your password wasn't changed."))
    expect(notifications()).toHaveTextContent(sentence)
  })
})

describe('spec.md section 5: the fields are checked', () => {
  test('on blur and on change, not on input', async () => {
    const { user } = await openModal()
    await user.click(password())
    await user.tab()
    expect(password()).toHaveAccessibleDescription('Password is a required field')
    expect(confirm()).toBeValid()
    await user.type(password(), 'new one')
    expect(password()).toHaveAccessibleDescription('Password is a required field')
    fireEvent.change(password())
    await user.tab()
    expect(password()).toBeValid()
  })

  test('a confirmation that differs is refused, and cleared from either side', async () => {
    const { user } = await openModal()
    await fill(user, ['old', 'new one', 'new two'])
    await user.tab()
    const mismatch = "The passwords don't match."
    expect(confirm()).toHaveAccessibleDescription(mismatch)
    await user.clear(password())
    await user.type(password(), 'new two')
    await user.tab()
    expect(confirm()).toBeValid()
  })

  test('a submit with errors is refused: it stays open, says all of them, focuses the first', async () => {
    const { user, platform } = await openModal()
    await user.click(button('Change Password'))
    expect(current()).toHaveAccessibleDescription('Current password is a required field')
    expect(password()).toHaveAccessibleDescription('Password is a required field')
    expect(confirm()).toHaveAccessibleDescription('Confirm password is a required field')
    await waitFor(() => expect(current()).toHaveFocus())
    expect(platform.writes()).toEqual([])
  })
})

test('spec.md section 5: Generate Password fills both fields with one password, and shows it', async () => {
  const { user, platform } = await openModal()
  await user.type(current(), 'old one')
  await user.click(button('Generate Password'))
  expect(password()).toHaveAttribute('type', 'text')
  expect(confirm()).toHaveAttribute('type', 'text')
  expect(current()).toHaveAttribute('type', 'password')
  expect(current()).toHaveValue('old one')
  const generated = within(dialog()).getByLabelText<HTMLInputElement>('Enter password').value
  expect(generated).toMatch(/^[A-Za-z0-9=+\-^?!%&*$#@|]{15}$/)
  expect(confirm()).toHaveValue(generated)
  await user.click(button('Change Password'))
  await closed()
  expect(platform.writes()[0]?.body).toMatchObject({
    currentPassword: 'old one',
    new_password: generated,
    confirmPassword: generated,
  })
})
