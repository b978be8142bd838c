import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { createMemoryPlatform } from '#tests/support/servers/memoryPlatform.ts'
import { renderConsole } from '#tests/support/browser/renderConsole.tsx'

const getDialog = () => screen.getByRole('dialog', { name: 'Reset Password' })
const waitForClose = () =>
  waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
const getField = (label: string) => within(getDialog()).getByLabelText(label)
const getCurrentInput = () => getField('Enter Current password')
const getPasswordInput = () => getField('Enter password')
const getConfirmInput = () => getField('Enter Confirm password')
const getButton = (name: string) => within(getDialog()).getByRole('button', { name })
const getNotifications = () => screen.getByRole('region', { name: 'Notifications' })

async function openModal(platform = createMemoryPlatform(), address = '/stickers') {
  if (!platform.replies.has('PUT /users/changePassword'))
    platform.replies.set('PUT /users/changePassword', { status: 200, body: {} })
  const view = await renderConsole(address, { platform })
  const reopen = async () => {
    await view.user.click(screen.getByLabelText(/User menu$/))
    await view.user.click(screen.getByRole('link', { name: 'Change Password' }))
    await screen.findByRole('dialog', { name: 'Reset Password' })
  }
  await reopen()
  return { ...view, reopen }
}

async function fillForm(user: Awaited<ReturnType<typeof openModal>>['user'], values: string[]) {
  for (const [at, input] of [getCurrentInput(), getPasswordInput(), getConfirmInput()].entries())
    await user.type(input, values[at] ?? '')
}

