import { expect, test } from 'vitest'
import { text } from '#shared/engine/fields/fields.ts'
import { isSectionVisible, getFormSections } from '#shared/engine/fields/sections.ts'

const buildFields = (amount: number) =>
  Object.fromEntries(
    Array.from({ length: amount }, (_, at) => [`f${at}`, text(`Field ${at}`, { max: 9 })]),
  )
const listSections = (...args: Parameters<typeof getFormSections>) =>
  getFormSections(...args).map(({ title, fields }) => [title, ...fields.map(([name]) => name)])
const condition = { field: 'f0', values: ['yes'] }
const sections = [
  { title: 'First', fields: ['f1', 'f2'] },
  { title: 'Some', fields: ['f3'], visibleWhen: condition },
]

test('eight fields get headings, and fields without a heading come last', () => {
  expect(listSections(buildFields(8), sections)).toEqual([
    ['First', 'f1', 'f2'],
    ['Some', 'f3'],
    [undefined, 'f0', 'f4', 'f5', 'f6', 'f7'],
  ])
})

test('fewer fields get no headings, and conditional fields come last', () => {
  expect(listSections(buildFields(4), sections)).toEqual([
    [undefined, 'f0', 'f1', 'f2'],
    [undefined, 'f3'],
  ])
  expect(getFormSections(buildFields(4), sections).at(-1)).toMatchObject({ visibleWhen: condition })
  expect(listSections(buildFields(2))).toEqual([[undefined, 'f0', 'f1']])
})

test('a section is visible if its field has one of the values, or any value', () => {
  const [one, any] = [{ field: 'type', values: ['rule', 'false'] }, { field: 'limit' }]
  expect(isSectionVisible(one, { type: 'rule' })).toBe(true)
  expect(isSectionVisible(one, { type: false })).toBe(true)
  expect(isSectionVisible(one, { type: 'manual' })).toBe(false)
  expect(isSectionVisible(one, {})).toBe(false)
  expect(isSectionVisible(any, { limit: 0 })).toBe(true)
  for (const none of [{ limit: null }, { limit: '' }, {}])
    expect(isSectionVisible(any, none)).toBe(false)
})
