import { colour, select } from '#shared/engine/fields/fields.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { isSemver } from './semver.ts'
import { manifestMessages } from './messages.ts'

/** A colour or a typeface that stores may choose otherwise than the theme has it. */
export type ThemeColour = { name: string; label: string; initial: string; on: string | null }
export type ThemeFont = { name: string; label: string; initial: string; options: string[] }

/** What a package says of itself in its `theme.json`. */
export type Manifest = {
  name: string
  version: string
  /** The name of the picture in the package, beside `theme.json`. */
  preview: string | null
  colours: ThemeColour[]
  fonts: ThemeFont[]
}

/** Why a `theme.json` is not taken; a sentence without its end. */
export class ManifestFault extends Error {}

const fault = (why: string) => new ManifestFault(manifestMessages.fault(why))
/** So many colours a theme may have to choose, and so many typefaces. */
export const mostSettings = 20
const [mostOptions, longestName] = [20, 60]

type Json = Record<string, unknown>

/** Reads a `theme.json`; throws a `ManifestFault` that says what is wrong with it. */
export function manifestFrom(text: string): Manifest {
  const whole = objectAt(manifestMessages.whole, parsed(text), [
    'name',
    'version',
    'preview',
    'settings',
  ])
  const { name, version, preview = null, settings = {} } = whole
  if (typeof version !== 'string' || !isSemver(version)) throw fault(manifestMessages.versionFormat)
  if (
    preview !== null &&
    (typeof preview !== 'string' || !/\.(png|jpe?g|webp|gif)$/i.test(preview))
  )
    throw fault(manifestMessages.previewFormat)
  const { colours = {}, fonts = {} } = objectAt('settings', settings, ['colours', 'fonts'])
  const read = {
    name: words('name', name),
    version,
    preview,
    colours: entriesAt('settings.colours', colours).map(colourFrom),
    fonts: entriesAt('settings.fonts', fonts).map(fontFrom),
  }
  refuseUnfit(read)
  return read
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw fault(manifestMessages.notJson)
  }
}

function objectAt(at: string, value: unknown, known?: readonly string[]): Json {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw fault(manifestMessages.notObject(at))
  const unknown = known && Object.keys(value).find((key) => !known.includes(key))
  if (unknown !== undefined) throw fault(manifestMessages.notSupported(at, unknown.slice(0, 40)))
  return value as Json // It was just looked at.
}

/** The settings of one kind, each with its name. */
function entriesAt(at: string, value: unknown): [at: string, name: string, value: unknown][] {
  const entries = Object.entries(objectAt(at, value))
  if (entries.length > mostSettings) throw fault(manifestMessages.tooMany(at, mostSettings))
  return entries.map(([name, one]) => {
    if (!/^[a-z][A-Za-z0-9]{0,30}$/.test(name))
      throw fault(manifestMessages.nameFormat(at, name.slice(0, 40)))
    return [`${at}.${name}`, name, one]
  })
}

function words(at: string, value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.length > longestName || /[\p{Cc}\p{Cf}]/u.test(text))
    throw fault(manifestMessages.textLength(at, longestName))
  return text
}

function colourFrom([at, name, value]: [string, string, unknown]): ThemeColour {
  const { label, default: initial, on = null } = objectAt(at, value, ['label', 'default', 'on'])
  if (typeof initial !== 'string' || !/^#[0-9a-f]{6}$/i.test(initial))
    throw fault(manifestMessages.colorFormat(at))
  if (on !== null && typeof on !== 'string') throw fault(manifestMessages.otherColor(at))
  return { name, label: words(`${at}.label`, label), initial, on }
}

function fontFrom([at, name, value]: [string, string, unknown]): ThemeFont {
  const { label, default: initial, options } = objectAt(at, value, ['label', 'default', 'options'])
  if (!Array.isArray(options) || options.length === 0 || options.length > mostOptions)
    throw fault(manifestMessages.fontList(at, mostOptions))
  const named = options.map((one, index) => words(`${at}.options[${index}]`, one))
  if (typeof initial !== 'string' || !named.includes(initial))
    throw fault(manifestMessages.notAnOption(at))
  return { name, label: words(`${at}.label`, label), initial, options: named }
}

/** What each setting by itself does not show. */
function refuseUnfit({ colours, fonts }: Manifest): void {
  const names = colours.map(({ name }) => name)
  for (const { name, on } of colours)
    if (on !== null && (on === name || !names.includes(on)))
      throw fault(manifestMessages.otherColor(`settings.colours.${name}`))
  const twice = fonts.find(({ name }) => names.includes(name))
  if (twice) throw fault(manifestMessages.nameTaken(`settings.fonts.${twice.name}`))
}

/** The fields of the form that asks for these settings. */
export const settingsFields = ({ colours, fonts }: Pick<Manifest, 'colours' | 'fonts'>): Fields =>
  Object.fromEntries([
    ...colours.map(({ name, label, initial }) => [name, colour(label, { initial })]),
    ...fonts.map(({ name, label, initial, options }) => [
      name,
      select(label, Object.fromEntries(options.map((one) => [one, one])), { initial }),
    ]),
  ])
