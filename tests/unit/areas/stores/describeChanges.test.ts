import { describe, expect, test } from 'vitest'
import { describeChanges } from '#client/areas/stores/describeChanges.ts'

const describeOf = (changes: object, targetType = 'stores', event = `${targetType}.updated`) =>
  describeChanges({ event, targetType, changes: { ...changes } }, 'UTC')

describe('What a log entry changed', () => {
  test.each([
    [
      { primaryColour: { before: '#1e293b', after: '#9f1239' } },
      'Primary color from #1e293b to #9f1239',
    ],
    [
      { supportEmail: { before: null, after: 'a@example.com' } },
      'Support email set to a@example.com',
    ],
    [{ notes: { before: 'A note', after: null } }, 'Notes cleared (was A note)'],
    [{ status: { before: 'active', after: 'suspended' } }, 'Status from Active to Suspended'],
    [{ themeId: { before: 3, after: 5 } }, 'Theme changed'],
    [{ apiToken: { before: '[redacted]', after: '[redacted]' } }, 'Api token changed'],
    [{}, ''],
  ])('%j', (changes, sentence) => {
    expect(describeOf(changes)).toBe(sentence)
  })

  test('counts what no longer fits, and lowers the labels that follow', () => {
    const to = (after: string) => ({ before: null, after })
    const changes = { name: to('Acme'), code: to('acme'), notes: to('a'), plan: to('pro') }
    expect(describeOf(changes)).toBe('Name set to Acme, code set to acme, 2 more')
  })

  test('cuts long values', () => {
    const [sentence] = [describeOf({ notes: { before: null, after: 'a'.repeat(200) } })]
    expect(sentence).toBe(`Notes set to ${'a'.repeat(37)}...`)
  })

  test('says nothing about records that were created or deleted', () => {
    expect(describeOf({ name: { after: 'Acme' } }, 'stores', 'stores.created')).toBe('')
  })

  test('never shows a secret', () => {
    const set = { password: { before: 'set', after: 'changed' } }
    expect(describeOf(set, 'smtpSettings')).toBe('Password changed')
  })
})
