import { describe, expect, test } from 'vitest'
import {
  getRequiredNewFields,
  suggestMapping,
  getImportFields,
  toKnownHeadings,
  getRequiredColumns,
} from '#shared/engine/imports/importFields.ts'
import { nestResource } from '#shared/engine/nestResource.ts'
import { colors } from '#shared/areas/colors/colors.ts'
import { creditRequests } from '#shared/areas/credits/creditRequests.ts'
import { limitImportMode } from '#shared/engine/imports/importModes.ts'
import { members } from '#shared/areas/members/members.ts'
import { resources } from '#shared/areas/index.ts'
import { sizes } from '#shared/areas/sizes/sizes.ts'
import { stores } from '#shared/areas/stores/stores.ts'
import { subAttributes } from '#shared/areas/attributes/subAttributes.ts'

const suggestColorMapping = (heads: string[], samples: string[][] = heads.map(() => [])) =>
  suggestMapping(colors, { heads, samples })

describe('Suggested mappings', () => {
  test('match the labels of fields, whatever case, spaces, and punctuation', () => {
    expect(suggestColorMapping(['CODE', 'Print-on-demand color', 'second_color', 'name'])).toEqual({
      code: 0,
      podColor: 1,
      secondHex: 2,
      name: 3,
    })
  })

  test('match the names of record and field together', () => {
    expect(suggestColorMapping(['Color name', 'Color Code'])).toEqual({ name: 0, code: 1 })
  })

  test('match a reference by its disambiguating fields, unless a field has that label', () => {
    const suggestCreditMapping = (heads: string[]) =>
      suggestMapping(creditRequests, { heads, samples: heads.map(() => []) })
    expect(suggestCreditMapping(['E-mail', 'Store', 'Amount', 'Reason'])).toEqual({
      memberId: 0,
      storeId: 1,
      amount: 2,
      reason: 3,
    })
    expect(suggestCreditMapping(['Email', 'Store code'])).toEqual({ memberId: 0, storeId: 1 })
    expect(suggestCreditMapping(['Member e-mail', 'E-mail'])).toEqual({ memberId: 0 })
    const heads = ['Email', 'Group']
    expect(suggestMapping(members, { heads, samples: [[], []] })).toEqual({ email: 0, groupId: 1 })
  })

  test('match cells with a distinctive format, each column once', () => {
    expect(
      suggestColorMapping(['Farbe', 'Andere', 'Name'], [['#112233'], ['#445566'], ['Blue']]),
    ).toEqual({
      hex: 0,
      secondHex: 1,
      name: 2,
    })
    expect(suggestColorMapping(['Text'], [['just words']])).toEqual({})
    expect(suggestColorMapping([''], [['']])).toEqual({})
  })

  test("repeat the operator's earlier mapping of the same headings", () => {
    const knownHeadings = toKnownHeadings(['Kürzel', 'Bezeichnung'], { code: 0, name: 1 })
    expect(
      suggestMapping(sizes, { heads: ['Bezeichnung', 'KÜRZEL'], samples: [[], []] }, knownHeadings),
    ).toEqual({
      name: 0,
      code: 1,
    })
  })
})

test('files and the parent of a nested list are not import fields', () => {
  expect(Object.keys(getImportFields(stores))).not.toContain('logo')
  expect(getRequiredColumns(subAttributes)).toEqual(['attributeId', 'code'])
  const nested = nestResource(subAttributes, { field: 'attributeId', id: 1, path: '' })
  expect(getRequiredColumns(nested)).toEqual(['code'])
  expect(Object.keys(getImportFields(nested))).not.toContain('attributeId')
})

test('an import that only creates requires all fields in each line, others only for new records', () => {
  expect(getRequiredColumns(creditRequests).toSorted()).toEqual([
    'amount',
    'memberId',
    'reason',
    'storeId',
  ])
  expect(getRequiredColumns(stores)).toEqual(['code'])
  expect(getRequiredNewFields(stores)).toEqual(expect.arrayContaining(['name', 'subdomain']))
  expect(getRequiredNewFields(stores)).not.toContain('type')
  expect(getRequiredNewFields(members)).toEqual(['name'])
  expect(getRequiredNewFields(limitImportMode(members, 'change'))).toEqual([])
})

const importable = resources.filter(({ api: { import: imports } }) => imports)
test.each(importable.map((resource) => ({ name: resource.name, resource })))(
  'the key of $name consists of import fields',
  ({ resource }) => {
    const fields = Object.keys(getImportFields(resource))
    for (const name of resource.api.import?.key ?? []) expect(fields).toContain(name)
  },
)
