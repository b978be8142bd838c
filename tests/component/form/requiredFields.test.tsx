import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { trainingContent } from '#shared/areas/training/trainingContent.ts'
import { formOf, saved } from '#tests/support/browser/formOf.tsx'

/** The control, and whether its label says that it may be left empty. */
const shown = (label: string) => {
  const control = screen.getByLabelText(label)
  const isOptional = control.closest('[class*=field]')?.textContent?.includes('optional') ?? false
  return { control, isOptional }
}
const save = () => screen.getByRole('button', { name: 'Save' })

test('of several at least one is required, until there is one', async () => {
  const { redirectUris, logoutUris } = memberSignOns.fields
  const { user, sent } = formOf({ redirectUris, logoutUris })
  const { control } = shown('Redirect URIs')
  expect(shown('Logout URIs').isOptional).toBe(true)
  expect(shown('Redirect URIs').isOptional).toBe(false)
  expect(control).toBeRequired()
  await user.click(save())
  await waitFor(() => expect(control).toHaveFocus())
  expect(control).toHaveAccessibleDescription(/Enter at least one redirect URI\./)
  expect(sent).toEqual([])
  await user.type(control, 'com.shop.app:/in{Enter}')
  expect(control).not.toBeRequired()
  expect(control).not.toBeInvalid()
  await user.click(save())
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a reason is required while mail is paused, and is asked for before anything is sent', async () => {
  const { paused, pauseReason } = smtpSettings.fields
  const { user, sent } = formOf(
    { paused, pauseReason },
    saved({ paused: false, pauseReason: null }),
  )
  const reason = () => shown('Pause reason')
  expect(reason().isOptional).toBe(true)
  await user.click(screen.getByLabelText('Pause sending'))
  expect(reason().isOptional).toBe(false)
  expect(reason().control).toBeRequired()
  await user.click(save())
  await waitFor(() => expect(reason().control).toHaveFocus())
  expect(reason().control).toHaveAccessibleDescription(
    /Enter a reason so others know why sending is paused./,
  )
  expect(sent).toEqual([])
  await user.click(screen.getByLabelText('Pause sending'))
  expect(reason().isOptional).toBe(true)
})

test('what a draft may lack and activation needs is neither required nor called optional', async () => {
  const { clientId, clientSecret, groupsClaim } = adminSignOns.fields
  const { user, sent } = formOf({ clientId, clientSecret, groupsClaim })
  expect(shown('Groups claim').isOptional).toBe(true)
  for (const label of ['Client ID', 'Client secret']) {
    expect(shown(label).isOptional).toBe(false)
    expect(shown(label).control).not.toBeRequired()
    expect(screen.getByText(label).parentElement).toHaveTextContent('Required to activate')
  }
  await user.click(save())
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('user name and password are required where one signs in by them', async () => {
  const { auth, username, password } = smtpSettings.fields
  const unset = { set: false, hint: null, changedAt: null }
  const { user } = formOf(
    { auth, username, password },
    saved({ auth: 'none', username: null, password: unset }),
  )
  for (const label of ['Username', 'Password']) expect(shown(label).isOptional).toBe(true)
  await user.selectOptions(screen.getByLabelText('Sign-in'), 'login')
  for (const label of ['Username', 'Password']) expect(shown(label).isOptional).toBe(false)
  await user.click(save())
  await waitFor(() => expect(shown('Username').control).toHaveFocus())
  expect(shown('Password').control).toBeInvalid()
})

test('a quiz needs its questions to be published, not before', async () => {
  const { type, status, questions, url } = trainingContent.fields
  const fields = { type, status, questions, url }
  const { user } = formOf(fields, saved({ ...getInitialValues({ fields }), type: 'video' }))
  const isOptional = () => [shown('URL').isOptional, shown('Questions').isOptional]
  expect(isOptional()).toEqual([true, true])
  await user.selectOptions(screen.getByLabelText('Status'), 'published')
  expect(isOptional()).toEqual([false, true])
  await user.selectOptions(screen.getByLabelText('Type'), 'quiz')
  expect(isOptional()).toEqual([true, false])
  await user.click(save())
  await waitFor(() => expect(shown('Questions').control).toHaveFocus())
  expect(shown('Questions').control).toHaveAccessibleDescription(
    /Add questions before you publish this quiz./,
  )
})

test('the message of the field that is led to is brought into view with it', async () => {
  const { name, host } = smtpSettings.fields
  const { user } = formOf({ name, host }, saved({ name: 'Relay', host: 'relay.example.com' }))
  const scrolls = vi.spyOn(Element.prototype, 'scrollIntoView')
  onTestFinished(() => scrolls.mockRestore())
  await user.clear(screen.getByLabelText('Host'))
  screen.getByLabelText('Name').focus()
  await user.click(save())
  await waitFor(() => expect(screen.getByLabelText('Host')).toHaveFocus())
  expect(scrolls.mock.contexts[0]).toHaveTextContent('Host is a required field')
  expect(scrolls.mock.contexts[0]).toContainElement(screen.getByLabelText('Host'))
})
