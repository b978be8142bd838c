import type { themes as definition } from '#shared/areas/themes/themes.ts'
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
