import { describe, expect, test } from 'vitest'
import { matchesRule } from '#shared/areas/alertChannels/matchesRule.ts'

const alert = { kind: 'expiry', permission: 'printful', rank: 650, storeIds: [4, 5] }
const everything = {
  kinds: [],
  areas: [],
  severity: 'info',
  storeIds: [],
  organizationStoreIds: null,
  filteredStoreIds: null,
}

describe('A rule', () => {
  test('without conditions sends everything', () => {
    expect(matchesRule(everything, alert)).toBe(true)
    expect(matchesRule(everything, { ...alert, storeIds: [] })).toBe(true)
  })

  test("with a filter sends no alerts that aren't about a store", () => {
    const rule = { ...everything, filteredStoreIds: [4] }
    expect(matchesRule(rule, { ...alert, storeIds: [] })).toBe(false)
  })

  test.each<[string, object, boolean]>([
    ['its type', { kinds: ['expiry', 'incident'] }, true],
    ['another type', { kinds: ['incident'] }, false],
    ['its area', { areas: ['printful'] }, true],
    ['another area', { areas: ['payments'] }, false],
    ['its severity', { severity: 'warning' }, true],
    ['a greater severity', { severity: 'critical' }, false],
    ['one of its stores', { storeIds: [5, 9] }, true],
    ['other stores', { storeIds: [9] }, false],
    ["its organization's stores", { organizationStoreIds: [4] }, true],
    ['an organization without stores', { organizationStoreIds: [] }, false],
    ['stores that match its filter', { filteredStoreIds: [5] }, true],
    ['a filter that no store matches', { filteredStoreIds: [] }, false],
    [
      'an organization and a filter that no store has both of',
      { organizationStoreIds: [4], filteredStoreIds: [5] },
      false,
    ],
    ['its type but another store', { kinds: ['expiry'], storeIds: [9] }, false],
  ])('about %s', (_, conditions, isSent) => {
    expect(matchesRule({ ...everything, ...conditions }, alert)).toBe(isSent)
  })
})
