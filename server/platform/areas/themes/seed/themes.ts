import type { themes as definition } from '#shared/areas/themes/themes.ts'
import type { storeDefaults as defaultsDefinition } from '#shared/areas/stores/storeDefaults.ts'
import type { ValuesOf } from '#shared/engine/resource.ts'

const themeDetails = [
  [
    'Harbor',
    'harbor',
    'published',
    'Retail',
    'Studio North',
    'Wide images, quiet typography, and lots of white space.',
  ],
  [
    'Atelier',
    'atelier',
    'published',
    'Fashion',
    'Studio North',
    'Large portraits and serif headings.',
  ],
  [
    'Linen',
    'linen',
    'published',
    'Home',
    'Kim Paulsen',
    'Warm grays for stores with few products.',
  ],
  [
    'Orchard',
    'orchard',
    'published',
    'Food',
    'Studio North',
    'Rounded shapes and a green that you can customize.',
  ],
  [
    'Signal',
    'signal',
    'published',
    'Rewards',
    'Kim Paulsen',
    "Puts points first, with the member's balance at the top.",
  ],
  [
    'Slate',
    'slate',
    'published',
    'Rewards',
    'Platform Operations',
    'Simple and fast, for large catalogs.',
  ],
  [
    'First Light',
    'first-light',
    'deprecated',
    'Retail',
    'Studio North',
    'Our first theme, replaced by Harbor.',
  ],
  [
    'Winter Market',
    'winter-market',
    'draft',
    'Seasonal',
    'Kim Paulsen',
    'For the weeks before the holidays.',
  ],
] as const

export const themeRows = themeDetails.map(
  ([name, code, status, category, author, description]): ValuesOf<typeof definition> => ({
    name,
    code,
    status,
    category,
    author,
    description,
    preview: null,
    replacementId: null,
  }),
)

/** The values that stores inherit, except the theme, which is the first one. */
export const storeDefaultsRow: Omit<ValuesOf<typeof defaultsDefinition>, 'themeId'> = {
  defaultLocale: 'en-US',
  timeZone: 'UTC',
  primaryColour: '#3730a3',
  textColour: '#ffffff',
  access: 'public',
  supportEmail: 'support@example.com',
}

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

export const lowContrastPalette = [
  ['#fde047', '#ffffff'],
  ['#94a3b8', '#cbd5e1'],
  ['#4ade80', '#ffffff'],
] as const
