import { text } from '#shared/engine/fields/fields.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { themes } from './themes.ts'
import { maxSettings, createSettingFields } from './manifest.ts'
import type { Manifest } from './manifest.ts'

type SlotSettings = Pick<Manifest, 'colours' | 'fonts'>

/**
 * Creates the form's names for settings. Only a theme's package says which settings exist, but
 * their maximum number is known here.
 */
const createSlotNames = (kind: 'colour' | 'font') =>
  Array.from({ length: maxSettings }, (_, index) => `${kind}${index}`)

const [colorSlots, fontSlots] = [createSlotNames('colour'), createSlotNames('font')]

/** Themes with the fields of the settings form. */
export const themeSettings = defineResource({
  ...themes,
  fields: {
    ...themes.fields,
    ...Object.fromEntries(
      [...colorSlots, ...fontSlots].map((slot) => [slot, text(slot, { max: 60 })]),
    ),
  } as typeof themes.fields, // The theme's own fields, plus the slots.
})

/** Maps each setting's name in the form to its name in the theme. */
export const toSettingSlots = ({
  colours,
  fonts,
}: SlotSettings): { slot: string; name: string }[] => [
  ...colours.map(({ name }, index) => ({ slot: `colour${index}`, name })),
  ...fonts.map(({ name }, index) => ({ slot: `font${index}`, name })),
]

/** Creates the form's fields, keyed by slot. */
export function createSlotFields(settings: SlotSettings): Fields {
  const fields = createSettingFields(settings)
  return Object.fromEntries(
    toSettingSlots(settings).flatMap(({ slot, name }) => {
      const { [name]: field } = fields
      return field ? [[slot, field]] : []
    }),
  )
}
