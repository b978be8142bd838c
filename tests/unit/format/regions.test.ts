import { expect, test } from 'vitest'
import { countries, timeZones } from '#shared/format/regions.ts'

test.each(Object.keys(timeZones))('%s is a time zone that Intl knows', (timeZone) => {
  expect(() => new Intl.DateTimeFormat('en-US', { timeZone })).not.toThrow()
})

test.each(Object.entries(countries))('%s is the code of %s', (code, name) => {
  expect(name).not.toBe('')
  expect(new Intl.DisplayNames('en-US', { type: 'region' }).of(code)).not.toBe(code)
})
