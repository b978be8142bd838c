import fc from 'fast-check'
import { expect, test } from 'vitest'
import { getFieldNameOfInput } from '#shared/engine/list/referenceValues.ts'

test.each([
  ['storeId', 'storeId'],
  ['storeId.label', 'storeId'],
  ['storeId.more.text', 'storeId'],
  ['storeId.more.other', 'storeId.more.other'],
  ['label', 'label'],
  ['.label', ''],
])('the input %s belongs to the field %s', (name, field) => {
  expect(getFieldNameOfInput(name)).toBe(field)
})

test('an input belongs to the same field as by a simple, slow pattern', () => {
  const slowPattern = /(\.(more|label|text|clear|zone|file|for|refused|part))+$/
  const part = fc.constantFrom('.', 'more', 'label', 'a', 'part', '.text')
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const name = parts.join('')
      expect(getFieldNameOfInput(name)).toBe(name.replace(slowPattern, ''))
    }),
  )
})
