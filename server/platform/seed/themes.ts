import type { themes as definition } from '#shared/resources/themes.ts'
import type { storeDefaults as defaultsDefinition } from '#shared/resources/storeDefaults.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'

export const themes: ValuesOf<typeof definition>[] = [
  { name: 'Harbour', code: 'harbour', status: 'published' },
  { name: 'Atelier', code: 'atelier', status: 'published' },
  { name: 'Linen', code: 'linen', status: 'published' },
  { name: 'Orchard', code: 'orchard', status: 'published' },
  { name: 'Signal', code: 'signal', status: 'published' },
  { name: 'Slate', code: 'slate', status: 'published' },
  { name: 'First Light', code: 'first-light', status: 'deprecated' },
  { name: 'Winter Market', code: 'winter-market', status: 'draft' },
]

/** What stores inherit, save the theme, which is the first one. */
export const storeDefaults: Omit<ValuesOf<typeof defaultsDefinition>, 'themeId'> = {
  defaultLocale: 'en-US',
  timeZone: 'UTC',
  primaryColour: '#3730a3',
  textColour: '#ffffff',
  access: 'public',
  supportEmail: 'support@example.com',
}

/** Colours of stores: primary, and the text on it. */
export const palette = [
  ['#0f766e', '#ffffff'],
  ['#9f1239', '#ffffff'],
  ['#1d4ed8', '#ffffff'],
  ['#14532d', '#f0fdf4'],
  ['#7c2d12', '#fff7ed'],
  ['#facc15', '#1c1917'],
  ['#312e81', '#e0e7ff'],
  ['#0c4a6e', '#f0f9ff'],
] as const

/** Colours that somebody liked, and that hardly anybody can read. */
export const poorPalette = [
  ['#fde047', '#ffffff'],
  ['#94a3b8', '#cbd5e1'],
  ['#4ade80', '#ffffff'],
] as const
