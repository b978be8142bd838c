import { describe, expect, test } from 'vitest'
import { parseManifest, createSettingFields } from '#shared/areas/themes/manifest.ts'
import { isNewerVersion, isSemver } from '#shared/areas/themes/semver.ts'

const good = {
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
const read = (value: unknown) => parseManifest(JSON.stringify(value))
const withColour = (text: object) => ({ ...good, settings: { colours: { text } } })
const withFont = (body: object) => ({ ...good, settings: { fonts: { body } } })

test('a theme.json is read, and makes the fields of a form', () => {
  const manifest = read(good)
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
  const { colours, fonts, preview } = read({ name: 'Bare', version: '0.1.0' })
  expect({ colours, fonts, preview }).toEqual({ colours: [], fonts: [], preview: null })
})

const tooMany = Object.fromEntries(
  Array.from({ length: 21 }, (_, at) => [`c${at}`, { label: 'C', default: '#000000' }]),
)

describe('is refused with a sentence', () => {
  test.each([
    ['no JSON', '{', "the file isn't valid JSON"],
    ['a list', '[]', 'the top level must be an object'],
    [
      'what is not known',
      { ...good, scripts: {} },
      'the top level contains "scripts", which isn\'t supported. Remove it',
    ],
    ['no name', { version: '1.0.0' }, 'name must be text'],
    ['no version', { name: 'A' }, 'version must be three numbers'],
    ['a version of two numbers', { ...good, version: '1.4' }, 'version must be three numbers'],
    ['a picture of another kind', { ...good, preview: 'a.svg' }, 'preview must name a PNG'],
    ['settings that are none', { ...good, settings: [] }, 'settings must be an object'],
    ['a kind of settings', { ...good, settings: { sizes: {} } }, 'settings contains "sizes"'],
    ['too many', { ...good, settings: { colours: tooMany } }, 'at most 20 settings'],
    [
      'a name',
      { ...good, settings: { colours: { 'a-b': {} } } },
      'Names can have at most 31 letters and digits',
    ],
    [
      'a color',
      withColour({ label: 'T', default: 'red' }),
      'settings.colours.text.default must be',
    ],
    ['no label', withColour({ default: '#000000' }), 'settings.colours.text.label must be text'],
    ['its own ground', withColour({ label: 'T', default: '#000000', on: 'text' }), 'another color'],
    ['no such ground', withColour({ label: 'T', default: '#000000', on: 'x' }), 'another color'],
    ['no typefaces', withFont({ label: 'T', default: 'A', options: [] }), '1 to 20 fonts'],
    [
      'another typeface',
      withFont({ label: 'T', default: 'A', options: ['B'] }),
      'one of the options',
    ],
    [
      'a name for two',
      {
        ...good,
        settings: {
          colours: { a: { label: 'A', default: '#000000' } },
          fonts: { a: { label: 'A', default: 'B', options: ['B'] } },
        },
      },
      'a color already has this name',
    ],
  ])('%s', (_what, value, why) => {
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
])('%s after %s: %s', (one, other, after) => {
  expect(isNewerVersion(one, other)).toBe(after)
})

test.each(['1.0', '01.0.0', 'v1.0.0', '1.0.0-beta', '1.0.0.0', ''])('%s is no version', (text) => {
  expect(isSemver(text)).toBe(false)
})