describe('spec.md section 2: the Reset Password modal', () => {
  test('has the fields and buttons with their fixed names', async () => {
    await openModal()
    expect(within(getDialog()).getAllByLabelText(/./, { selector: 'input' })).toEqual([
      getCurrentInput(),
      getPasswordInput(),
      getConfirmInput(),
    ])
    expect(
      within(getDialog())
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Generate Password', 'Close', 'Change Password'])
    for (const input of [getCurrentInput(), getPasswordInput(), getConfirmInput()])
      expect(input).toHaveAttribute('type', 'password')
  })

  test('closes on Close and is empty when it opens again', async () => {
    const { user, reopen, platform } = await openModal()
    await fillForm(user, ['old', 'new', 'new'])
    await user.click(getButton('Close'))
    await waitForClose()
    expect(platform.writes()).toEqual([])
    await reopen()
    for (const input of [getCurrentInput(), getPasswordInput(), getConfirmInput()])
      expect(input).toHaveValue('')
  })

  test('closes on Escape', async () => {
    const { user, platform } = await openModal()
    await user.keyboard('{Escape}')
    await waitForClose()
    expect(platform.writes()).toEqual([])
  })

  test('closes on submit, before the reply', async () => {
    const platform = createMemoryPlatform()
    const { promise, resolve } = Promise.withResolvers<{ status: number }>()
    platform.replies.set('PUT /users/changePassword', () => promise)
    const { user } = await openModal(platform)
    await fillForm(user, ['old one', 'new one', 'new one'])
    await user.click(getButton('Change Password'))
    await waitForClose()
    expect(getNotifications()).toBeEmptyDOMElement()
    resolve({ status: 200 })
    await waitFor(() => expect(getNotifications()).toHaveTextContent('Your password was changed.'))
  })

  test("sends the typed values with the operator's ID", async () => {
    const { user, platform } = await openModal()
    await fillForm(user, [' old one ', 'new one', 'new one'])
    await user.keyboard('{Enter}')
    await waitFor(() => expect(getNotifications()).toHaveTextContent('Your password was changed.'))
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

  test('reopened during a change, it waits for that change', async () => {
    const platform = createMemoryPlatform()
    const { promise, resolve } = Promise.withResolvers<{ status: number }>()
    platform.replies.set('PUT /users/changePassword', () => promise)
    const { user, reopen } = await openModal(platform)
    await fillForm(user, ['old', 'new', 'new'])
    await user.click(getButton('Change Password'))
    await reopen()
    expect(getButton('Processing')).toBeDisabled()
    resolve({ status: 200 })
    await waitFor(() => expect(getButton('Change Password')).toBeEnabled())
  })
})

describe('The URL opens the modal', () => {
  test('on page load, and Close, Escape, and submit remove the parameter', async () => {
    const platform = createMemoryPlatform()
    platform.replies.set('PUT /users/changePassword', { status: 200, body: {} })
    const { user, router } = await renderConsole('/stickers?sort=name&password', { platform })
    const getQuery = () => router.state.location.search
    await user.click(getButton('Close'))
    await waitForClose()
    await waitFor(() => expect(getQuery()).toBe('?sort=name'))
    for (const close of [
      () => user.keyboard('{Escape}'),
      async () => {
        await fillForm(user, ['old', 'new', 'new'])
        await user.keyboard('{Enter}')
      },
    ]) {
      await router.navigate('/stickers?sort=name&password')
      await screen.findByRole('dialog')
      await close()
      await waitForClose()
      await waitFor(() => expect(getQuery()).toBe('?sort=name'))
    }
  })

  test('Back closes it', async () => {
    const { router } = await openModal(createMemoryPlatform(), '/stickers?sort=name')
    expect(router.state.location.search).toBe('?sort=name&password')
    await router.navigate(-1)
    await waitFor(waitForClose)
  })

  test('opening it sends no request and keeps unsaved changes', async () => {
    const { user, platform } = await renderConsole('/sizes?create')
    const getNameInput = () => screen.getByLabelText('Name', { selector: '[id=field-name]' })
    await user.type(getNameInput(), 'Half typed')
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
    expect(getNameInput()).toHaveValue('Half typed')
  })
})

describe('The result is shown as a notification', () => {
  test.each([
    [
      'a rejected field shows its error',
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
    ['an unreachable platform is named', { status: 502 }, "The platform isn't responding."],
    [
      'a missing call is named',
      { status: 404 },
      "This platform doesn't support changing passwords.",
    ],
  ])('a failure says that nothing changed, and %s', async (_, reply, sentence) => {
    const platform = createMemoryPlatform()
    platform.replies.set('PUT /users/changePassword', reply)
    const { user } = await openModal(platform)
    await fillForm(user, ['wrong', 'new', 'new'])
    await user.click(getButton('Change Password'))
    await waitFor(waitForClose)
    await waitFor(() =>
      expect(getNotifications()).toHaveTextContent("Your password wasn't changed."),
    )
    expect(getNotifications()).toHaveTextContent(sentence)
  })
})

describe('spec.md section 5: the fields are validated', () => {
  test('on blur and on change, not on input', async () => {
    const { user } = await openModal()
    await user.click(getPasswordInput())
    await user.tab()
    expect(getPasswordInput()).toHaveAccessibleDescription('Password is a required field')
    expect(getConfirmInput()).toBeValid()
    await user.type(getPasswordInput(), 'new one')
    expect(getPasswordInput()).toHaveAccessibleDescription('Password is a required field')
    fireEvent.change(getPasswordInput())
    await user.tab()
    expect(getPasswordInput()).toBeValid()
  })

  test('a different confirmation is rejected until either field matches', async () => {
    const { user } = await openModal()
    await fillForm(user, ['old', 'new one', 'new two'])
    await user.tab()
    const mismatch = "The passwords don't match."
    expect(getConfirmInput()).toHaveAccessibleDescription(mismatch)
    await user.clear(getPasswordInput())
    await user.type(getPasswordInput(), 'new two')
    await user.tab()
    expect(getConfirmInput()).toBeValid()
  })

  test('an invalid form stays open, shows all errors, and focuses the first', async () => {
    const { user, platform } = await openModal()
    await user.click(getButton('Change Password'))
    expect(getCurrentInput()).toHaveAccessibleDescription('Current password is a required field')
    expect(getPasswordInput()).toHaveAccessibleDescription('Password is a required field')
    expect(getConfirmInput()).toHaveAccessibleDescription('Confirm password is a required field')
    await waitFor(() => expect(getCurrentInput()).toHaveFocus())
    expect(platform.writes()).toEqual([])
  })
})

test('spec.md section 5: Generate Password fills both fields with one password and shows it', async () => {
  const { user, platform } = await openModal()
  await user.type(getCurrentInput(), 'old one')
  await user.click(getButton('Generate Password'))
  expect(getPasswordInput()).toHaveAttribute('type', 'text')
  expect(getConfirmInput()).toHaveAttribute('type', 'text')
  expect(getCurrentInput()).toHaveAttribute('type', 'password')
  expect(getCurrentInput()).toHaveValue('old one')
  const generated = within(getDialog()).getByLabelText<HTMLInputElement>('Enter password').value
  expect(generated).toMatch(/^[A-Za-z0-9=+\-^?!%&*$#@|]{15}$/)
  expect(getConfirmInput()).toHaveValue(generated)
  await user.click(getButton('Change Password'))
  await waitForClose()
  expect(platform.writes()[0]?.body).toMatchObject({
    currentPassword: 'old one',
    new_password: generated,
    confirmPassword: generated,
  })
})
