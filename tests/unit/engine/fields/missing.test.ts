import { expect, test } from 'vitest'
import { resources } from '#shared/areas/index.ts'

const fields = resources.flatMap(({ name, fields }) =>
  Object.entries(fields).flatMap(([field, { label, missingMessage: missing }]) =>
    missing ? [{ name: `${name}.${field}`, label, missing }] : [],
  ),
)

test.each(fields)('the message for a missing $name does not repeat its label', (field) => {
  expect(field.missing.startsWith(`${field.label}: `)).toBe(false)
})
