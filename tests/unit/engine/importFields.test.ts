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

const guess = (heads: string[], samples: string[][] = heads.map(() => [])) =>
  suggestMapping(colors, { heads, samples })

describe('which column holds what', () => {
  test('is guessed by what fields are called, whatever case, blanks and marks', () => {
    expect(guess(['CODE', 'Print-on-demand color', 'second_color', 'name'])).toEqual({
      code: 0,
      podColor: 1,
      secondHex: 2,
      name: 3,
    })
  })

  test('is guessed by what a record and its field are called together', () => {
    expect(guess(['Color name', 'Color Code'])).toEqual({ name: 0, code: 1 })
  })

  test('is guessed of a reference by what tells its records apart, once no field is called so itself', () => {
    const credits = (heads: string[]) =>
      suggestMapping(creditRequests, { heads, samples: heads.map(() => []) })
    expect(credits(['E-mail', 'Store', 'Amount', 'Reason'])).toEqual({
      memberId: 0,
      storeId: 1,
      amount: 2,
      reason: 3,
    })
    expect(credits(['Email', 'Store code'])).toEqual({ memberId: 0, storeId: 1 })
    expect(credits(['Member e-mail', 'E-mail'])).toEqual({ memberId: 0 })
    const heads = ['Email', 'Group']
    expect(suggestMapping(members, { heads, samples: [[], []] })).toEqual({ email: 0, groupId: 1 })
  })

  test('is guessed by cells that hardly anything else looks like, each column once', () => {
    expect(guess(['Farbe', 'Andere', 'Name'], [['#112233'], ['#445566'], ['Blue']])).toEqual({
      hex: 0,
      secondHex: 1,
      name: 2,
    })
    expect(guess(['Text'], [['just words']])).toEqual({})
    expect(guess([''], [['']])).toEqual({})
  })

  test('is what the operator chose before for the same heads', () => {
    const known = toKnownHeadings(['Kürzel', 'Bezeichnung'], { code: 0, name: 1 })
    expect(
      suggestMapping(sizes, { heads: ['Bezeichnung', 'KÜRZEL'], samples: [[], []] }, known),
    ).toEqual({
      name: 0,
      code: 1,
    })
  })
})

test('files and secrets are no fields of an import, and a place gives its own', () => {
  expect(Object.keys(getImportFields(stores))).not.toContain('logo')
  expect(getRequiredColumns(subAttributes)).toEqual(['attributeId', 'code'])
  const here = nestResource(subAttributes, { field: 'attributeId', id: 1, path: '' })
  expect(getRequiredColumns(here)).toEqual(['code'])
  expect(Object.keys(getImportFields(here))).not.toContain('attributeId')
})

test('a new record is given what nothing else says: by each line where each makes one, else by those that do', () => {
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

const importing = resources.filter(({ imports }) => imports)
test.each(importing.map((resource) => ({ name: resource.name, resource })))(
  'the key of $name is among the fields that a file may give',
  ({ resource }) => {
    const fields = Object.keys(getImportFields(resource))
    for (const name of resource.imports?.key ?? []) expect(fields).toContain(name)
  },
)
