import { expect, test } from 'vitest'
import { text } from '#shared/engine/fields/fields.ts'
import { isSectionVisible, getFormSections } from '#shared/engine/fields/sections.ts'

const fieldsOf = (amount: number) =>
  Object.fromEntries(
    Array.from({ length: amount }, (_, at) => [`f${at}`, text(`Field ${at}`, { max: 9 })]),
  )
const namesOf = (...given: Parameters<typeof getFormSections>) =>
  getFormSections(...given).map(({ title, fields }) => [title, ...fields.map(([name]) => name)])
const only = { field: 'f0', values: ['yes'] }
const sections = [
  { title: 'First', fields: ['f1', 'f2'] },
  { title: 'Some', fields: ['f3'], visibleWhen: only },
]

test('eight fields are parted by headings, and what no heading names comes last', () => {
  expect(namesOf(fieldsOf(8), sections)).toEqual([
    ['First', 'f1', 'f2'],
    ['Some', 'f3'],
    [undefined, 'f0', 'f4', 'f5', 'f6', 'f7'],
  ])
})

test('of fewer fields those stand apart, last and without a heading, that are for some records alone', () => {
  expect(namesOf(fieldsOf(4), sections)).toEqual([
    [undefined, 'f0', 'f1', 'f2'],
    [undefined, 'f3'],
  ])
  expect(getFormSections(fieldsOf(4), sections).at(-1)).toMatchObject({ visibleWhen: only })
  expect(namesOf(fieldsOf(2))).toEqual([[undefined, 'f0', 'f1']])
})

test('fields beside another one are for records that have one of its values, or any', () => {
  const [one, any] = [{ field: 'type', values: ['rule', 'false'] }, { field: 'limit' }]
  expect(isSectionVisible(one, { type: 'rule' })).toBe(true)
  expect(isSectionVisible(one, { type: false })).toBe(true)
  expect(isSectionVisible(one, { type: 'manual' })).toBe(false)
  expect(isSectionVisible(one, {})).toBe(false)
  expect(isSectionVisible(any, { limit: 0 })).toBe(true)
  for (const none of [{ limit: null }, { limit: '' }, {}])
    expect(isSectionVisible(any, none)).toBe(false)
})
