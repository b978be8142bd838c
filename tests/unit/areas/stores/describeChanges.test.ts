import { describe, expect, test } from 'vitest'
import { describeChanges } from '#client/list/logs/describeChanges.ts'

const describeEntry = (changes: object, targetType = 'stores', event = `${targetType}.updated`) =>
  describeChanges({ event, targetType, changes: { ...changes } }, 'UTC')

describe('Changes of a log entry', () => {
  test.each([
    [
      { primaryColour: { before: '#1e293b', after: '#9f1239' } },
      'Primary color changed from #1e293b to #9f1239',
    ],
    [{ supportEmail: { before: null, after: 'a@example.com' } }, 'Support email: a@example.com'],
    [{ notes: { before: 'A note', after: null } }, 'Notes cleared (was A note)'],
    [
      { status: { before: 'active', after: 'suspended' } },
      'Status changed from Active to Suspended',
    ],
    [{ themeId: { before: 3, after: 5 } }, 'Theme changed'],
    [{ apiToken: { before: '[redacted]', after: '[redacted]' } }, 'Api token changed'],
    [{}, ''],
  ])('%j reads "%s"', (changes, sentence) => {
    expect(describeEntry(changes)).toBe(sentence)
  })

  test('count those that no longer fit, and start later labels in lowercase', () => {
    const buildChange = (after: string) => ({ before: null, after })
    const changes = {
      name: buildChange('Acme'),
      code: buildChange('acme'),
      notes: buildChange('a'),
      plan: buildChange('pro'),
    }
    expect(describeEntry(changes)).toBe('Name: Acme, code: acme, 2 more')
  })

  test('show amounts with the currency of the same entry, which is not repeated', () => {
    const changes = {
      amount: { before: null, after: 4550 },
      currency: { before: null, after: 'EUR' },
    }
    expect(describeEntry(changes, 'paymentAttempts', 'paymentAttempts.paid')).toBe(
      'Amount: 45.50 EUR',
    )
    const newUnit = {
      spendLimit: { before: 1250, after: 100 },
      unit: { before: 'USD', after: 'points' },
    }
    expect(describeEntry(newUnit, 'memberGroups')).toBe(
      'Spend limit changed from 12.50 USD to 100 points',
    )
  })

  test("don't show an amount whose currency is unknown", () => {
    const changes = { spendLimit: { before: 1250, after: 100 } }
    expect(describeEntry(changes, 'memberGroups')).toBe('Spend limit changed')
  })

  test('shorten long values', () => {
    const [sentence] = [describeEntry({ notes: { before: null, after: 'a'.repeat(200) } })]
    expect(sentence).toBe(`Notes: ${'a'.repeat(37)}...`)
  })

  test('are empty for records that were created or deleted', () => {
    expect(describeEntry({ name: { after: 'Acme' } }, 'stores', 'stores.created')).toBe('')
  })

  test('never show a secret', () => {
    const set = { password: { before: 'set', after: 'changed' } }
    expect(describeEntry(set, 'smtpSettings')).toBe('Password changed')
  })
})
