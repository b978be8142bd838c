import { text } from '#shared/engine/fields/fields.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { themes } from './themes.ts'
import { maxSettings, createSettingFields } from './manifest.ts'
import type { Manifest } from './manifest.ts'

type SlotSettings = Pick<Manifest, 'colours' | 'fonts'>

/** The names that a form asks for settings by: which there are is known by a theme's package alone, how many there may be is known here. */
const createSlotNames = (kind: 'colour' | 'font') =>
  Array.from({ length: maxSettings }, (_, at) => `${kind}${at}`)

const [colorSlots, fontSlots] = [createSlotNames('colour'), createSlotNames('font')]

/** Themes as the form of settings takes them. */
export const themeSettings = defineResource({
  ...themes,
  fields: {
    ...themes.fields,
    ...Object.fromEntries(
      [...colorSlots, ...fontSlots].map((slot) => [slot, text(slot, { max: 60 })]),
    ),
  } as typeof themes.fields, // The others by the same names, and some more.
})

/** Each setting: what the form calls it, what the theme does. */
export const toSettingSlots = ({
  colours,
  fonts,
}: SlotSettings): { slot: string; name: string }[] => [
  ...colours.map(({ name }, at) => ({ slot: `colour${at}`, name })),
  ...fonts.map(({ name }, at) => ({ slot: `font${at}`, name })),
]

/** The fields of the form, by what it calls them. */
export function createSlotFields(settings: SlotSettings): Fields {
  const fields = createSettingFields(settings)
  return Object.fromEntries(
    toSettingSlots(settings).flatMap(({ slot, name }) => {
      const { [name]: field } = fields
      return field ? [[slot, field]] : []
    }),
  )
}
