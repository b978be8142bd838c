import { expect, test } from 'vitest'
import { scheduledChangeMessages } from '#server/platform/areas/scheduledChanges/messages.ts'

const start = '11/28/2026 10:00 PM (Europe/Berlin)'

test('the email about maintenance says when it starts and ends', () => {
  const end = '11/29/2026 02:00 AM (Europe/Berlin)'
  expect(scheduledChangeMessages.noticeText('Acme Rewards', start, end)).toBe(
    `Hello,\n\nAcme Rewards will be in maintenance from ${start} to ${end}.\n\nMembers can't use the store during that time.\n\nAcme Rewards`,
  )
})

test('the email about maintenance without an end says so', () => {
  expect(scheduledChangeMessages.noticeText('Acme Rewards', start, null)).toContain(
    `Acme Rewards will be in maintenance from ${start} until further notice.`,
  )
})
