import { describe, expect, test } from 'vitest'
import { parseManifest, createSettingFields } from '#shared/areas/themes/manifest.ts'
import { isNewerVersion, isSemver } from '#shared/areas/themes/semver.ts'

const validManifest = {
  name: 'Harbour',
  version: '1.4.0',
  preview: 'preview.png',
  settings: {
    colours: {
      background: { label: 'Background', default: '#FFFFFF' },
      text: { label: 'Text', default: '#111827', on: 'background' },
    },
    fonts: { body: { label: 'Text', default: 'Inter', options: ['Inter', 'Lora'] } },
  },
}
const parse = (value: unknown) => parseManifest(JSON.stringify(value))
const withColor = (text: object) => ({ ...validManifest, settings: { colours: { text } } })
const withFont = (body: object) => ({ ...validManifest, settings: { fonts: { body } } })

test('a theme.json is parsed, and defines the fields of a form', () => {
  const manifest = parse(validManifest)
  expect(manifest).toMatchObject({ name: 'Harbour', version: '1.4.0', preview: 'preview.png' })
  expect(manifest.colours[1]).toEqual({
    name: 'text',
    label: 'Text',
    initial: '#111827',
    on: 'background',
  })
  const { background, body } = createSettingFields(manifest)
  expect(background).toMatchObject({ kind: 'colour', initial: '#FFFFFF' })
  expect(body?.options?.map(({ value }) => value)).toEqual(['Inter', 'Lora'])
})

test('settings and a preview may be left out', () => {
  const { colours, fonts, preview } = parse({ name: 'Bare', version: '0.1.0' })
  expect({ colours, fonts, preview }).toEqual({ colours: [], fonts: [], preview: null })
})

const tooMany = Object.fromEntries(
  Array.from({ length: 21 }, (_, at) => [`c${at}`, { label: 'C', default: '#000000' }]),
)

describe('Theme manifests that are not valid', () => {
  test.each([
    ['text that is not JSON', '{', "the file isn't valid JSON"],
    ['a list', '[]', 'the top level must be an object'],
    [
      'an unknown property',
      { ...validManifest, scripts: {} },
      'the top level contains "scripts", which isn\'t supported. Remove it',
    ],
    ['a missing name', { version: '1.0.0' }, 'name must be text'],
    ['a missing version', { name: 'A' }, 'version must be three numbers'],
    [
      'a version of two numbers',
      { ...validManifest, version: '1.4' },
      'version must be three numbers',
    ],
    [
      'a preview of another type',
      { ...validManifest, preview: 'a.svg' },
      'preview must name a PNG',
    ],
    [
      'settings that are not an object',
      { ...validManifest, settings: [] },
      'settings must be an object',
    ],
    [
      'an unknown kind of settings',
      { ...validManifest, settings: { sizes: {} } },
      'settings contains "sizes"',
    ],
    [
      'too many settings',
      { ...validManifest, settings: { colours: tooMany } },
      'at most 20 settings',
    ],
    [
      'a setting name with a hyphen',
      { ...validManifest, settings: { colours: { 'a-b': {} } } },
      'Names can have at most 31 letters and digits',
    ],
    [
      'a color that is not a hex value',
      withColor({ label: 'T', default: 'red' }),
      'settings.colours.text.default must be',
    ],
    [
      'a missing label',
      withColor({ default: '#000000' }),
      'settings.colours.text.label must be text',
    ],
    [
      'a color on itself',
      withColor({ label: 'T', default: '#000000', on: 'text' }),
      'another color',
    ],
    [
      'a color on an unknown color',
      withColor({ label: 'T', default: '#000000', on: 'x' }),
      'another color',
    ],
    [
      'an empty list of fonts',
      withFont({ label: 'T', default: 'A', options: [] }),
      '1 to 20 fonts',
    ],
    [
      'a default font outside the options',
      withFont({ label: 'T', default: 'A', options: ['B'] }),
      'one of the options',
    ],
    [
      'one name for two settings',
      {
        ...validManifest,
        settings: {
          colours: { a: { label: 'A', default: '#000000' } },
          fonts: { a: { label: 'A', default: 'B', options: ['B'] } },
        },
      },
      'a color already has this name',
    ],
  ])('%s is rejected with a sentence', (_what, value, why) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value)
    expect(() => parseManifest(text)).toThrow(why)
    expect(() => parseManifest(text)).toThrow(/^theme\.json: /)
  })
})

test.each([
  ['1.0.1', '1.0.0', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '1.99.99', true],
  ['1.0.0', '1.0.0', false],
  ['1.2.0', '1.10.0', false],
])('%s is newer than %s: %s', (one, other, isNewer) => {
  expect(isNewerVersion(one, other)).toBe(isNewer)
})

test.each(['1.0', '01.0.0', 'v1.0.0', '1.0.0-beta', '1.0.0.0', ''])(
  '"%s" is not a valid version',
  (text) => {
    expect(isSemver(text)).toBe(false)
  },
)
