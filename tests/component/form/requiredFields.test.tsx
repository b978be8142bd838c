import { screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getInitialValues } from '#shared/engine/fields/validation.ts'
import { adminSignOns } from '#shared/areas/sso/adminSignOns.ts'
import { memberSignOns } from '#shared/areas/sso/memberSignOns.ts'
import { smtpSettings } from '#shared/areas/email/smtpSettings.ts'
import { trainingContent } from '#shared/areas/training/trainingContent.ts'
import { renderForm, buildRecord } from '#tests/support/browser/renderForm.tsx'

/** Finds the control and whether its label is marked as optional. */
const getLabeledControl = (label: string) => {
  const control = screen.getByLabelText(label)
  const isOptional = control.closest('[class*=field]')?.textContent?.includes('Optional') ?? false
  return { control, isOptional }
}
const getSaveButton = () => screen.getByRole('button', { name: 'Save' })

test('the redirect URIs are required until one is entered', async () => {
  const { redirectUris, logoutUris } = memberSignOns.fields
  const { user, sent } = renderForm({ redirectUris, logoutUris })
  const { control } = getLabeledControl('Redirect URIs')
  expect(getLabeledControl('Logout URIs').isOptional).toBe(true)
  expect(getLabeledControl('Redirect URIs').isOptional).toBe(false)
  expect(control).toBeRequired()
  await user.click(getSaveButton())
  await waitFor(() => expect(control).toHaveFocus())
  expect(control).toHaveAccessibleDescription(/Enter at least one redirect URI\./)
  expect(sent).toEqual([])
  await user.type(control, 'com.shop.app:/in{Enter}')
  expect(control).not.toBeRequired()
  expect(control).not.toBeInvalid()
  await user.click(getSaveButton())
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('a reason is required before sending while email is paused', async () => {
  const { paused, pauseReason } = smtpSettings.fields
  const { user, sent } = renderForm(
    { paused, pauseReason },
    buildRecord({ paused: false, pauseReason: null }),
  )
  const getReason = () => getLabeledControl('Pause reason')
  expect(getReason().isOptional).toBe(true)
  await user.click(screen.getByLabelText('Pause sending'))
  expect(getReason().isOptional).toBe(false)
  expect(getReason().control).toBeRequired()
  await user.click(getSaveButton())
  await waitFor(() => expect(getReason().control).toHaveFocus())
  expect(getReason().control).toHaveAccessibleDescription(
    /Enter a reason so others know why sending is paused./,
  )
  expect(sent).toEqual([])
  await user.click(screen.getByLabelText('Pause sending'))
  expect(getReason().isOptional).toBe(true)
})

test('a field required to activate is neither required nor optional in a draft', async () => {
  const { clientId, clientSecret, groupsClaim } = adminSignOns.fields
  const { user, sent } = renderForm({ clientId, clientSecret, groupsClaim })
  expect(getLabeledControl('Groups claim').isOptional).toBe(true)
  for (const label of ['Client ID', 'Client secret']) {
    expect(getLabeledControl(label).isOptional).toBe(false)
    expect(getLabeledControl(label).control).not.toBeRequired()
    expect(screen.getByText(label).parentElement).toHaveTextContent('Required to activate')
  }
  await user.click(getSaveButton())
  await waitFor(() => expect(sent).toHaveLength(1))
})

test('the username and password are required only with sign-in', async () => {
  const { auth, username, password } = smtpSettings.fields
  const unset = { set: false, hint: null, changedAt: null }
  const { user } = renderForm(
    { auth, username, password },
    buildRecord({ auth: 'none', username: null, password: unset }),
  )
  for (const label of ['Username', 'Password'])
    expect(getLabeledControl(label).isOptional).toBe(true)
  await user.selectOptions(screen.getByLabelText('Sign-in'), 'login')
  for (const label of ['Username', 'Password'])
    expect(getLabeledControl(label).isOptional).toBe(false)
  await user.click(getSaveButton())
  await waitFor(() => expect(getLabeledControl('Username').control).toHaveFocus())
  expect(getLabeledControl('Password').control).toBeInvalid()
})

test('a quiz needs its questions only when it is published', async () => {
  const { type, status, questions, url } = trainingContent.fields
  const fields = { type, status, questions, url }
  const { user } = renderForm(
    fields,
    buildRecord({ ...getInitialValues({ fields }), type: 'video' }),
  )
  const isOptional = () => [
    getLabeledControl('URL').isOptional,
    getLabeledControl('Questions').isOptional,
  ]
  expect(isOptional()).toEqual([true, true])
  await user.selectOptions(screen.getByLabelText('Status'), 'published')
  expect(isOptional()).toEqual([false, true])
  await user.selectOptions(screen.getByLabelText('Type'), 'quiz')
  expect(isOptional()).toEqual([true, false])
  await user.click(getSaveButton())
  await waitFor(() => expect(getLabeledControl('Questions').control).toHaveFocus())
  expect(getLabeledControl('Questions').control).toHaveAccessibleDescription(
    /Add questions before you publish this quiz./,
  )
})

test('the error of a focused field is scrolled into view', async () => {
  const { name, host } = smtpSettings.fields
  const { user } = renderForm(
    { name, host },
    buildRecord({ name: 'Relay', host: 'relay.example.com' }),
  )
  const scrolls = vi.spyOn(Element.prototype, 'scrollIntoView')
  onTestFinished(() => scrolls.mockRestore())
  await user.clear(screen.getByLabelText('Host'))
  screen.getByLabelText('Name').focus()
  await user.click(getSaveButton())
  await waitFor(() => expect(screen.getByLabelText('Host')).toHaveFocus())
  expect(scrolls.mock.contexts[0]).toHaveTextContent('Host is a required field')
  expect(scrolls.mock.contexts[0]).toContainElement(screen.getByLabelText('Host'))
})
