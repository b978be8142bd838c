import { expect, test } from 'vitest'
import { resources } from '#shared/areas/index.ts'

const said = resources.flatMap(({ name, fields }) =>
  Object.entries(fields).flatMap(([field, { label, missingMessage: missing }]) =>
    missing ? [{ name: `${name}.${field}`, label, missing }] : [],
  ),
)

test.each(said)('what is said where $name is missing does not repeat its label', (one) => {
  expect(one.missing.startsWith(`${one.label}: `)).toBe(false)
})
