import { text } from '#shared/engine/fields/fields.ts'
import type { Fields } from '#shared/engine/resource.ts'
import { defineResource } from '#shared/engine/resource.ts'
import { themes } from './themes.ts'
import { mostSettings, settingsFields } from './manifest.ts'
import type { Manifest } from './manifest.ts'

type Settings = Pick<Manifest, 'colours' | 'fonts'>

/** The names that a form asks for settings by: which there are is known by a theme's package alone, how many there may be is known here. */
const slots = (kind: 'colour' | 'font') =>
  Array.from({ length: mostSettings }, (_, at) => `${kind}${at}`)

const [colourSlots, fontSlots] = [slots('colour'), slots('font')]

/** Themes as the form of settings takes them. */
export const themeSettings = defineResource({
  ...themes,
  fields: {
    ...themes.fields,
    ...Object.fromEntries(
      [...colourSlots, ...fontSlots].map((slot) => [slot, text(slot, { max: 60 })]),
    ),
  } as typeof themes.fields, // The others by the same names, and some more.
})

/** Each setting: what the form calls it, what the theme does. */
export const slotsOf = ({ colours, fonts }: Settings): { slot: string; name: string }[] => [
  ...colours.map(({ name }, at) => ({ slot: `colour${at}`, name })),
  ...fonts.map(({ name }, at) => ({ slot: `font${at}`, name })),
]

/** The fields of the form, by what it calls them. */
export function slotFields(settings: Settings): Fields {
  const fields = settingsFields(settings)
  return Object.fromEntries(
    slotsOf(settings).flatMap(({ slot, name }) => {
      const { [name]: field } = fields
      return field ? [[slot, field]] : []
    }),
  )
}
