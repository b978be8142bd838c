import { color, select } from '#shared/engine/fields/fields.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { isSemver } from './semver.ts'
import { manifestMessages } from './messages.ts'

/** A color or font of a theme that an operator can change. */
type ThemeColor = { name: string; label: string; initial: string; on: string | null }
type ThemeFont = { name: string; label: string; initial: string; options: string[] }

/** The contents of a package's `theme.json`. */
export type Manifest = {
  name: string
  version: string
  /** The name of the preview image, next to `theme.json` in the package. */
  preview: string | null
  colours: ThemeColor[]
  fonts: ThemeFont[]
}

/** The reason why a `theme.json` isn't accepted, without a final period. */
export class ManifestError extends Error {}

const createManifestError = (reason: string) => new ManifestError(manifestMessages.fault(reason))
/** Maximum number of color settings, and of font settings. */
export const maxSettings = 20
const [maxOptions, maxManifestNameLength] = [20, 60]

type JsonObject = Record<string, unknown>

/** Parses a `theme.json`; throws a `ManifestError` that describes the first error. */
export function parseManifest(text: string): Manifest {
  const root = parseObject(manifestMessages.whole, parseManifestJson(text), [
    'name',
    'version',
    'preview',
    'settings',
  ])
  const { name, version, preview = null, settings = {} } = root
  if (typeof version !== 'string' || !isSemver(version))
    throw createManifestError(manifestMessages.versionFormat)
  if (
    preview !== null &&
    (typeof preview !== 'string' || !/\.(png|jpe?g|webp|gif)$/i.test(preview))
  )
    throw createManifestError(manifestMessages.previewFormat)
  const { colours = {}, fonts = {} } = parseObject('settings', settings, ['colours', 'fonts'])
  const manifest = {
    name: parseManifestText('name', name),
    version,
    preview,
    colours: parseSettingEntries('settings.colours', colours).map(parseColor),
    fonts: parseSettingEntries('settings.fonts', fonts).map(parseFont),
  }
  assertConsistent(manifest)
  return manifest
}

function parseManifestJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ''))
  } catch {
    throw createManifestError(manifestMessages.notJson)
  }
}

function parseObject(path: string, value: unknown, allowedKeys?: readonly string[]): JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw createManifestError(manifestMessages.notObject(path))
  const unknownKey = allowedKeys && Object.keys(value).find((key) => !allowedKeys.includes(key))
  if (unknownKey !== undefined)
    throw createManifestError(manifestMessages.notSupported(path, unknownKey.slice(0, 40)))
  return value as JsonObject // Checked above.
}

/** Returns the settings of one kind, each with its path and name. */
function parseSettingEntries(
  path: string,
  value: unknown,
): [at: string, name: string, value: unknown][] {
  const entries = Object.entries(parseObject(path, value))
  if (entries.length > maxSettings)
    throw createManifestError(manifestMessages.tooMany(path, maxSettings))
  return entries.map(([name, entry]) => {
    if (!/^[a-z][A-Za-z0-9]{0,30}$/.test(name))
      throw createManifestError(manifestMessages.nameFormat(path, name.slice(0, 40)))
    return [`${path}.${name}`, name, entry]
  })
}

function parseManifestText(path: string, value: unknown): string {
  const text = typeof value === 'string' ? value.trim() : ''
  if (text === '' || text.length > maxManifestNameLength || /[\p{Cc}\p{Cf}]/u.test(text))
    throw createManifestError(manifestMessages.textLength(path, maxManifestNameLength))
  return text
}

function parseColor([path, name, value]: [string, string, unknown]): ThemeColor {
  const {
    label,
    default: initial,
    on = null,
  } = parseObject(path, value, ['label', 'default', 'on'])
  if (typeof initial !== 'string' || !/^#[0-9a-f]{6}$/i.test(initial))
    throw createManifestError(manifestMessages.colorFormat(path))
  if (on !== null && typeof on !== 'string')
    throw createManifestError(manifestMessages.otherColor(path))
  return { name, label: parseManifestText(`${path}.label`, label), initial, on }
}

function parseFont([path, name, value]: [string, string, unknown]): ThemeFont {
  const {
    label,
    default: initial,
    options,
  } = parseObject(path, value, ['label', 'default', 'options'])
  if (!Array.isArray(options) || options.length === 0 || options.length > maxOptions)
    throw createManifestError(manifestMessages.fontList(path, maxOptions))
  const optionNames = options.map((one, index) =>
    parseManifestText(`${path}.options[${index}]`, one),
  )
  if (typeof initial !== 'string' || !optionNames.includes(initial))
    throw createManifestError(manifestMessages.notAnOption(path))
  return { name, label: parseManifestText(`${path}.label`, label), initial, options: optionNames }
}

/** Checks the rules that span several settings. */
function assertConsistent({ colours, fonts }: Manifest): void {
  const names = colours.map(({ name }) => name)
  for (const { name, on } of colours)
    if (on !== null && (on === name || !names.includes(on)))
      throw createManifestError(manifestMessages.otherColor(`settings.colours.${name}`))
  const duplicate = fonts.find(({ name }) => names.includes(name))
  if (duplicate)
    throw createManifestError(manifestMessages.nameTaken(`settings.fonts.${duplicate.name}`))
}

/** Creates the form fields for these settings. */
export const createSettingFields = ({
  colours,
  fonts,
}: Pick<Manifest, 'colours' | 'fonts'>): Fields =>
  Object.fromEntries([
    ...colours.map(({ name, label, initial }) => [name, color(label, { initial })]),
    ...fonts.map(({ name, label, initial, options }) => [
      name,
      select(label, Object.fromEntries(options.map((one) => [one, one])), { initial }),
    ]),
  ])
