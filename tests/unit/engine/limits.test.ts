import { expect, test } from 'vitest'
import { sessionCookieNames } from '#server/console/signIn/cookies.ts'
import { limits } from '#shared/limits.ts'
import { messages } from '#shared/messages.ts'
import { resetPasswordMessages } from '#shared/areas/signIn/passwordMessages.ts'
import { signInMessages } from '#shared/areas/signIn/signInMessages.ts'

test('spec.md section 9: business constants', () => {
  expect(limits).toMatchObject({
    notificationDelay: 3000,
    narrowWindow: 720,
    password: { length: 15, digits: 4, symbols: 2 },
    scrollHeightDelay: 100,
    logoutReloadDelay: 100,
    tooltipOffset: 10,
  })
})

test('screens.md, "Every list": page sizes, and where a count stops', () => {
  expect(limits.pageSizes).toEqual([25, 50, 100])
  expect(limits.countCap).toBe(10_000)
})

test('spec.md section 3: the three cookies', () => {
  expect(sessionCookieNames).toEqual(['apiToken', 'storeId', 'userId'])
})

test('spec.md sections 2, 5, and 8: fixed texts', () => {
  expect(messages.loading).toBe('Loading...')
  expect(messages.processing).toBe('Processing')
  expect(messages.validation.required('Name')).toBe('Name is a required field')
  expect(messages.validation.invalid('Name')).toBe('Name is not valid.')
  expect(resetPasswordMessages.submit).toBe('Change Password')
  expect(messages.shell.logOut).toBe('Log Out')
  expect(resetPasswordMessages).toMatchObject({
    title: 'Reset Password',
    currentPassword: 'Enter Current password',
    password: 'Enter password',
    confirmPassword: 'Enter Confirm password',
    generate: 'Generate Password',
    close: 'Close',
    submit: 'Change Password',
  })
})

test('screens.md, "Every list": a total is "1,234" or "10,000+"', () => {
  expect(messages.list.total(0, false)).toBe('0')
  expect(messages.list.total(1234, false)).toBe('1,234')
  expect(messages.list.total(10_000, true)).toBe('10,000+')
})

test.each([
  [1, '1 second'],
  [8, '8 seconds'],
  [89, '89 seconds'],
  [90, '2 minutes'],
  [120, '2 minutes'],
  [121, '3 minutes'],
  [900, '15 minutes'],
])('after too many attempts, %i seconds read as %s, never as less than the wait', (s, words) => {
  expect(signInMessages.throttled(s)).toBe(`Too many attempts. Try again in ${words}.`)
})
