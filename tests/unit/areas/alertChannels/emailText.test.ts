import { expect, test } from 'vitest'
import { formatEmail, formatTestEmail } from '#server/platform/areas/alertChannels/emailText.ts'

const item = {
  key: 'a',
  subject: 'incident/1',
  event: 'opened',
  title: 'Payments are failing at Acme Rewards',
  detail: null,
  severity: 'critical',
  stores: 2,
  url: 'https://console.example.com/paymentAttempt?incidents',
  alertId: null,
  responseUrl: null,
  closesKey: false,
} as const

test('an email about an alert has a greeting, the alert, and a signature', () => {
  const url = 'https://console.example.com/dashboard?attention'
  const message = { id: 'b', at: '2026-11-28T10:00:00.000Z', items: [item], threads: [], url }
  expect(formatEmail(message)).toEqual({
    subject: 'Critical: Payments are failing at Acme Rewards',
    text: `Hello,\n\nCritical: Payments are failing at Acme Rewards\nAffects 2 stores.\n${item.url}\n\nOpen all alerts: ${url}\n\nOperator console\n`,
  })
})

test("a channel's test email names the channel", () => {
  const { subject, text } = formatTestEmail('Night shift')
  expect(subject).toBe('Test of the alert channel Night shift')
  expect(text).toMatch(/^Hello,\n\nThis is a test of the alert channel Night shift\./)
})
